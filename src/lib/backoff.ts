import { pause } from './pause.ts';
import { MINUTE } from './time.ts';
import type { Clocks } from './clocks.ts';

/**
 * The maximum for `Retry-After` and rate limits: after it one request probes whether the other side
 * still refuses.
 */
export const MAX_RETRY_AFTER_MS = 5 * MINUTE;

/** A connection of this duration was stable: the backoff is reset. */
const STABLE_AFTER_MS = MINUTE;

/** Exponential backoff: the delay doubles with each failure in a row. */
interface BackoffDelays {
  readonly firstMs: number;
  readonly maxMs: number;
}

/** @param failures in a row, from 1 */
export const backoffDelayMs = ({ firstMs, maxMs }: BackoffDelays, failures: number): number =>
  Math.min(maxMs, firstMs * 2 ** (failures - 1));

/**
 * Spreads a delay, so that many clients do not retry at the same moment.
 * @param shares the least and the greatest share of the delay
 * @param random 0 to 1
 */
export const withJitter = (
  delayMs: number,
  [least, most]: readonly [number, number],
  random: () => number,
): number => delayMs * (least + (most - least) * random());

/** @param options `now` is any clock, in milliseconds */
export const createBackoff = <Key>(options: BackoffDelays & { readonly now: () => number }) => {
  const { now } = options;
  const failed = new Map<Key, { readonly failures: number; readonly retryAt: number }>();
  return {
    /** Counts a failure. @returns the delay before the next attempt, in milliseconds */
    fail: (key: Key): number => {
      const failures = (failed.get(key)?.failures ?? 0) + 1;
      const delayMs = backoffDelayMs(options, failures);
      failed.set(key, { failures, retryAt: now() + delayMs });
      return delayMs;
    },
    /** The rest of the delay; 0 when the key may be retried. */
    remainingMs: (key: Key): number => Math.max(0, (failed.get(key)?.retryAt ?? -Infinity) - now()),
    /** The key succeeded or was dropped: its backoff is reset. */
    reset: (key: Key): void => {
      failed.delete(key);
    },
    /** The number of keys that failed and were not reset. */
    size: (): number => failed.size,
  };
};

export interface ReconnectBackoff {
  /** @returns milliseconds to wait before the next connection */
  readonly nextDelayMs: () => number;
  readonly connected: () => void;
}

interface ReconnectBackoffOptions extends BackoffDelays, Pick<Clocks, 'monotonic'> {
  /** 0 to 1: jitter takes up to half of a delay. */
  readonly random: () => number;
}

export const createReconnectBackoff = (options: ReconnectBackoffOptions): ReconnectBackoff => {
  const { monotonic, random } = options;
  let failures = 0;
  let connectedAt: number | null = null;

  return {
    nextDelayMs: () => {
      if (connectedAt !== null && monotonic() - connectedAt >= STABLE_AFTER_MS) failures = 0;
      connectedAt = null;
      failures += 1;
      return withJitter(backoffDelayMs(options, failures), [0.5, 1], random);
    },
    connected: () => {
      connectedAt ??= monotonic();
    },
  };
};

interface RetryOptions {
  /** How long to wait after an error; null to give up. It may throw another error instead. */
  readonly delayMs: (error: unknown, failures: number) => number | null;
  /** Aborts the wait between attempts. */
  readonly signal?: AbortSignal | undefined;
}

/** Repeats `work` until it succeeds. @throws its last error, or the reason of `signal` */
export const withRetry = async <T>(
  work: () => Promise<T>,
  { delayMs, signal }: RetryOptions,
): Promise<T> => {
  for (let failures = 1; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      const delay = delayMs(error, failures);
      if (delay === null) throw error;
      await pause(delay, signal);
    }
  }
};
