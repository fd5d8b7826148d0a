import { sql } from 'kysely';
import type { Dialect } from '../migrations/migrations.ts';
import type { Tx } from '../connection/schema.ts';

/** A column whose ascending keys the database generates. */
export interface KeyColumn {
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
