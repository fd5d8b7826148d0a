import { driftLine, type DriftFinding } from '../../domain/schema-drift.ts';
import type { Instant } from '../../domain/terms.ts';
import { DAY, HOUR } from '../../lib/time.ts';
import type { ServiceContext } from './service-clock.ts';

/** How many rows of an answer carry something. */
interface RowCount {
  /** `readable`, `with court`. */
  readonly what: string;
  readonly of: number;
  readonly carried: number;
  readonly expected: string;
  /** The share that every service of this kind has; null where they differ. */
  readonly usual: 1 | null;
  /** Whether the share may differ much between answers: it must fall further, of more rows. */
  readonly isUneven?: boolean;
  /** Whether none of a whole page is judged, however few they are. */
  readonly isPage?: boolean;
}

/** What was usual is known from this many rows on; before that, and where it varies, as many are judged. */
const MANY_ROWS = 20;
const FEW_ROWS = 3;

/** The share of rows that may lack it in any case. */
const MARGIN = { even: 0.25, uneven: 0.5 } as const;

/** Standard errors of a share by which it may fall short: of three rows, none has to carry it. */
const ERRORS_ALLOWED = 1.5;

const HOURS = 24;

/** More findings say no more. */
const MAX_FINDINGS = 20;

interface Sum {
  readonly of: number;
  readonly carried: number;
}

const add = (one: Sum, other: Sum): Sum => ({
  of: one.of + other.of,
  carried: one.carried + other.carried,
});

const NONE: Sum = { of: 0, carried: 0 };

/** Rows that lack what was usual. */
interface Drop extends Sum {
  /** The last reading, monotonic. */
  readonly readAt: number;
  readonly since: Instant;
  readonly usual: number;
  readonly expected: string;
}

interface Share {
  /** The last day, without the rows of a drop, the oldest hour first. */
  hours: readonly (Sum & { readonly hour: number })[];
  /** Rows that are too few to be judged. */
  pending: Sum & { readonly since: Instant | null };
  drop: Drop | null;
  loggedAt: number;
}

/**
 * Compares the answers of the service with those of the last day: which share of the rows could be read,
 * and carried the fields that the bot depends on. A share that drops is logged once a day.
 */
export const createSchemaDrift = ({ monotonic, serviceNow, log }: ServiceContext) => {
  const endpoints = new Map<string, Map<string, Share>>();

  const shareOf = (endpoint: string, what: string): Share => {
    const shares = endpoints.get(endpoint) ?? new Map<string, Share>();
    endpoints.set(endpoint, shares);
    const empty = { hours: [], pending: { ...NONE, since: null }, drop: null, loggedAt: -Infinity };
    const share: Share = shares.get(what) ?? empty;
    shares.set(what, share);
    return share;
  };

  const remember = (share: Share, rows: Sum): void => {
    const hour = Math.floor(monotonic() / HOUR);
    const now = share.hours.find((each) => each.hour === hour) ?? { ...NONE, hour };
    const others = share.hours.filter((each) => each.hour > hour - HOURS && each !== now);
    share.hours = [...others, { ...add(now, rows), hour }];
  };

  /** The share before the drop, or of the last day; null while unknown. */
  const usualOf = ({ drop, hours }: Share): number | null => {
    if (drop !== null) return drop.usual;
    const { of, carried } = hours.reduce<Sum>(add, NONE);
    return of >= MANY_ROWS ? carried / of : null;
  };

  const judge = (share: Share, { isUneven = false, expected, ...count }: RowCount): void => {
    const { pending } = share;
    const known = usualOf(share);
    const usual = known ?? count.usual;
    const isNone = count.isPage === true && count.carried === 0 && usual === 1;
    if (!isNone && pending.of < (known === null || isUneven ? MANY_ROWS : FEW_ROWS)) return;
    share.pending = { ...NONE, since: null };
    const margin = MARGIN[isUneven ? 'uneven' : 'even'];
    const allowed = Math.max(margin, ERRORS_ALLOWED / Math.sqrt(pending.of));
    if (usual === null || (!isNone && pending.carried / pending.of >= usual - allowed)) {
      share.drop = null;
      remember(share, pending);
      return;
    }
    share.drop = {
      ...add(share.drop ?? NONE, pending),
      readAt: monotonic(),
      since: share.drop?.since ?? pending.since ?? serviceNow(),
      usual,
      expected,
    };
  };

  const findingOf = (endpoint: string, what: string, drop: Drop): DriftFinding => {
    const { of, carried, since, expected } = drop;
    return { endpoint, what, carried, of, since, expected };
  };

  return {
    /** Counts the rows of an answer. */
    count: (endpoint: string, counts: readonly RowCount[]): void => {
      const drifts: string[] = [];
      for (const count of counts) {
        if (count.of === 0) continue;
        const share = shareOf(endpoint, count.what);
        const isShort = count.carried < count.of;
        const since = share.pending.since ?? (isShort ? serviceNow() : null);
        share.pending = { ...add(share.pending, count), since };
        judge(share, count);
        if (share.drop === null || monotonic() - share.loggedAt < DAY) continue;
        share.loggedAt = monotonic();
        drifts.push(driftLine(findingOf(endpoint, count.what, share.drop), serviceNow()));
      }
      if (drifts.length > 0) log.warn({ drifts }, 'answers of the padel data service have changed');
    },
    /** What is worse than it was, of the newest rows, for a day after they were read. */
    findings: (): readonly DriftFinding[] =>
      [...endpoints]
        .flatMap(([endpoint, shares]) =>
          [...shares].flatMap(([what, { drop }]) =>
            drop === null || monotonic() - drop.readAt >= DAY
              ? []
              : [findingOf(endpoint, what, drop)],
          ),
        )
        .slice(0, MAX_FINDINGS),
  };
};

export type SchemaDrift = ReturnType<typeof createSchemaDrift>;
