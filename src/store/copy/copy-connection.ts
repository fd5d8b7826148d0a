import SqliteDatabase from 'better-sqlite3';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { DATABASE_URL_FORMAT, fileIn, isServerUrl, shownUrl } from '../connection/database-url.ts';
import { lockFile, createPrivateFile } from '../sqlite-file/file-lock.ts';
import { MigratingSqlite } from '../migrations/migrating-sqlite.ts';
import type { Dialect } from '../migrations/migrations.ts';
import { withStatementCache } from '../connection/prepared.ts';
import { applicationName, WORKERS_LOCK } from '../migrations/postgres-session.ts';

/**
 * A database by the names that are stored: its tables may be of an older release, and the columns of a row
 * become those of the copy. So it has none of the types and names of the store.
 */
type CopyDb = Kysely<unknown>;

export type Tx = Transaction<unknown>;

/** One of the two databases of a copy; it reads integers as `bigint`. */
export interface CopyConnection {
  readonly db: CopyDb;
  readonly dialect: Dialect;
  /** For display, without a password. */
  readonly name: string;
  readonly close: () => Promise<void>;
}

/**
 * Opens a database without creating or migrating its schema. No bot can start on it until it is closed.
 * @param url `file:…` or `postgres://…`
 * @param isSource whether it must exist; a target file is created
 * @throws when it cannot be opened, or a bot or another copy uses it
 */
export const openCopyConnection = async (
  url: string,
  isSource: boolean,
): Promise<CopyConnection> => {
  const file = fileIn(url);
  if (file === null && !isServerUrl(url)) {
    throw new Error(
      `the database to copy ${isSource ? 'from' : 'to'} should be ${DATABASE_URL_FORMAT}`,
    );
  }
  const name = shownUrl(url);
  if (file !== null && isSource && !existsSync(file)) throw new Error(`there is no ${name}`);
  const unlock = file === null ? () => undefined : lockFile(file);
  if (unlock === null) throw new Error(`${name}: ${IN_USE.why}`);
  const db = file === null ? openServer(url) : openFile(file);
  const close = async (): Promise<void> => {
    if (file === null) await releaseWorkersLock(db);
    await db.destroy();
    unlock();
  };
  const dialect = file === null ? 'postgres' : 'sqlite';
  const state = await stateOf(db, dialect);
  if (state.isFree) return { db, dialect, name, close };
  await close();
  throw new Error(`${name}: ${state.why}`, { cause: state.error });
};

type State =
  | { readonly isFree: true }
  | { readonly isFree: false; readonly why: string; error?: unknown };

const IN_USE = { isFree: false, why: 'a bot runs on it, or another copy: stop it first' } as const;

/** Milliseconds in which a stopping bot may release its lock. */
const LOCK_TIMEOUT_MS = 250;

const openFile = (file: string): CopyDb => {
  createPrivateFile(file);
  const database = new SqliteDatabase(file, { timeout: LOCK_TIMEOUT_MS });
  // Fails on the first read while a bot has the file open, and keeps others from opening it.
  database.pragma('locking_mode = EXCLUSIVE');
  // Overwrites what the target held.
  database.pragma('secure_delete = ON');
  // JavaScript numbers are exact up to 2^53, database integers reach 2^63.
  database.defaultSafeIntegers(true);
  return new Kysely<unknown>({
    dialect: new MigratingSqlite({ database: withStatementCache(database) }),
  });
};

const { INT2, INT4, INT8 } = pg.types.builtins;
const INTEGERS: readonly number[] = [INT2, INT4, INT8];

const types: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    INTEGERS.includes(type) ? BigInt : (pg.types.getTypeParser(type, format) as unknown),
};

const CONNECT_TIMEOUT_MS = 5_000;

const openServer = (connectionString: string): CopyDb => {
  const pool = new pg.Pool({
    connectionString,
    types,
    max: 1,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // A query on a closed connection fails by itself; without a listener the error would end the process.
  const ignoreError = (): void => undefined;
  pool.on('error', ignoreError);
  pool.on('connect', (client) => client.on('error', ignoreError));
  return new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
};

/** Whether a database is reachable, and no bot runs on it. */
const stateOf = async (db: CopyDb, dialect: Dialect): Promise<State> => {
  try {
    if (dialect === 'postgres') return (await holdServer(db)) ? { isFree: true } : IN_USE;
    await sql`select count(*) from sqlite_master`.execute(db);
    return { isFree: true };
  } catch (error) {
    const isHeld = error instanceof SqliteDatabase.SqliteError && error.code === 'SQLITE_BUSY';
    return isHeld ? IN_USE : { isFree: false, why: 'it cannot be opened', error };
  }
};

/** PostgreSQL keeps the connections and locks of a bot for a moment after it has ended. */
const MAX_TRIES = 5;

const holdServer = async (db: CopyDb): Promise<boolean> => {
  let isLocked = false;
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    isLocked ||= await lockWorkersOut(db);
    if (isLocked && !(await hasConnections(db))) return true;
    if (attempt < MAX_TRIES) await pause(LOCK_TIMEOUT_MS);
  }
  return false;
};

const lockWorkersOut = async (db: CopyDb): Promise<boolean> => {
  const { rows } = await sql<{ is_locked: boolean }>`select
    pg_try_advisory_lock(${WORKERS_LOCK}) as is_locked`.execute(db);
  return rows[0]?.is_locked === true;
};

/** Releases the lock before the connection ends, so that a bot can start right away. */
const releaseWorkersLock = async (db: CopyDb): Promise<void> => {
  // A closed connection holds no lock.
  await sql`select pg_advisory_unlock_all()`.execute(db).catch(() => undefined);
};

/** Also finds a bot that has lost its lock and has not noticed yet. */
const hasConnections = async (db: CopyDb): Promise<boolean> => {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and application_name like ${applicationName('%')}`.execute(
    db,
  );
  return rows.length > 0;
};
