import type SqliteDatabase from 'better-sqlite3';
import { SqliteAdapter, sql } from 'kysely';
import type { Logger } from '../../lib/logger.ts';
import type { Db } from '../schema.ts';

/** `user_version` of a file in which nothing deleted is left: everything in it was deleted securely. */
const ERASED = 1;

/**
 * Lets SQLite overwrite what is deleted. A file of an earlier release is written anew once: its free
 * pages still hold what was deleted then.
 */
export const eraseDeleted = (database: SqliteDatabase.Database, log: Logger): void => {
  database.pragma('secure_delete = ON');
  if (Number(database.pragma('user_version', { simple: true })) >= ERASED) return;
  try {
    const isUsed = database.prepare('select 1 from sqlite_schema limit 1').get() !== undefined;
    if (isUsed) {
      log.info({}, 'the database file is rewritten once, to erase what was deleted earlier');
      database.exec('vacuum');
      database.pragma('wal_checkpoint(truncate)');
    }
    database.pragma(`user_version = ${ERASED}`);
  } catch (error) {
    // It takes room for a second copy. The bot works without it.
    log.warn(
      { err: error },
      'the database file could not be rewritten; the next start tries again',
    );
  }
};

/**
 * Moves SQLite's log of changes into the file and empties it: the log holds pages as they were before
 * something was deleted. While a backup reads, nothing happens; the next call does it. PostgreSQL does
 * the like by itself.
 */
export const emptyLog = async (db: Db): Promise<void> => {
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return;
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
};
