import SqliteDatabase from 'better-sqlite3';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { fileIn, shownUrl } from '../database-url.ts';
import { lockFile } from '../file-lock.ts';
import { MigratingSqlite } from '../migrating-sqlite.ts';
import type { Dialect } from '../migrations.ts';
import { remembering } from '../remembered-statements.ts';
import type { Db, Tables } from '../schema.ts';
import { applicationName } from '../session.ts';

/** One of the two databases of a copy; its integers are `bigint`. */
export interface DatabaseEnd {
  readonly db: Db;
  readonly dialect: Dialect;
  /** As it may be shown. */
  readonly name: string;
  readonly close: () => Promise<void>;
}

/**
 * Opens a database as it is: no schema is made, and none is changed.
 * @param url `file:…` or `postgres://…`
 * @param isSource whether it has to be there; a target that is a file is made.
 * @throws when it cannot be opened, or a bot runs on it.
 */
export const openEnd = async (url: string, isSource: boolean): Promise<DatabaseEnd> => {
  const file = fileIn(url);
  if (file === null && !/^postgres(ql)?:\/\//.test(url)) {
    throw new Error('a database is file:path/to/file or postgres://user:password@host/database');
  }
  const name = shownUrl(url);
  if (file !== null && isSource && !existsSync(file)) throw new Error(`there is no ${name}`);
  const unlock = file === null ? () => undefined : lockFile(file);
  if (unlock === null) throw new Error(`${name}: ${IN_USE.why}`);
  const db = file === null ? openServer(url) : openFile(file);
  const close = async (): Promise<void> => {
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

const IN_USE = { isFree: false, why: 'a bot runs on it: stop it first' } as const;

/** Milliseconds in which a bot that is just stopping may let go. */
const PATIENCE = 250;

const openFile = (file: string): Kysely<Tables> => {
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

const openServer = (connectionString: string): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString, types, max: 1 }) }),
  });

/** Whether a database answers, and no bot runs on it. */
const stateOf = async (db: Db, dialect: Dialect): Promise<State> => {
  try {
    if (dialect === 'postgres') return (await isServerFree(db)) ? { isFree: true } : IN_USE;
    await sql`select count(*) from sqlite_master`.execute(db);
    return { isFree: true };
  } catch (error) {
    const isHeld = error instanceof SqliteDatabase.SqliteError && error.code === 'SQLITE_BUSY';
    return isHeld ? IN_USE : { isFree: false, why: `it cannot be opened: ${String(error)}`, error };
  }
};

/** PostgreSQL shows the connections of a bot for a moment after it has ended. */
const LOOKS = 5;

const isServerFree = async (db: Db): Promise<boolean> => {
  for (let look = 1; look <= LOOKS; look += 1) {
    const { rows: bots } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and application_name like ${applicationName('%')}`.execute(
      db,
    );
    if (bots.length === 0) return true;
    if (look < LOOKS) await pause(PATIENCE);
  }
  return false;
};
