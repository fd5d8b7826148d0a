import { inTime } from '../lib/in-time.ts';
import type { Logger } from '../lib/logger.ts';
import { machineUptime } from '../lib/machine-uptime.ts';
import { createSeldomWarn } from '../lib/seldom.ts';
import { COUNTS_FOR_MS, type Spending } from '../padel-api/spending.ts';
import type { Db } from '../store/database.ts';
import { fileIn } from '../store/database-url.ts';
import { noteSpent, postgresAhead, spentWithin } from '../store/spent-requests.ts';

export interface SpendingOptions {
  readonly databaseUrl: string;
  readonly db: Db;
  /** Real clock, milliseconds. */
  readonly now: () => number;
  /** A clock that never goes back, milliseconds. */
  readonly monotonic: () => number;
  readonly log: Logger;
}

/** A request waits no longer than this for the database: the budget's margin for its way is a second. */
const NOTE_TIMEOUT_MS = 800;

/** What was spent of the minute, as the database remembers it for all processes. */
export const openSpending = async (options: SpendingOptions): Promise<Spending> => {
  const { databaseUrl, db, now, monotonic, log } = options;
  const ahead = fileIn(databaseUrl) === null ? await postgresAhead(db, now) : 0;
  const clocks = { now: () => now() + ahead, uptime: machineUptime };
  const warn = createSeldomWarn(log, monotonic);
  return {
    before: await spentWithin(db, clocks, COUNTS_FOR_MS),
    note: async (lane) => {
      try {
        await inTime(noteSpent(db, clocks, lane), NOTE_TIMEOUT_MS);
      } catch (error) {
        warn({ err: error }, 'a request to the data service could not be counted in the database');
      }
    },
  };
};
