import SqliteDatabase from 'better-sqlite3';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import pg from 'pg';
import { migrate, type SchemaVersion } from '#src/store/migrations/migrations.ts';
import type { Db, Tables } from '#src/store/connection/schema.ts';

const connectionTo = (url: string) => {
  if (!url.startsWith('file:')) {
    return new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) });
  }
  const database = new SqliteDatabase(url.slice('file:'.length));
  // Tests need not survive a power cut.
  database.pragma('synchronous = OFF');
  return new SqliteDialect({ database });
};

/** A database without tables. */
export const emptyDatabase = (url: string): Db =>
  new Kysely<Tables>({ dialect: connectionTo(url) });

/**
 * A database as an older release left it, migrated only so far. Its tables differ from today's, so
 * tests use SQL.
 */
export const olderStore = async (url: string, version: SchemaVersion): Promise<Db> => {
  const db = emptyDatabase(url);
  await migrate(db, url.startsWith('file:') ? 'sqlite' : 'postgres', version);
  return db;
};
