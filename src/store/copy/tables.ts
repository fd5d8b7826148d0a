import { sql } from 'kysely';
import { isSchemaVersion, type Dialect, type Migrations } from '../migrations/migrations.ts';
import type { CopyConnection, Tx } from './copy-connection.ts';

/** One of the two databases, inside the transaction of the copy. */
export interface CopyTransaction extends CopyConnection {
  readonly tx: Tx;
}

/** The version of the schema; null without one. @throws when a newer release created it */
export const versionOf = async (
  { tx, name }: CopyTransaction,
  migrations?: Migrations,
): Promise<string | null> => {
  const all = await tx.introspection.getTables({ withInternalKyselyTables: true });
  if (!all.some((table) => table.name === 'kysely_migration')) return null;
  const { rows } = await sql<{ version: string | null }>`select max(name) as version
    from kysely_migration`.execute(tx);
  const version = rows[0]?.version ?? null;
  if (version === null || isSchemaVersion(version, migrations)) return version;
  throw new Error(`${name}: a newer release made it (${version}): update Bandeja first`);
};

export interface Table {
  readonly name: string;
  /** Null where the database generates no keys. */
  readonly key: KeyColumn | null;
}

/** State of the running processes, meaningless in another database. */
const PROCESS_TABLES: readonly string[] = ['leases', 'rpc_requests'];

export const tablesOf = async ({ tx }: CopyTransaction): Promise<readonly Table[]> => {
  const tables = await tx.introspection.getTables();
  return tables
    .filter(({ name }) => !PROCESS_TABLES.includes(name))
    .map(({ name, columns }) => {
      const key = columns.find(({ isAutoIncrementing }) => isAutoIncrementing);
      return { name, key: key === undefined ? null : { table: name, column: key.name } };
    });
};

/** A column whose ascending keys the database generates. */
interface KeyColumn {
  readonly table: string;
  readonly column: string;
}

/**
 * The last generated key; null when there was none. It can be above the largest existing key: keys of
 * deleted rows are not reused.
 */
export const lastKey = async (
  tx: Tx,
  dialect: Dialect,
  { table, column }: KeyColumn,
): Promise<bigint | null> => {
  const { rows } =
    dialect === 'sqlite'
      ? await sql<{ last: bigint }>`select seq as last from sqlite_sequence
          where name = ${table} and seq > 0`.execute(tx)
      : await sql<{ last: bigint | null }>`select pg_sequence_last_value(
          pg_get_serial_sequence(${table}, ${column})::regclass) as last`.execute(tx);
  return rows[0]?.last ?? null;
};

/** Sets the key after which the database continues. */
export const setLastKey = async (
  tx: Tx,
  dialect: Dialect,
  { table, column }: KeyColumn,
  last: bigint,
): Promise<void> => {
  if (dialect === 'postgres') {
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}), ${last})`.execute(tx);
    return;
  }
  await sql`delete from sqlite_sequence where name = ${table}`.execute(tx);
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(tx);
};
