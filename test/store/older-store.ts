import SqliteDatabase from 'better-sqlite3';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { expect } from 'vitest';
import { firstLight } from '#src/store/migrations/001-first-light.ts';
import { pairsInDirectory } from '#src/store/migrations/002-pairs-in-directory.ts';
import { alertChannels } from '#src/store/migrations/003-alert-channels.ts';

const connectionTo = (url: string) =>
  url.startsWith('file:')
    ? new SqliteDialect({ database: new SqliteDatabase(url.slice('file:'.length)) })
    : new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) });

/** A database as an older release left it: after this migration, the later ones were not there. */
export const olderStore = async (
  url: string,
  last: '001-first-light' | '002-pairs-in-directory' | '003-alert-channels',
): Promise<Kysely<unknown>> => {
  const dialect = url.startsWith('file:') ? 'sqlite' : 'postgres';
  const db = new Kysely<unknown>({ dialect: connectionTo(url) });
  const all = {
    '001-first-light': firstLight(dialect),
    '002-pairs-in-directory': pairsInDirectory,
    '003-alert-channels': alertChannels(dialect),
  };
  const provider = { getMigrations: () => Promise.resolve(all) };
  const { error } = await new Migrator({ db, provider }).migrateTo(last);
  expect(error).toBeUndefined();
  return db;
};
