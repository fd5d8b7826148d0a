import { createReconnectBackoff, withRetry } from '../lib/backoff.ts';
import type { Clocks } from '../lib/clocks.ts';
import type { Logger } from '../lib/logger.ts';
import { createThrottledLog } from '../lib/throttled-log.ts';
import { ShutdownError } from '../lib/shutdown.ts';
import { MINUTE } from '../lib/time.ts';
import { isTokenRefusal } from './login-failure.ts';

export interface AwaitDiscordOptions extends Pick<Clocks, 'monotonic'> {
  /** 0 to 1, for the jitter between attempts. */
  readonly random: () => number;
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined;
  readonly log: Logger;
}

const RETRY_DELAYS = { firstMs: 1_000, maxMs: MINUTE } as const;

/**
 * Repeats a request until Discord answers, with backoff: an outage at the start is no reason to exit.
 * @throws an error that names the variable when Discord refuses the token, which only the operator can
 * fix; the reason of the signal
 */
export const awaitDiscord = <T>(
  ask: () => Promise<T>,
  { monotonic, random, signal, log }: AwaitDiscordOptions,
): Promise<T> => {
  const backoff = createReconnectBackoff({ ...RETRY_DELAYS, monotonic, random });
  const warn = createThrottledLog(log, monotonic);
  return withRetry(ask, {
    signal,
    delayMs: (error) => {
      if (isTokenRefusal(error) || error instanceof ShutdownError) return null;
      const delayMs = Math.round(backoff.nextDelayMs());
      warn({ err: error, delayMs }, 'Discord unreachable, retrying');
      return delayMs;
    },
  });
};
