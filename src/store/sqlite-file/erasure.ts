import { SqliteAdapter, sql } from 'kysely';
import type { Db } from '../connection/schema.ts';

/**
 * Checkpoints and truncates the WAL, which holds pages from before a deletion. During a backup it does
 * nothing; the next call does it. PostgreSQL does this by itself.
 */
export const truncateWal = async (db: Db): Promise<void> => {
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return;
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
};
