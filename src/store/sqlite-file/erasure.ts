import type SqliteDatabase from 'better-sqlite3';
import { SqliteAdapter, sql } from 'kysely';
import type { Logger } from '../../lib/logger.ts';
import type { Db } from '../connection/schema.ts';

/** `user_version` of a file that holds no deleted data: all of it was written with secure_delete. */
const ERASED = 1;

/**
 * Makes SQLite overwrite deleted data. A file of an earlier release is rewritten once, since its free
 * pages still hold such data.
 */
export const eraseDeleted = (database: SqliteDatabase.Database, log: Logger): void => {
  database.pragma('secure_delete = ON');
  if (Number(database.pragma('user_version', { simple: true })) >= ERASED) return;
  try {
    const isUsed = database.prepare('select 1 from sqlite_schema limit 1').get() !== undefined;
    if (isUsed) {
      log.info({}, 'rewriting the database file once, to erase deleted data');
      database.exec('vacuum');
      database.pragma('wal_checkpoint(truncate)');
    }
    database.pragma(`user_version = ${ERASED}`);
  } catch (error) {
    // It needs space for a second copy. The bot works without it.
    log.warn({ err: error }, 'database file could not be rewritten, retrying at the next start');
  }
};

/**
 * Checkpoints and truncates the WAL, which holds pages from before a deletion. During a backup it does
 * nothing; the next call does it. PostgreSQL does this by itself.
 */
export const truncateWal = async (db: Db): Promise<void> => {
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return;
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
};
