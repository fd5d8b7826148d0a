import type { ServiceFailure, RequestPriority } from '../../domain/quota.ts';
import type { DriftFinding } from '../../domain/schema-drift.ts';
import type { Instant } from '../../domain/terms.ts';
import { createThrottledLog } from '../../lib/throttled-log.ts';
import { DAY, MINUTE, SECOND } from '../../lib/time.ts';
import {
  isOneOf,
  NotFound,
  NotAllowed,
  NotInPlan,
  ProxyRefused,
  QuotaSpent,
  RequestRefused,
  ServiceDown,
  ServiceStillDown,
  TokenRefused,
  UnreadableAnswer,
} from '../errors.ts';
import { endpointOf } from '../wire/records.ts';
import type { ServiceContext } from './service-clock.ts';

/** The properties of a request that determine what its failure means. */
interface Judged {
  readonly path: string;
  readonly priority: RequestPriority;
  /** A list that every such service has: when it cannot be found or read, the service fails. */
  readonly isWholeList: boolean;
}

const WORDS: Readonly<Record<ServiceFailure, string>> = {
  down: 'padel data service unavailable, retrying',
  'refuses-token': 'PADEL_API_TOKEN is refused by the padel data service, retrying',
  'refused-by-proxy':
    'padel data service: refused by the proxy in front of it, which must admit our address and User-Agent; retrying',
  unreadable:
    'unreadable answer of the padel data service: is PADEL_API_URL its root with /api? Retrying',
};

const failureOf = (error: unknown, isWholeList: boolean): ServiceFailure | null => {
  if (error instanceof ServiceDown) return 'down';
  if (error instanceof TokenRefused) return 'refuses-token';
  if (error instanceof ProxyRefused) return 'refused-by-proxy';
  if (error instanceof NotAllowed) return isWholeList ? 'refuses-token' : null;
  const isOdd = error instanceof UnreadableAnswer || error instanceof NotFound;
  return isOdd && isWholeList ? 'unreadable' : null;
};

/** The service works and refused the request. */
const isAnswer = isOneOf(NotInPlan, RequestRefused);

/** The end of the day shifts slightly with each reading of the service's clock. */
const SAME_UNTIL_MS = MINUTE;

/** From when on a failing service is only probed. The next probe of the same path waits longer. */
const PROBED = {
  failures: 5,
  afterMs: 30 * SECOND,
  everyMs: MINUTE,
  samePathMs: 2 * MINUTE,
} as const;

/** A single list that is unreadable for this long is reported. */
const UNREADABLE_AFTER_MS = 5 * MINUTE;

interface Failing {
  readonly since: Instant;
  /** Monotonic. */
  readonly begunAt: number;
  readonly failures: number;
  readonly error: unknown;
  /** The last request, monotonic. */
  readonly lastAt: number;
  readonly lastPath: string;
  readonly failure: ServiceFailure;
}

/**
 * Whether the service as a whole works, judged by the last requests. Logs a failure once a minute, however
 * many requests fail, and its end.
 */
export const createServiceHealth = ({ now, monotonic, serviceNow, log }: ServiceContext) => {
  const warn = createThrottledLog(log, monotonic);
  const spentUntil = new Map<RequestPriority, Instant>();
  /** A single unreadable page is no outage; two in a row are. */
  let isOdd = false;
  let failing: Failing | null = null;

  /** Logs once per priority that its requests are used up, and until when. */
  const saySpent = (priority: RequestPriority, until: Instant): void => {
    if (until - (spentUntil.get(priority) ?? 0) < SAME_UNTIL_MS) return;
    spentUntil.set(priority, until);
    log.warn(
      { priority, until: new Date(until).toISOString() },
      'padel data service: quota used up, requests paused',
    );
  };

  const works = (): void => {
    isOdd = false;
    if (failing === null) return;
    log.info({ failingSince: failing.since }, 'padel data service is available again');
    failing = null;
  };

  /** Lets a probe through, by another path first: a single one may fail for good. @throws else */
  const checkProbe = (lastPath: string): boolean => {
    if (failing === null || failing.failures < PROBED.failures) return false;
    const at = monotonic();
    if (at - failing.begunAt < PROBED.afterMs) return false;
    const waitMs = lastPath === failing.lastPath ? PROBED.samePathMs : PROBED.everyMs;
    if (at - failing.lastAt < waitMs) {
      throw failing.failure === 'down' ? new ServiceStillDown(failing.error) : failing.error;
    }
    failing = { ...failing, lastAt: at, lastPath };
    return true;
  };

  const failed = (error: unknown, failure: ServiceFailure, lastPath: string): void => {
    if (isOdd || failure !== 'unreadable') {
      const at = monotonic();
      const { since, begunAt, failures } = failing ?? { since: now(), begunAt: at, failures: 0 };
      const last = { error, failure, lastAt: at, lastPath };
      failing = { since, begunAt, failures: failures + 1, ...last };
    }
    isOdd = true;
  };

  /** Since when each list is unreadable, also by the monotonic clock, and when it was read last. */
  const unreadable = new Map<
    string,
    { readonly since: Instant; readonly begunAt: number; readonly at: number }
  >();
  const listRead = (path: string, error: unknown): void => {
    const endpoint = endpointOf(path);
    if (endpoint === null) return;
    if (error === null) unreadable.delete(endpoint);
    if (!(error instanceof UnreadableAnswer)) return;
    const at = monotonic();
    const { since, begunAt } = unreadable.get(endpoint) ?? { since: serviceNow(), begunAt: at };
    unreadable.set(endpoint, { since, begunAt, at });
  };

  return {
    /**
     * Runs a request. While the service only fails, one request a minute probes it: the others fail at once
     * with the same error.
     * @param request receives whether it is a probe, which is not retried
     * @throws what `request` throws
     */
    judge: async <T>(
      { path, priority, isWholeList }: Judged,
      request: (isProbe: boolean) => Promise<T>,
    ): Promise<T> => {
      const [pathAlone = path] = path.split('?');
      const isProbe = checkProbe(pathAlone);
      try {
        const value = await request(isProbe);
        works();
        if (isWholeList) listRead(path, null);
        return value;
      } catch (error) {
        const failure = failureOf(error, isWholeList);
        if (isWholeList) listRead(path, error);
        if (failure !== null) {
          failed(error, failure, pathAlone);
          warn({ err: error, path }, WORDS[failure]);
        } else if (error instanceof QuotaSpent) {
          saySpent(priority, error.until);
        } else if (isAnswer(error)) {
          works();
        }
        throw error;
      }
    },
    /** Since when and how it has failed; null while it works. */
    state: () => ({
      failingSince: failing?.since ?? null,
      failure: failing?.failure ?? null,
      proxyError: failing?.error instanceof ProxyRefused ? failing.error.code : null,
    }),
    /** The lists that have been unreadable for more than five minutes. */
    unreadable: (): readonly DriftFinding[] =>
      [...unreadable].flatMap(([endpoint, { since, begunAt, at }]) =>
        monotonic() - begunAt <= UNREADABLE_AFTER_MS || monotonic() - at >= DAY
          ? []
          : [{ endpoint, what: 'readable', carried: 0, of: 1, since, expected: 'a list' }],
      ),
  };
};
