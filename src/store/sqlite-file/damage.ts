import type SqliteDatabase from 'better-sqlite3';
import type { LogEvent } from 'kysely';
import { troubleOf } from '../trouble.ts';
import type { Db } from '../connection/schema.ts';

class DamagedFile extends Error {
  readonly code = 'SQLITE_CORRUPT';
}

/**
 * Reads every page of a file, some hundred megabytes per second.
 * @throws an error with SQLite's code for a damaged file
 */
export const verifyReadable = (database: SqliteDatabase.Database): void => {
  const found = database.pragma('quick_check(1)', { simple: true });
  if (found !== 'ok') throw new DamagedFile(String(found));
};

const damages = new WeakMap<object, () => Error | null>();

/**
 * Remembers the first sign of damage in a database, for good: a damaged page stays damaged, though most
 * queries never read it.
 */
export const createDamageTracker = () => {
  let first: Error | null = null;
  const note = (error: unknown): void => {
    if (error instanceof Error && troubleOf(error).kind === 'damaged') first ??= error;
  };
  return {
    note,
    log: (event: LogEvent): void => {
      if (event.level === 'error') note(event.error);
    },
    /** Makes it available to `damageOf`. */
    keepFor: (db: Db): void => {
      damages.set(db.getExecutor().adapter, () => first);
    },
  };
};

/** The first error that reported damage of a database; null without one. */
export const damageOf = (db: Db): Error | null => damages.get(db.getExecutor().adapter)?.() ?? null;
