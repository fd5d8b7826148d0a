import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Db } from '#src/store/database.ts';
import { migrationsFor, type SchemaVersion } from '#src/store/migrations.ts';
import { DIALECTS, useDialect } from './dialects.ts';
import { olderStore } from './older-store.ts';
import { BROUGHT, ROWS, type Cells } from './released-rows.ts';

/** The versions of the schema that were released, the oldest first. */
const VERSIONS = Object.keys(migrationsFor('sqlite')) as SchemaVersion[];

/** The tables of a database, with their columns. */
const tablesOf = async (db: Db): Promise<ReadonlyMap<string, readonly string[]>> => {
  const tables = await db.introspection.getTables();
  return new Map(
    tables.map(({ name, columns }) => [name, columns.map((column) => column.name)] as const),
  );
};

/** A row of today as it was written then: without what its table did not have. */
const rowAsOf = (
  version: SchemaVersion,
  table: string,
  columns: readonly string[],
  row: Cells,
): Cells => {
  const then: Record<string, Cells[string]> = { ...row };
  for (const { by, table: changed, column, was } of BROUGHT) {
    if (changed === table && by > version && was !== undefined) then[column] = was;
  }
  return Object.fromEntries(Object.entries(then).filter(([column]) => columns.includes(column)));
};

const insert = async (db: Db, table: string, row: Cells): Promise<void> => {
  const columns = Object.keys(row).map((column) => sql.ref(column));
  await sql`insert into ${sql.table(table)} (${sql.join(columns)})
    values (${sql.join(Object.values(row))})`.execute(db);
};

const rowsOf = async (db: Db, table: string): Promise<readonly Cells[]> =>
  (await sql<Cells>`select * from ${sql.table(table)}`.execute(db)).rows;

/** What the migrations after a version make of a row. */
const broughtForward = (version: SchemaVersion, table: string, row: Cells): Cells =>
  BROUGHT.filter((change) => change.table === table && change.by > version).reduce(
    (before, { column, value }) => ({
      ...before,
      [column]: typeof value === 'function' ? value(before) : value,
    }),
    row,
  );

describe.each(DIALECTS)('on $name', (dialect) => {
  const { emptyUrl, openAt } = useDialect(dialect);

  it('there is a row of every table to try migrations with, with every column', async () => {
    const tables = await tablesOf(await openAt(await emptyUrl()));
    const tried = Object.entries(ROWS).map(([table, [row]]) => [
      table,
      Object.keys(row).toSorted(),
    ]);
    const held = [...tables].map(([table, columns]) => [table, columns.toSorted()]);
    expect(Object.fromEntries(tried)).toEqual(Object.fromEntries(held));
  });

  it.each(VERSIONS)(
    'a database as %s left it keeps every row, and what it means',
    async (version) => {
      const url = await emptyUrl();
      const old = await olderStore(url, version);
      const expected = new Map<string, readonly Cells[]>();
      for (const [table, columns] of await tablesOf(old)) {
        for (const row of ROWS[table] ?? []) {
          await insert(old, table, rowAsOf(version, table, columns, row));
        }
        const rows = await rowsOf(old, table);
        expected.set(
          table,
          rows.map((row) => broughtForward(version, table, row)),
        );
      }
      await old.destroy();

      const db = await openAt(url);
      for (const [table, rows] of expected) {
        const held = await rowsOf(db, table);
        expect(held, table).toHaveLength(rows.length);
        expect(held, table).toEqual(expect.arrayContaining([...rows]));
      }
    },
  );
});
