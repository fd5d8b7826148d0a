import { createBackoff } from '../../lib/backoff.ts';
import { createSlidingWindowCounter } from '../../lib/sliding-window-counter.ts';
import { MINUTE } from '../../lib/time.ts';

const WINDOW_MS = 10 * MINUTE;

const STEP_MS = 10_000;

/** Half of Discord's limit: other programs may share the address. */
const MOST = 5_000;

/** Delays after which a refused token is retried. */
const RETRY_DELAYS = { firstMs: 1_000, maxMs: 30_000 } as const;

const REFUSED: ReadonlySet<number> = new Set([401, 403, 429]);

/**
 * Discord bans an address for a while after 10,000 responses of 401, 403 or 429 in ten minutes (its
 * documentation, "Invalid Request Limit"). This counts them over all requests of the process.
 */
export const createInvalidRequestCounter = ({
  now = () => performance.now(),
  most = MOST,
} = {}) => {
  const counter = createSlidingWindowCounter({
    windowMs: WINDOW_MS,
    stepMs: STEP_MS,
    monotonic: now,
  });
  const listeners = new Set<(retryInMs: number) => void>();
  const backoff = createBackoff<'token'>({ ...RETRY_DELAYS, now });

  return {
    /** Counts a response of Discord's. @param scope of a 429: a `shared` one does not count */
    countResponse: (status: number, scope: string | null): void => {
      if (REFUSED.has(status) && !(status === 429 && scope === 'shared')) counter.add();
    },
    /** Notes a response to a request with the bot's token. */
    countTokenResponse: (status: number): void => {
      if (status < 400) backoff.reset('token');
      // Requests in flight at the same time are refused together.
      if (status !== 401 || backoff.remainingMs('token') > 0) return;
      const retryInMs = backoff.fail('token');
      for (const listener of listeners) listener(retryInMs);
    },
    /** Calls the listener when the token is refused and all requests pause. @returns how to unsubscribe */
    onTokenRefused: (listener: (rest: number) => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Invalid requests in the last ten minutes. */
    count: counter.count,
    /** Milliseconds to wait before the next request; 0 when it may be sent. */
    blockedForMs: () =>
      Math.max(Math.ceil(backoff.remainingMs('token')), counter.untilBelowMs(most)),
  };
};

export type InvalidRequestCounter = ReturnType<typeof createInvalidRequestCounter>;
