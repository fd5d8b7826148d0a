import SqliteDatabase from 'better-sqlite3';
import { existsSync, mkdtempSync, rmdirSync, statfsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { fileIn } from './database-url.ts';
import { migrationsFor, type Dialect } from './migrations.ts';
import { applicationName } from './session.ts';

/** How far the tables are; `newer` was made by a later release than this one. */
export type SchemaState =
  | { readonly kind: 'none' | 'current' }
  | { readonly kind: 'behind'; readonly steps: number }
  | { readonly kind: 'newer'; readonly by: string };

export interface SqliteFacts {
  readonly kind: 'sqlite';
  readonly file: string;
  /** False while no bot has been started: the file is made then. */
  readonly exists: boolean;
  readonly bytes: number;
  /** `wal`, as the bot sets it. */
  readonly journalMode: string;
  readonly schema: SchemaState;
}

export interface PostgresFacts {
  readonly kind: 'postgres';
  /** `18.4` */
  readonly version: string;
  readonly schema: SchemaState;
  readonly mayCreate: boolean;
  /** A standby, or a session that may only read. */
  readonly isReadOnly: boolean;
  readonly encoding: string;
  readonly maxConnections: number;
  readonly usedConnections: number;
  /** How many processes of the bot are at work on it. */
  readonly processes: number;
  /** Something stands in between, and lends out its own connections. */
  readonly isPooled: boolean;
  /** Milliseconds from a question to its answer, the shortest of several: how far away it is. */
  readonly latency: number;
}

/** What a database is, or why it cannot be used: the code of SQLite, of PostgreSQL or of the system. */
export type DatabaseInspection =
  SqliteFacts | PostgresFacts | { readonly kind: 'unusable'; readonly cause: unknown };

/** Looks at the database named by `url` as the bot would find it; neither it nor its tables are changed. */
export const inspectDatabase = async (url: string): Promise<DatabaseInspection> => {
  const file = fileIn(url);
  try {
    return file === null ? await inspectPostgres(url) : inspectSqlite(file);
  } catch (error) {
    return { kind: 'unusable', cause: error };
  }
};

/** The folder in which a file is, or the nearest one above that exists. */
const folderOf = (file: string): string => {
  const folder = dirname(resolve(file));
  return existsSync(folder) || folder === dirname(folder) ? folder : folderOf(folder);
};

/** Bytes that may still be written where the file named by `url` is; null when it is no file. */
export const freeBytes = (url: string): number | null => {
  const file = fileIn(url);
  if (file === null) return null;
  const { bavail, bsize } = statfsSync(folderOf(file));
  return bavail * bsize;
};

/**
 * SQLite keeps files beside the database: the folder has to be writable, too. Permissions do not say so
 * of every kind of disk: it is tried.
 */
const tryFolder = (folder: string): void => {
  rmdirSync(mkdtempSync(join(folder, '.bandeja-doctor-')));
};

const inspectSqlite = (file: string): SqliteFacts => {
  tryFolder(folderOf(file));
  if (!existsSync(file)) {
    return { kind: 'sqlite', file, exists: false, bytes: 0, journalMode: '', schema: NONE };
  }
  const database = new SqliteDatabase(file, { fileMustExist: true });
  try {
    database.pragma('busy_timeout = 250');
    // Takes the place of a writer, and gives it back: whoever may not write is refused it.
    database.exec('begin immediate; rollback');
    const done = tableExists(database) ? doneIn(database) : [];
    return {
      kind: 'sqlite',
      file,
      exists: true,
      bytes: statSync(file).size,
      journalMode: String(database.pragma('journal_mode', { simple: true })),
      schema: schemaOf('sqlite', done),
    };
  } finally {
    database.close();
  }
};

const NONE: SchemaState = { kind: 'none' };

const tableExists = (database: SqliteDatabase.Database): boolean =>
  database
    .prepare("select 1 from sqlite_master where type = 'table' and name = 'kysely_migration'")
    .get() !== undefined;

const doneIn = (database: SqliteDatabase.Database): readonly string[] =>
  database.prepare<[], string>('select name from kysely_migration').pluck().all();

/** @param done names of the migrations that were made */
const schemaOf = (dialect: Dialect, done: readonly string[]): SchemaState => {
  const known = Object.keys(migrationsFor(dialect));
  const by = done.find((name) => !known.includes(name));
  if (by !== undefined) return { kind: 'newer', by };
  if (done.length === 0) return NONE;
  const steps = known.length - done.length;
  return steps === 0 ? { kind: 'current' } : { kind: 'behind', steps };
};

/** Milliseconds to connect, and for each answer. */
const ANSWER_WITHIN = 5_000;

const FACTS = `
  select
    current_setting('server_version') as version,
    to_regclass('kysely_migration') is not null as has_tables,
    has_schema_privilege(current_schema(), 'create') as may_create,
    pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as is_read_only,
    current_setting('server_encoding') as encoding,
    current_setting('max_connections')::int as max_connections,
    (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
    (select count(distinct application_name)::int from pg_stat_activity
      where datname = current_database() and starts_with(application_name, $1)) as processes,
    pg_backend_pid() as pid`;

interface FactsRow {
  readonly version: string;
  readonly has_tables: boolean;
  readonly may_create: boolean | null;
  readonly is_read_only: boolean;
  readonly encoding: string;
  readonly max_connections: number;
  readonly used: number;
  readonly processes: number;
  readonly pid: number;
}

const inspectPostgres = async (connectionString: string): Promise<PostgresFacts> => {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: ANSWER_WITHIN,
    query_timeout: ANSWER_WITHIN,
  });
  // One that breaks later is told by the query that waits for it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const [row] = (await client.query<FactsRow>(FACTS, [applicationName('')])).rows;
    if (row === undefined) throw new Error('no row');
    const done = row.has_tables
      ? (await client.query<{ name: string }>('select name from kysely_migration')).rows
      : [];
    return {
      kind: 'postgres',
      version: row.version.split(' ')[0] ?? row.version,
      schema: schemaOf(
        'postgres',
        done.map(({ name }) => name),
      ),
      // Null where the search path names no schema at all.
      mayCreate: row.may_create === true,
      isReadOnly: row.is_read_only,
      encoding: row.encoding,
      maxConnections: row.max_connections,
      usedConnections: row.used,
      processes: row.processes,
      // A pooler greets with a number of its own.
      isPooled: 'processID' in client && client.processID !== row.pid,
      latency: await latencyOf(client),
    };
  } finally {
    await client.end();
  }
};

const QUESTIONS = 9;

const latencyOf = async (client: pg.Client): Promise<number> => {
  let shortest = Infinity;
  for (let asked = 0; asked < QUESTIONS; asked += 1) {
    const begun = performance.now();
    await client.query('select 1');
    shortest = Math.min(shortest, performance.now() - begun);
  }
  return shortest;
};
