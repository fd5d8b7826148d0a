import { DiscordAPIError, DiscordjsError, DiscordjsErrorCodes } from 'discord.js';
import { createReconnectBackoff, withRetry } from '../../lib/backoff.ts';
import type { Clocks } from '../../lib/clocks.ts';
import type { Logger } from '../../lib/logger.ts';
import { createThrottledLog } from '../../lib/throttled-log.ts';
import { ShutdownError } from '../../lib/shutdown.ts';
import { MINUTE } from '../../lib/time.ts';

/** Whether Discord has refused the bot's token: only the operator can fix that. */
const isTokenRefusal = (error: unknown): boolean =>
  (error instanceof DiscordjsError && error.code === DiscordjsErrorCodes.TokenInvalid) ||
  (error instanceof DiscordAPIError && error.status === 401) ||
  (error instanceof Error && error.cause !== undefined && isTokenRefusal(error.cause));

/** Why the login failed; the message names the environment variable to fix. */
export const loginFailure = (cause: unknown): Error =>
  new Error(
    isTokenRefusal(cause)
      ? 'DISCORD_TOKEN is refused by Discord: copy the bot token again from the developer portal'
      : 'Discord cannot be reached: check the network, and DISCORD_API_URL if it is set',
    { cause },
  );

interface WaitForDiscordOptions extends Pick<Clocks, 'monotonic'> {
  readonly random: () => number;
  readonly signal?: AbortSignal | undefined;
  readonly log: Logger;
}

const RETRY_DELAYS = { firstMs: 1_000, maxMs: MINUTE } as const;

/**
 * Repeats a request until Discord answers, with backoff: an outage at the start is no reason to exit.
 * @throws an error that names the variable when Discord refuses the token, which only the operator can
 * fix; the reason of the signal
 */
export const waitForDiscord = <T>(
  ask: () => Promise<T>,
  { monotonic, random, signal, log }: WaitForDiscordOptions,
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
