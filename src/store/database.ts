import SqliteDatabase from 'better-sqlite3';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Logger } from '../lib/logger.ts';
import { fileIn } from './database-url.ts';
import { MigratingSqlite } from './migrating-sqlite.ts';
import { migrate } from './migrations.ts';
import { remembering } from './remembered-statements.ts';
import type { Db, Tables } from './schema.ts';
import { applicationName } from './session.ts';
import { createDamageNote, proveReadable } from './sqlite-file/damage.ts';
import { eraseDeleted } from './sqlite-file/erasure.ts';
import { makeForOwnerAlone } from './sqlite-file/for-owner-alone.ts';

export type { Db, Tx } from './schema.ts';

export interface Store {
  readonly db: Db;
  close: () => Promise<void>;
}

// int8 as a number: our times and keys stay far below 2^53 (pg gives text by default).
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const openSqlite = (file: string, log: Logger): Kysely<Tables> => {
  if (file !== ':memory:') makeForOwnerAlone(file);
  const database = new SqliteDatabase(file);
  database.pragma('journal_mode = WAL');
  // NORMAL loses nothing to kill -9, only to a power cut, and commits ten times faster.
  database.pragma('synchronous = NORMAL');
  // Whoever commits moves what is logged into the file, which takes up to 40 ms: eight times more seldom.
  database.pragma('wal_autocheckpoint = 8000');
  // Waiting for somebody else's lock stops everything else in the process: a moment, then an error.
  database.pragma('busy_timeout = 250');
  const damage = createDamageNote();
  try {
    proveReadable(database);
  } catch (error) {
    damage.note(error);
    log.error({ err: error }, 'the database file is damaged: put back the last backup');
  }
  eraseDeleted(database, log);
  const dialect = new MigratingSqlite({ database: remembering(database) });
  const db = new Kysely<Tables>({ dialect, log: damage.log });
  damage.keepFor(db);
  return db;
};

/** A server that does not answer is an error, which whoever asked tries again; milliseconds. */
const CONNECT_WITHIN = 5_000;

const openPostgres = (connectionString: string, log: Logger, processId?: string) => {
  const name = processId === undefined ? {} : { application_name: applicationName(processId) };
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: CONNECT_WITHIN,
    keepAlive: true,
    ...name,
  });
  // One that breaks is replaced by the next query; without listeners for those that are idle and for
  // those in the middle of a transaction, which may break twice, it would end the process.
  const isLogged = (): void => undefined;
  pool.on('error', isLogged);
  pool.on('connect', (client) => {
    // Not the error itself: the pool hangs the whole connection on it, with its secrets.
    client.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      log.warn({ code, message }, 'a database connection was lost');
    });
    client.on('error', isLogged);
  });
  const damage = createDamageNote();
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log: damage.log });
  damage.keepFor(db);
  return db;
};

/**
 * Opens the database named by `url` and brings its schema up to date: `file:data/bandeja.sqlite`
 * (made when missing; `file::memory:` for tests) or `postgres://…`. Everything above the dialect
 * is the same queries.
 * @param processId by which the connections of this process are known to PostgreSQL
 */
export const openStore = async (url: string, log: Logger, processId?: string): Promise<Store> => {
  const file = fileIn(url);
  const db = file === null ? openPostgres(url, log, processId) : openSqlite(file, log);
  try {
    await migrate(db, file === null ? 'postgres' : 'sqlite');
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return { db, close: () => db.destroy() };
};
