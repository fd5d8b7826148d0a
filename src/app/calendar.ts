import type { Logger } from '../lib/logger.ts';
import { MINUTE } from '../lib/time.ts';
import type { CalendarEntry } from '../padel-api/quota/calendar.ts';
import { knownTournaments } from '../store/match-lists.ts';
import type { Db } from '../store/database.ts';

export interface CalendarOptions {
  readonly db: Db;
  /** A clock that never goes back, milliseconds. */
  readonly monotonic: () => number;
  readonly log: Logger;
}

/** The schedule brings new tournaments; they are looked for when what is held is older than this. */
const MAX_AGE_MS = 10 * MINUTE;

/** The tournaments that the database holds, for what a day may spend of the month's requests. */
export const openCalendar = async (
  options: CalendarOptions,
): Promise<() => readonly CalendarEntry[]> => {
  const { db, monotonic, log } = options;
  let held: readonly CalendarEntry[] = [];
  let readAt = -Infinity;

  const refresh = async (): Promise<void> => {
    readAt = monotonic();
    try {
      held = await knownTournaments(db);
    } catch (error) {
      log.warn({ err: error }, 'tournaments unreadable, planning requests by the last ones known');
    }
  };

  await refresh();
  return () => {
    if (monotonic() - readAt > MAX_AGE_MS) void refresh();
    return held;
  };
};
