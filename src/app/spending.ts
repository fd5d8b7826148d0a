import { withTimeout } from '../lib/with-timeout.ts';
import type { Logger } from '../lib/logger.ts';
import { machineUptime, type Clocks } from '../lib/clocks.ts';
import { createThrottledLog } from '../lib/throttled-log.ts';
import { MINUTE, DAY, utcDate } from '../lib/time.ts';
import type { RequestPriority } from '../domain/quota.ts';
import type { CalendarEntry } from '../padel-api/quota/calendar.ts';
import { COUNTS_FOR_MS, type Spending } from '../padel-api/quota/request-counts.ts';
import type { Db } from '../store/connection/database.ts';
import { fileIn } from '../store/connection/database-url.ts';
import { knownTournaments } from '../store/matches/match-lists.ts';
import { countRequest, requestDaysSince, tokenHashOf } from '../store/processes/request-days.ts';
import { postgresClockOffset, spentRequestsWithin } from '../store/processes/spent-requests.ts';

interface SpendingOptions extends Clocks {
  readonly databaseUrl: string;
  /** The data service's token: quotas are per token. */
  readonly token: string;
  readonly db: Db;
  readonly log: Logger;
}

/** The longest wait of a request for the database: the budget allows a second for transport. */
const NOTE_TIMEOUT_MS = 800;

/** Longer than a month, whatever the service's clock says. */
const A_MONTH_MS = 32 * DAY;

/** The requests of this minute, day and month, counted in the database for all processes. */
export const openSpending = async (options: SpendingOptions): Promise<Spending> => {
  const { databaseUrl, token, db, now, monotonic, log } = options;
  const tokenHash = tokenHashOf(token);
  const ahead = fileIn(databaseUrl) === null ? await postgresClockOffset(db, now) : 0;
  const clocks = { now: () => now() + ahead, uptime: machineUptime };
  const warn = createThrottledLog(log, monotonic);
  /** By priority, requests that could not be counted: they are added to the next one. */
  const uncounted = new Map<RequestPriority, number>();
  const count = async (priority: RequestPriority, day: string): Promise<number> => {
    const requests = 1 + (uncounted.get(priority) ?? 0);
    uncounted.delete(priority);
    try {
      return await countRequest(db, clocks, { tokenHash, day, priority, requests });
    } catch (error) {
      uncounted.set(priority, requests + (uncounted.get(priority) ?? 0));
      throw error;
    }
  };
  const monthStart = utcDate(clocks.now() - A_MONTH_MS);
  return {
    before: await spentRequestsWithin(db, clocks, COUNTS_FOR_MS),
    days: await requestDaysSince(db, tokenHash, monthStart),
    note: async (priority, day) => {
      try {
        return await withTimeout(count(priority, day), NOTE_TIMEOUT_MS);
      } catch (error) {
        warn({ err: error }, 'request to the data service could not be counted in the database');
        return null;
      }
    },
  };
};

/** The schedule sync adds tournaments: an older calendar is read again. */
const CALENDAR_MAX_AGE_MS = 10 * MINUTE;

/** The stored tournaments, by which the monthly quota is divided among its days. */
export const openCalendar = async (
  options: Pick<SpendingOptions, 'db' | 'monotonic' | 'log'>,
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
    if (monotonic() - readAt > CALENDAR_MAX_AGE_MS) void refresh();
    return held;
  };
};
