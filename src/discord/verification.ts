import { Routes, UserFlags, type REST } from 'discord.js';
import type { Clocks } from '../lib/clocks.ts';
import type { Logger } from '../lib/logger.ts';
import { DAY, HOUR } from '../lib/time.ts';
import { applicationWire, type ApplicationWire } from './rest/wire.ts';

/** An unverified bot is in at most this many servers, and its owner may apply from the smaller number on. */
export const UNVERIFIED_SERVERS = { most: 100, apply: 75 } as const;

/** Whether it is time to apply for Discord's verification. */
export const shouldApply = ({
  bot,
  approximate_guild_count: servers,
}: Pick<ApplicationWire, 'bot' | 'approximate_guild_count'>): boolean =>
  (servers ?? 0) >= UNVERIFIED_SERVERS.apply &&
  ((bot?.public_flags ?? 0) & UserFlags.VerifiedBot) === 0;

interface ReminderOptions extends Pick<Clocks, 'monotonic'> {
  readonly rest: REST;
  readonly log: Logger;
}

const READ_TIMEOUT_MS = 5_000;

/** A job that reads once a day whether it is time to apply, and logs it. Never rejects. */
export const createVerificationReminder = ({ rest, monotonic, log }: ReminderOptions) => {
  let dueAt = -Infinity;

  const remind = async (): Promise<void> => {
    const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
    const application = applicationWire.parse(
      await rest.get(Routes.currentApplication(), { signal }),
    );
    dueAt = monotonic() + DAY;
    if (!shouldApply(application)) return;
    log.warn(
      { servers: application.approximate_guild_count },
      `Discord allows an unverified bot ${UNVERIFIED_SERVERS.most} servers, apply for verification now: npm run doctor tells how`,
    );
  };

  return async (): Promise<void> => {
    if (monotonic() < dueAt) return;
    dueAt = monotonic() + HOUR;
    await remind().catch((error: unknown) => {
      log.info({ err: error }, 'number of servers unread, retrying in an hour');
    });
  };
};
