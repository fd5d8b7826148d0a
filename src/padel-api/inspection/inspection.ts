import { z } from 'zod';
import type { LivePoints } from '../../domain/match/live-points.ts';
import { phaseOf, type Match } from '../../domain/match/match.ts';
import { proxyRefusalName } from '../../domain/quota.ts';
import { byTeam, TEAMS } from '../../domain/terms.ts';
import { dayAfter } from '../../lib/time.ts';
import {
  createInspectionFetch,
  type InspectedResponse,
  type InspectionFetch,
  type ServiceInspectionOptions,
} from './fetch.ts';
import { UnreadableAnswer } from '../errors.ts';
import { createAnswers } from '../request/answers.ts';
import { pageOf, recordOf, withinBounds } from '../wire/envelope.ts';
import { readable, whole } from '../wire/lenient.ts';
import { liveWire } from '../wire/live.ts';
import { matchWire } from '../wire/match.ts';
import { simulationWire, tournamentWire } from '../wire/people.ts';
import { endpointOf } from '../wire/records.ts';

/** What a plan may lack (specification, "Authentication"), and the chances that a small one masks. */
export type PlanFeature = 'live' | 'match-stats' | 'pair-stats' | 'chances';

export type ServiceInspection =
  | {
      readonly kind: 'answered';
      /** Requests per minute, and those left of the current one; null when the service does not say. */
      readonly limit: number | null;
      readonly remaining: number | null;
      readonly plan: ReadonlyMap<PlanFeature, boolean>;
      /** What every row of a list lacks although the bot depends on it: `matches: 0 of 20 rows …`. */
      readonly lacks?: readonly string[];
    }
  /** 401: the token is unknown. */
  | { readonly kind: 'refused' }
  /** 403 with a sentence of the service: the token is known, and may not read. */
  | { readonly kind: 'forbidden' }
  /** 403 of the proxy in front of the service; `name` has its error number if it names one. */
  | { readonly kind: 'proxy'; readonly name: string }
  /** 402 on what every plan includes: a limit of the plan is reached. */
  | { readonly kind: 'exhausted' }
  /** 429: the minute is used up. */
  | { readonly kind: 'limited' }
  | { readonly kind: 'failing'; readonly status: number }
  /** Another program answers at this address. */
  | { readonly kind: 'elsewhere'; readonly status: number }
  | { readonly kind: 'unreachable'; readonly cause: unknown };

export interface InspectedSubscription {
  readonly id: number;
  readonly url: string | null;
  readonly isPaused: boolean;
  /**
   * Whether it signs with one of these; null when the service does not show its secret. Of a masked
   * secret the visible characters must match.
   */
  readonly signsWith: (secrets: readonly string[]) => boolean | null;
}

/** Queries the service without budget, cache or retries: each call is one request. */
export interface Inspector {
  /** The first page of the live list, in one request; empty when it cannot be read. */
  readonly live: () => Promise<readonly LivePoints[]>;
  /** Six requests at most. */
  readonly service: () => Promise<ServiceInspection>;
  /**
   * The subscription with this number, or all of the account: where the service lists none, its only
   * one. Two read-only requests at most; empty when subscriptions cannot be read.
   */
  readonly subscriptions: (id: number | null) => Promise<readonly InspectedSubscription[]>;
}

/**
 * With fewer requests left of the minute the plan is not checked: they are left for users. A small plan
 * allows fewer from the start.
 */
const MIN_REQUESTS_LEFT = 15;

/** Whether of the requests of a minute fewer are left than wanted, and than half of them. */
export const isShortOf = (
  wanted: number,
  { remaining, limit }: { readonly remaining: number | null; readonly limit: number | null },
): boolean => remaining !== null && remaining < Math.min(wanted, (limit ?? Infinity) / 2);

export const createInspector = (options: ServiceInspectionOptions): Inspector => {
  const request = createInspectionFetch(options);
  return {
    live: async () => {
      const answer = await request({ path: '/live' }).catch(() => undefined);
      return pageOf(liveWire).safeParse(withinBounds(answer?.json)).data?.items ?? [];
    },
    service: async () => {
      const noted = noteLacks(request);
      try {
        const found = await readProbe(noted.request);
        return found.kind === 'answered' ? { ...found, lacks: noted.lacks() } : found;
      } catch (error) {
        return { kind: 'unreachable', cause: error };
      }
    },
    subscriptions: async (id) => {
      if (id === null) {
        const { status, json } = await request({ path: '/webhooks' });
        const listed = listedSubscriptions.safeParse(json).data;
        if (status === 200 && listed !== undefined) return listed;
      }
      const path = `/webhooks/${id ?? SPECIFIED_ID}`;
      const { status, json } = await request({ method: 'PATCH', path, body: {} });
      return status === 200 ? readable(recordOf(subscriptionWire)).parse([json]) : [];
    },
  };
};

/** A service by the specification has one subscription, with this number, and no list. */
const SPECIFIED_ID = 1;

const MASKS = ['*', '…', '...'] as const;

/** The visible end of a masked secret (`********...7890`); null for an unmasked one. */
const endOfMasked = (secret: string): string | null => {
  const ends = MASKS.filter((mask) => secret.includes(mask)).map(
    (mask) => secret.lastIndexOf(mask) + mask.length,
  );
  return ends.length === 0 ? null : secret.slice(Math.max(...ends));
};

const signsWith =
  (secret: string | undefined) =>
  (secrets: readonly string[]): boolean | null => {
    if (secret === undefined) return null;
    const end = endOfMasked(secret);
    if (end === null) return secrets.includes(secret);
    return end === '' ? null : secrets.some((each) => each.endsWith(end));
  };

const subscriptionWire: z.ZodType<InspectedSubscription> = z
  .object({
    id: whole,
    url: z.string().nullable(),
    events: z.array(z.unknown()),
    secret: z.string().max(500).optional(),
  })
  .transform(({ id, url, events, secret }) => ({
    id,
    url,
    isPaused: events.length === 0,
    signsWith: signsWith(secret),
  }));

const listedSubscriptions = z
  .object({ data: z.array(z.unknown()) })
  .transform(({ data }) => readable(subscriptionWire).parse(data));

const BY_STATUS = new Map<number, ServiceInspection>([
  [401, { kind: 'refused' }],
  [402, { kind: 'exhausted' }],
  [403, { kind: 'forbidden' }],
  [429, { kind: 'limited' }],
]);

const anyPage = pageOf(z.unknown());

const LISTS: Readonly<Record<string, z.ZodType>> = {
  tournaments: tournamentWire,
  matches: matchWire,
};

/** Fewer rows say nothing about the others. */
const MIN_ROWS = 5;

/** Notes what the lists that are read lack. */
const noteLacks = (request: InspectionFetch) => {
  const lacks: string[] = [];
  const answers = createAnswers({
    count: (endpoint, counts) => {
      for (const { what, of, carried, expected, usual } of counts) {
        if (usual === null || of < MIN_ROWS || carried > 0) continue;
        lacks.push(`${endpoint}: 0 of ${of} rows ${what} (expected ${expected})`);
      }
    },
  });
  const noting: InspectionFetch = async (question) => {
    const answer = await request(question);
    const wire = LISTS[endpointOf(question.path) ?? ''];
    if (answer.status === 200 && wire !== undefined) {
      try {
        answers.page(wire, question.path, answer.json);
      } catch (error) {
        if (!(error instanceof UnreadableAnswer)) throw error;
      }
    }
    return answer;
  };
  return { request: noting, lacks: (): readonly string[] => lacks };
};

/** Reads what every plan includes. */
const readProbe = async (request: InspectionFetch): Promise<ServiceInspection> => {
  const {
    status,
    json,
    refusal: proxy,
    limit,
    remaining,
    day,
  } = await request({
    path: '/tournaments?per_page=20',
  });
  if (proxy !== null) return { kind: 'proxy', name: proxyRefusalName(proxy.code) };
  const refusal = BY_STATUS.get(status);
  if (refusal !== undefined) return refusal;
  if (status >= 500) return { kind: 'failing', status };
  if (status !== 200 || !anyPage.safeParse(json).success) return { kind: 'elsewhere', status };
  const isShort = isShortOf(MIN_REQUESTS_LEFT, { remaining, limit });
  return {
    kind: 'answered',
    limit,
    remaining,
    plan: isShort ? new Map() : await planOf(request, day),
  };
};

type Found = readonly [PlanFeature, boolean | undefined];

/** True when the service returned it, false when the plan lacks it; undefined for any other status. */
const isIncluded = ({ status }: InspectedResponse): boolean | undefined => {
  if (status === 402) return false;
  return status === 200 ? true : undefined;
};

/** The features of the plan, in five requests at most; unknown ones are left out. */
const planOf = async (
  ask: InspectionFetch,
  day: string | null,
): Promise<ReadonlyMap<PlanFeature, boolean>> => {
  const live = await ask({ path: '/live?per_page=1' });
  const match = await playedMatch(ask, day);
  const ofMatch = match === undefined ? [] : await planOfMatch(ask, match);
  const found: readonly Found[] = [['live', isIncluded(live)], ...ofMatch];
  return new Map(found.flatMap(([feature, has]) => (has === undefined ? [] : [[feature, has]])));
};

const planOfMatch = async (
  ask: InspectionFetch,
  { id, teams }: Match,
): Promise<readonly Found[]> => {
  const ids = byTeam((team) => teams[team].map((player) => player.id));
  // One after the other: the Free plan refuses three at once.
  const stats = await ask({ path: `/matches/${id}/stats` });
  const pairStats = await ask({ path: `/pairs/${ids.team_1.join('-')}/stats` });
  const simulation = await ask({ method: 'POST', path: '/matches/simulate', body: ids });
  return [
    ['match-stats', isIncluded(stats)],
    ['pair-stats', isIncluded(pairStats)],
    ['chances', hasChances(simulation)],
  ];
};

/** A small plan responds with masked values. */
const hasChances = (answer: InspectedResponse): boolean | undefined => {
  const simulation = recordOf(simulationWire).safeParse(answer.json).data;
  return isIncluded(answer) === true
    ? simulation && simulation.chances !== null
    : isIncluded(answer);
};

/**
 * A finished match with two players a side. It asks for matches before today: today's order of play alone
 * can fill the page with matches that are yet to come.
 */
const playedMatch = async (
  ask: InspectionFetch,
  day: string | null,
): Promise<Match | undefined> => {
  const query = new URLSearchParams({
    sort_by: 'played_at',
    order_by: 'desc',
    per_page: '20',
    ...(day === null ? {} : { before_date: dayAfter(day, -1) }),
  });
  const { json } = await ask({ path: `/matches?${query.toString()}` });
  const matches = pageOf(matchWire).safeParse(json).data?.items ?? [];
  return matches.find(
    ({ status, winner, teams }) =>
      phaseOf(status) === 'over' &&
      winner !== null &&
      TEAMS.every((team) => teams[team].length === 2),
  );
};
