import SqliteDatabase from 'better-sqlite3';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { fileIn, isServerUrl, shownUrl } from '../database-url.ts';
import { lockFile } from '../file-lock.ts';
import { MigratingSqlite } from '../migrating-sqlite.ts';
import type { Dialect } from '../migrations.ts';
import { remembering } from '../remembered-statements.ts';
import type { Db, Tables } from '../schema.ts';
import { applicationName, WORKERS_LOCK } from '../session.ts';
import { makeForOwnerAlone } from '../sqlite-file/for-owner-alone.ts';

/** One of the two databases of a copy; its integers are `bigint`. */
export interface DatabaseEnd {
  readonly db: Db;
  readonly dialect: Dialect;
  /** As it may be shown. */
  readonly name: string;
  readonly close: () => Promise<void>;
}

const SHAPE =
  'should be file:path/to/file or postgres://user:password@host/database, ' +
  'with special characters of the password percent-encoded (/ is %2F)';

/**
 * Opens a database as it is: no schema is made, and none is changed. Until it is closed no bot begins
 * to work on it.
 * @param url `file:…` or `postgres://…`
 * @param isSource whether it has to be there; a target that is a file is made.
 * @throws when it cannot be opened, or a bot or another copy works on it.
 */
export const openEnd = async (url: string, isSource: boolean): Promise<DatabaseEnd> => {
  const file = fileIn(url);
  if (file === null && !isServerUrl(url)) {
    throw new Error(`the database to copy ${isSource ? 'from' : 'to'} ${SHAPE}`);
  }
  const name = shownUrl(url);
  if (file !== null && isSource && !existsSync(file)) throw new Error(`there is no ${name}`);
  const unlock = file === null ? () => undefined : lockFile(file);
  if (unlock === null) throw new Error(`${name}: ${IN_USE.why}`);
  const db = file === null ? openServer(url) : openFile(file);
  const close = async (): Promise<void> => {
    if (file === null) await letWorkersIn(db);
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
  { readonly isFree: true } | { readonly isFree: false; readonly why: string; error?: unknown };

const IN_USE = { isFree: false, why: 'a bot runs on it, or another copy: stop it first' } as const;

/** Milliseconds in which a bot that is just stopping may let go. */
const PATIENCE = 250;

const openFile = (file: string): Kysely<Tables> => {
  makeForOwnerAlone(file);
  const database = new SqliteDatabase(file, { timeout: PATIENCE });
  // Refused from the first reading on while a bot has it open, and nobody opens it after.
  database.pragma('locking_mode = EXCLUSIVE');
  // Numbers of JavaScript are exact up to 2^53, an integer of a database up to 2^63.
  database.defaultSafeIntegers(true);
  return new Kysely<Tables>({ dialect: new MigratingSqlite({ database: remembering(database) }) });
};

const { INT2, INT4, INT8 } = pg.types.builtins;
const INTEGERS: readonly number[] = [INT2, INT4, INT8];

const types: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    INTEGERS.includes(type) ? BigInt : (pg.types.getTypeParser(type, format) as unknown),
};

/** A server that does not answer is an error; milliseconds. */
const CONNECT_WITHIN = 5_000;

const openServer = (connectionString: string): Kysely<Tables> => {
  const pool = new pg.Pool({
    connectionString,
    types,
    max: 1,
    connectionTimeoutMillis: CONNECT_WITHIN,
  });
  // What is asked of a connection that has ended fails; without listeners its end would be the process's.
  const isToldThen = (): void => undefined;
  pool.on('error', isToldThen);
  pool.on('connect', (client) => client.on('error', isToldThen));
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
};

/** Whether a database answers, and no bot runs on it. */
const stateOf = async (db: Db, dialect: Dialect): Promise<State> => {
  try {
    if (dialect === 'postgres') return (await holdServer(db)) ? { isFree: true } : IN_USE;
    await sql`select count(*) from sqlite_master`.execute(db);
    return { isFree: true };
  } catch (error) {
    const isHeld = error instanceof SqliteDatabase.SqliteError && error.code === 'SQLITE_BUSY';
    return isHeld ? IN_USE : { isFree: false, why: 'it cannot be opened', error };
  }
};

/** PostgreSQL keeps the connections and the locks of a bot for a moment after it has ended. */
const LOOKS = 5;

const holdServer = async (db: Db): Promise<boolean> => {
  let isLocked = false;
  for (let look = 1; look <= LOOKS; look += 1) {
    isLocked ||= await lockWorkersOut(db);
    if (isLocked && !(await hasConnections(db))) return true;
    if (look < LOOKS) await pause(PATIENCE);
  }
  return false;
};

const lockWorkersOut = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ is_locked: boolean }>`select
    pg_try_advisory_lock(${WORKERS_LOCK}) as is_locked`.execute(db);
  return rows[0]?.is_locked === true;
};

/** At once, and not a moment after the end of the connection: a bot may be started right after. */
const letWorkersIn = async (db: Db): Promise<void> => {
  // A connection that is gone holds nothing.
  await sql`select pg_advisory_unlock_all()`.execute(db).catch(() => undefined);
};

/** Also of a bot that has lost its lock, and does not know yet. */
const hasConnections = async (db: Db): Promise<boolean> => {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and application_name like ${applicationName('%')}`.execute(
    db,
  );
  return rows.length > 0;
};
