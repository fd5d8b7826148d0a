import { statSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { CamelCasePlugin, Kysely, PostgresDialect, SqliteDialect, type Dialect } from 'kysely';
import pg from 'pg';
import type { Logger } from '../../lib/logger.ts';
import { fileIn } from './database-url.ts';
import { MigratingSqlite } from '../migrations/migrating-sqlite.ts';
import { migrate, refuseNewer } from '../migrations/migrations.ts';
import { withStatementCache } from './prepared.ts';
import type { Db, Tables } from './schema.ts';
import { applicationName } from '../migrations/postgres-session.ts';
import { createDamageTracker, verifyReadable } from '../sqlite-file/damage.ts';
import { createPrivateFile } from '../sqlite-file/file-lock.ts';

export type { Db, Tx } from './schema.ts';

export interface Store {
  readonly db: Db;
  close: () => Promise<void>;
}

// int8 as a number: times and keys stay far below 2^53 (pg returns text by default).
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Tables and columns are camelCase in code (and in `sql.ref` and `sql.table`), and snake_case in the text of `sql`. */
export const PLUGINS = [new CamelCasePlugin()];

const openSqlite = (file: string | Buffer, log: Logger): Kysely<Tables> => {
  if (typeof file === 'string' && file !== ':memory:') createPrivateFile(file);
  const database = new SqliteDatabase(file);
  database.pragma('journal_mode = WAL');
  // Overwrites deleted data.
  database.pragma('secure_delete = ON');
  // NORMAL survives kill -9, only a power cut can lose commits, and it commits ten times faster.
  database.pragma('synchronous = NORMAL');
  // A checkpoint blocks a commit, 2,000 pages for 15 ms: half as often as by default, and no longer.
  database.pragma('wal_autocheckpoint = 2000');
  // Waiting for a lock blocks the whole process: fail after a moment.
  database.pragma('busy_timeout = 250');
  const damage = createDamageTracker();
  try {
    verifyReadable(database);
  } catch (error) {
    damage.note(error);
    log.error({ err: error }, 'database file is damaged: restore the last backup');
  }
  const dialect = new MigratingSqlite({ database: withStatementCache(database) });
  const db = new Kysely<Tables>({ dialect, plugins: PLUGINS, log: damage.log });
  damage.keepFor(db);
  return db;
};

/** Milliseconds to connect; the caller retries. */
const CONNECT_TIMEOUT_MS = 5_000;

const openPostgres = (connectionString: string, log: Logger, processId?: string) => {
  const name = processId === undefined ? {} : { application_name: applicationName(processId) };
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    ...name,
  });
  // The next query replaces a broken connection. Without listeners on idle connections and on those in
  // a transaction (which may fail twice) the error would end the process.
  const ignoreError = (): void => undefined;
  pool.on('error', ignoreError);
  pool.on('connect', (client) => {
    // Not the error itself: the pool attaches the connection to it, with its secrets.
    client.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      log.warn({ code, message }, 'database connection lost');
    });
    client.on('error', ignoreError);
  });
  const damage = createDamageTracker();
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: PLUGINS,
    log: damage.log,
  });
  damage.keepFor(db);
  return db;
};

/**
 * Opens the database at `url` and migrates its schema: `file:data/bandeja.sqlite` (created when
 * missing; `file::memory:` for tests) or `postgres://…`. All queries are the same for both. The bytes of a
 * SQLite file become a database in memory.
 * @param processId marks the connections of this process in PostgreSQL
 */
export const openStore = async (
  url: string | Buffer,
  log: Logger,
  processId?: string,
): Promise<Store> => {
  const file = typeof url === 'string' ? fileIn(url) : url;
  const db = file === null ? openPostgres(String(url), log, processId) : openSqlite(file, log);
  try {
    await migrate(db, file === null ? 'postgres' : 'sqlite');
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return { db, close: () => db.destroy() };
};

/** Opens what exists, without migrating it. */
const openExisting = (url: string, readonly: boolean): PostgresDialect | SqliteDialect => {
  const file = fileIn(url);
  if (file !== null) {
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) {
      throw new Error(`DATABASE_URL names no database (${file}): the bot's first start creates it`);
    }
    const database = new SqliteDatabase(file, { readonly, fileMustExist: true });
    // Overwrites deleted data.
    database.pragma('secure_delete = ON');
    return new SqliteDialect({ database });
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
    ...(readonly ? { options: '-c default_transaction_read_only=on' } : {}),
  });
  return new PostgresDialect({ pool });
};

const useExisting = async <T>(dialect: Dialect, use: (db: Db) => Promise<T>): Promise<T> => {
  const db = new Kysely<Tables>({ dialect, plugins: PLUGINS });
  try {
    return await use(db);
  } finally {
    await db.destroy();
  }
};

/** Reads the database at `url` with the queries of the store, without migrating or changing it. */
export const readDatabase = <T>(url: string, read: (db: Db) => Promise<T>): Promise<T> =>
  useExisting(openExisting(url, true), read);

/**
 * Changes the database at `url`, also beside a bot that runs on it, without migrating it.
 * @throws when a newer release has changed its tables
 */
export const changeDatabase = <T>(url: string, change: (db: Db) => Promise<T>): Promise<T> =>
  useExisting(openExisting(url, false), async (db) => {
    await refuseNewer(db);
    return await change(db);
  });
