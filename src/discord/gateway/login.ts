import { Routes } from 'discord-api-types/v10';
import { createReconnectBackoff, withRetry } from '../../lib/backoff.ts';
import type { Clocks } from '../../lib/clocks.ts';
import type { Logger } from '../../lib/logger.ts';
import { createThrottledLog } from '../../lib/throttled-log.ts';
import { ShutdownError } from '../../lib/shutdown.ts';
import { MINUTE } from '../../lib/time.ts';
import { DiscordError } from '../rest/errors.ts';
import type { Rest } from '../rest/rest.ts';
import { applicationWire, gatewayBotWire, idIn } from '../rest/wire.ts';

/** Whether Discord has refused the bot's token: only the operator can fix that. */
const isTokenRefusal = (error: unknown): boolean =>
  (error instanceof DiscordError && error.status === 401) ||
  (error instanceof Error && error.cause !== undefined && isTokenRefusal(error.cause));

/** Why the login failed; the message names the environment variable to fix. */
export const loginFailure = (cause: unknown): Error =>
  new Error(
    isTokenRefusal(cause)
      ? 'DISCORD_TOKEN is refused by Discord: copy the bot token again from the developer portal'
      : 'Discord cannot be reached: check the network, and DISCORD_API_URL if it is set',
    { cause },
  );

const orLoginFailure = async <T>(read: () => Promise<T>): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    throw loginFailure(error);
  }
};

export interface Identity {
  /** Discord's id of the bot as a user. */
  readonly userId: string;
  readonly applicationId: string;
  /** With which Discord signs its webhook events, hexadecimal; null where Discord names none. */
  readonly publicKey: string | null;
}

/**
 * Reads the bot's identity, so that a refused token is found before anything connects.
 * @throws an error whose message names the environment variable to fix
 */
export const readIdentity = (rest: Rest): Promise<Identity> =>
  orLoginFailure(async () => {
    const userId = idIn(await rest.get(Routes.user()));
    const application = applicationWire.parse(await rest.get(Routes.currentApplication()));
    const { id: applicationId, verify_key: publicKey = null } = application;
    return { userId, applicationId, publicKey };
  });

/**
 * The number of shards that Discord recommends ("Get Gateway Bot").
 * @throws an error whose message names the environment variable to fix
 */
export const recommendedShards = (rest: Rest): Promise<number> =>
  orLoginFailure(async () => gatewayBotWire.parse(await rest.get(Routes.gatewayBot())).shards);

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
