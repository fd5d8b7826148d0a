import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../lib/logger.ts';
import { createReconnectBackoff } from '../lib/reconnect-backoff.ts';
import { createSeldomWarn } from '../lib/seldom.ts';
import { Stopped } from '../lib/stopped.ts';
import { MINUTE } from '../lib/time.ts';
import { isTokenRefusal } from './login-failure.ts';

export interface AwaitDiscordOptions {
  /** A clock that never goes back, milliseconds. */
  readonly monotonic: () => number;
  /** 0 to 1, for the jitter between two tries. */
  readonly random: () => number;
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined;
  readonly log: Logger;
}

const RETRY_DELAYS = { first: 1_000, longest: MINUTE } as const;

/**
 * Asks Discord until it answers, with backoff: an outage at the start is no reason to end.
 * @throws an error that names the variable when Discord refuses the token: only the operator mends that;
 * what ended the wait
 */
export const awaitDiscord = async <T>(
  ask: () => Promise<T>,
  { monotonic, random, signal, log }: AwaitDiscordOptions,
): Promise<T> => {
  const backoff = createReconnectBackoff({ ...RETRY_DELAYS, monotonic, random });
  const warn = createSeldomWarn(log, monotonic);
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (isTokenRefusal(error) || error instanceof Stopped) throw error;
      const delayMs = Math.round(backoff.next());
      warn({ err: error, delayMs }, 'Discord cannot be reached, retrying');
      await pause(delayMs, undefined, { signal });
    }
  }
};
