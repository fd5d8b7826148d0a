import type SqliteDatabase from 'better-sqlite3';
import type { LogEvent } from 'kysely';
import { troubleOf } from '../inspection/trouble.ts';
import type { Db } from '../schema.ts';

/** What SQLite finds wrong in its file. */
class DamagedFile extends Error {
  readonly code = 'SQLITE_CORRUPT';
}

/**
 * Reads every page of a file, some hundred megabytes in a second.
 * @throws an error with SQLite's code for a damaged file
 */
export const proveReadable = (database: SqliteDatabase.Database): void => {
  const found = database.pragma('quick_check(1)', { simple: true });
  if (found !== 'ok') throw new DamagedFile(String(found));
};

const damages = new WeakMap<object, () => Error | null>();

/**
 * Notes the first sign of damage in a database. It stays noted: a damaged page does not mend itself,
 * though most queries never meet it.
 */
export const createDamageNote = () => {
  let first: Error | null = null;
  const note = (error: unknown): void => {
    if (error instanceof Error && troubleOf(error).kind === 'damaged') first ??= error;
  };
  return {
    note,
    /** What Kysely is told to log. */
    log: (event: LogEvent): void => {
      if (event.level === 'error') note(event.error);
    },
    /** Lets `damageOf` find it. */
    keepFor: (db: Db): void => {
      damages.set(db.getExecutor().adapter, () => first);
    },
  };
};

/** The first error that said that a database is damaged; null while none has. */
export const damageOf = (db: Db): Error | null => damages.get(db.getExecutor().adapter)?.() ?? null;
