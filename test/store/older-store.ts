import SqliteDatabase from 'better-sqlite3';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import pg from 'pg';
import { migrate, type SchemaVersion } from '#src/store/migrations.ts';
import type { Db, Tables } from '#src/store/schema.ts';

const connectionTo = (url: string) => {
  if (!url.startsWith('file:')) {
    return new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) });
  }
  const database = new SqliteDatabase(url.slice('file:'.length));
  // Nothing here has to survive a power cut.
  database.pragma('synchronous = OFF');
  return new SqliteDialect({ database });
};

/** A database without any tables. */
export const emptyDatabase = (url: string): Db =>
  new Kysely<Tables>({ dialect: connectionTo(url) });

/**
 * A database as an older release left it: after this migration, the later ones were not there. Its
 * tables are not those of today: it is spoken to in SQL.
 */
export const olderStore = async (url: string, version: SchemaVersion): Promise<Db> => {
  const db = emptyDatabase(url);
  await migrate(db, url.startsWith('file:') ? 'sqlite' : 'postgres', version);
  return db;
};
