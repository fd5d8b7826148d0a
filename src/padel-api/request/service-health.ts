import type { ServiceFailure } from '../../domain/quota.ts';
import type { Instant } from '../../domain/terms.ts';
import type { Clocks } from '../../lib/clocks.ts';
import type { Logger } from '../../lib/logger.ts';
import { createThrottledLog } from '../../lib/throttled-log.ts';
import { MINUTE } from '../../lib/time.ts';
import {
  NotFound,
  NotAllowed,
  NotInPlan,
  ProxyRefused,
  QuotaSpent,
  RequestRefused,
  ServiceDown,
  TokenRefused,
  UnreadableAnswer,
} from '../errors.ts';
import type { RequestPriority } from '../quota/request-priority.ts';

/** The properties of a request that determine what its failure means. */
interface Judged {
  readonly path: string;
  readonly priority: RequestPriority;
  /** A list that every such service has: when it cannot be found or read, the service fails. */
  readonly isWholeList: boolean;
}

/** Whether the service as a whole works, judged by the last requests. */
export interface ServiceHealth {
  /** @throws what `request` throws */
  readonly judge: <T>(judged: Judged, request: () => Promise<T>) => Promise<T>;
  /** Since when it has failed; null while it works. */
  readonly failingSince: () => Instant | null;
  /** How it fails; null while it works. */
  readonly failure: () => ServiceFailure | null;
  /** The error number of the proxy that refuses us; null without one. */
  readonly proxyError: () => number | null;
}

interface ServiceHealthOptions extends Clocks {
  readonly log: Logger;
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
const isAnswer = (error: unknown): boolean =>
  error instanceof NotInPlan || error instanceof RequestRefused;

/** Logs once per priority that its requests are used up, and until when. */
const createSpentLog = (log: Logger) => {
  const saidUntil = new Map<RequestPriority, Instant>();
  return (priority: RequestPriority, until: Instant): void => {
    // The end of the day shifts slightly with each reading of the service's clock.
    if (until - (saidUntil.get(priority) ?? 0) < SAME_UNTIL_MS) return;
    saidUntil.set(priority, until);
    log.warn(
      { priority, until: new Date(until).toISOString() },
      'padel data service: quota used up, requests paused',
    );
  };
};

const SAME_UNTIL_MS = MINUTE;

interface Failing {
  readonly since: Instant;
  readonly failure: ServiceFailure;
  readonly proxyError: number | null;
}

/** Logs a failure of the service once a minute, however many requests fail, and its end. */
export const createServiceHealth = ({
  now,
  monotonic,
  log,
}: ServiceHealthOptions): ServiceHealth => {
  const warn = createThrottledLog(log, monotonic);
  const saySpent = createSpentLog(log);
  /** A single unreadable page is no outage; two in a row are. */
  let isOdd = false;
  let failing: Failing | null = null;

  const works = (): void => {
    isOdd = false;
    if (failing === null) return;
    log.info({ failingSince: failing.since }, 'padel data service is available again');
    failing = null;
  };

  return {
    judge: async ({ path, priority, isWholeList }, request) => {
      try {
        const value = await request();
        works();
        return value;
      } catch (error) {
        const failure = failureOf(error, isWholeList);
        if (failure !== null) {
          if (isOdd || failure !== 'unreadable') {
            const proxyError = error instanceof ProxyRefused ? error.code : null;
            failing = { since: failing?.since ?? now(), failure, proxyError };
          }
          isOdd = true;
          warn({ err: error, path }, WORDS[failure]);
        } else if (error instanceof QuotaSpent) {
          saySpent(priority, error.until);
        } else if (isAnswer(error)) {
          works();
        }
        throw error;
      }
    },
    failingSince: () => failing?.since ?? null,
    failure: () => failing?.failure ?? null,
    proxyError: () => failing?.proxyError ?? null,
  };
};
