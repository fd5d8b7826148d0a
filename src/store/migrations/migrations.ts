import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { NewerDatabase, OlderProcesses } from '../trouble.ts';
import { ID_OF_SESSION } from './postgres-session.ts';
import { baseline } from './001-baseline.ts';

export type Dialect = 'sqlite' | 'postgres';

/** Migrations in their order, by name: the schema version that each produces. */
export type Migrations = Readonly<Record<string, (dialect: Dialect) => Migration>>;

/** All migrations of this release. A released one never changes. */
export const MIGRATIONS: Migrations = { '001-baseline': baseline };

/** Whether this release knows a schema version; an unknown one is of a newer release. */
export const isSchemaVersion = (name: string, migrations = MIGRATIONS): boolean =>
  Object.hasOwn(migrations, name);

/** @returns the completed migrations @throws NewerDatabase when a later release has changed the schema */
export const refuseNewer = async <Schema>(
  db: Kysely<Schema>,
  migrations = MIGRATIONS,
): Promise<readonly string[]> => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const done = rows.map(({ name }) => name);
  const later = done.find((name) => !isSchemaVersion(name, migrations));
  if (later !== undefined) throw new NewerDatabase(later);
  return done;
};

/** Not while another process makes the first tables: Kysely's own is there before the others. */
const HAS_MIGRATIONS = {
  sqlite: sql<{ name: string }>`select name from sqlite_master where name = 'kysely_migration'`,
  postgres: sql<{ name: string }>`
    select 1 where to_regclass('kysely_migration') is not null and to_regclass('leases') is not null`,
} as const;

/** The processes whose leases are held, each with its id in the log and its address. */
const AT_WORK = sql<{ process: string }>`
  select distinct leases.holder || ' on ' || coalesce(host(client_addr), 'its server') as process
  from leases join pg_stat_activity on leases.session = ${sql.raw(ID_OF_SESSION)}
  where leases.holder is not null`;

interface MigrateOptions {
  /** The newest by default. */
  readonly version?: string;
  readonly migrations?: Migrations | undefined;
}

/**
 * Migrates the schema; every migration runs once, in order. Inside a given transaction it becomes part
 * of it.
 * @throws when a newer release made the database, processes of an older one are at work on it, or a
 * migration fails: then nothing is changed
 */
export const migrate = async <Schema>(
  db: Kysely<Schema>,
  dialect: Dialect,
  { version, migrations = MIGRATIONS }: MigrateOptions = {},
): Promise<void> => {
  const isMigrated = (await HAS_MIGRATIONS[dialect].execute(db)).rows.length > 0;
  // Read first: a process that migrates meanwhile holds leases only afterwards.
  const atWork = isMigrated && dialect === 'postgres' ? (await AT_WORK.execute(db)).rows : [];
  const done = isMigrated ? await refuseNewer(db, migrations) : [];
  const all = Object.entries(migrations);
  if (version === undefined && done.length === all.length) return;
  if (version === undefined && atWork.length > 0) {
    throw new OlderProcesses(atWork.map(({ process }) => process));
  }
  const steps = Object.fromEntries(all.map(([name, step]) => [name, step(dialect)]));
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(steps) } });
  const { error } = await (version === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(version));
  if (error !== undefined) throw new Error('the database could not be migrated', { cause: error });
};

/** The state of the schema; a later release than this one made `newer`. */
export type SchemaState =
  | { readonly kind: 'none' | 'current' }
  | { readonly kind: 'behind'; readonly steps: number }
  | { readonly kind: 'newer'; readonly by: string };

export const NONE: SchemaState = { kind: 'none' };

/** @param done names of the completed migrations */
export const schemaOf = (done: readonly string[], migrations = MIGRATIONS): SchemaState => {
  const by = done.find((name) => !isSchemaVersion(name, migrations));
  if (by !== undefined) return { kind: 'newer', by };
  if (done.length === 0) return NONE;
  const steps = Object.keys(migrations).length - done.length;
  return steps === 0 ? { kind: 'current' } : { kind: 'behind', steps };
};
