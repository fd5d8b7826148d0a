import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Db } from '#src/store/connection/database.ts';
import { migrationsFor, type SchemaVersion } from '#src/store/migrations/migrations.ts';
import { DIALECTS, useDialect } from './dialects.ts';
import { DRAFTS, schemaOf } from './first-landings.ts';
import { emptyDatabase, olderStore } from './older-store.ts';
import {
  COLUMN_CHANGES,
  COLUMNS_BEFORE,
  ROWS,
  TABLES_BEFORE,
  type Cells,
} from './released-rows.ts';

/** The released versions of the schema, the oldest first. */
const VERSIONS = Object.keys(migrationsFor('sqlite')) as SchemaVersion[];

/** The tables of a database, with their columns. */
const tablesOf = async (db: Db): Promise<ReadonlyMap<string, readonly string[]>> => {
  const tables = await db.introspection.getTables();
  return new Map(
    tables.map(({ name, columns }) => [name, columns.map((column) => column.name)] as const),
  );
};

/** The current names of a table and of a column. */
const tableToday = (table: string): string => TABLES_BEFORE[table] ?? table;
const columnToday = (table: string, column: string): string =>
  COLUMNS_BEFORE[`${tableToday(table)}.${column}`] ?? column;

/** A current row as an older release wrote it: without later columns. */
const rowAsOf = (
  version: SchemaVersion,
  table: string,
  columns: readonly string[],
  row: Cells,
): Cells => {
  const then: Record<string, Cells[string]> = { ...row };
  for (const { by, table: changed, column, was } of COLUMN_CHANGES) {
    if (changed !== table || by <= version || was === undefined) continue;
    then[column] = typeof was === 'function' ? was(then) : was;
  }
  const written = columns.map((column) => [column, then[columnToday(table, column)]] as const);
  return Object.fromEntries(written.filter(([, value]) => value !== undefined));
};

const insert = async (db: Db, table: string, row: Cells): Promise<void> => {
  const columns = Object.keys(row).map((column) => sql.ref(column));
  await sql`insert into ${sql.table(table)} (${sql.join(columns)})
    values (${sql.join(Object.values(row))})`.execute(db);
};

const rowsOf = async (db: Db, table: string): Promise<readonly Cells[]> =>
  (await sql<Cells>`select * from ${sql.table(table)}`.execute(db)).rows;

/** What the migrations after a version make of a row. */
const afterMigrations = (version: SchemaVersion, table: string, row: Cells): Cells => {
  const changes = COLUMN_CHANGES.filter((change) => change.table === table && change.by > version);
  const migrated = changes.reduce<Cells>(
    (before, { column, value }) => ({
      ...before,
      [column]: typeof value === 'function' ? value(before) : value,
    }),
    row,
  );
  return Object.fromEntries(
    Object.entries(migrated).map(([column, value]) => [columnToday(table, column), value]),
  );
};

/** The tables, columns and indexes of a database. */
const shapeOf = async (db: Db, isSqlite: boolean): Promise<unknown> => ({
  tables: new Map(
    [...(await tablesOf(db))].map(([name, columns]) => [name, columns.toSorted()] as const),
  ),
  indexes: (
    await sql<{ readonly name: string }>`${sql.raw(
      isSqlite
        ? "select name from sqlite_master where type = 'index' order by name"
        : "select indexname as name from pg_indexes where schemaname = 'public' order by 1",
    )}`.execute(db)
  ).rows.map(({ name }) => name),
});

/** Rows of a draft of 001: two channels, in one server where that was possible. */
const rowsOfDraft = (isFirst: boolean): readonly (readonly [string, Cells])[] => {
  const channel = { locale: 'es', configured_by: '91' };
  return [
    ['channels', { id: 1, discord_id: '11', guild_id: '51', ...channel }],
    ['channels', { id: 2, discord_id: '12', guild_id: isFirst ? '51' : '52', ...channel }],
    ['follows', { kind: 'player', target_id: 7, channel_id: 1, member_id: '92', created_at: 5 }],
    ['cards', { match_id: 123, channel_id: 1, message_id: '81', shown_rev: 3 }],
    ['directory', { kind: 'player', id: 7, name: 'Ñandú Vega' }],
  ];
};

describe.each(DIALECTS)('migrations on $name', (dialect) => {
  const { emptyUrl, openAt } = useDialect(dialect);
  const isSqlite = dialect.name === 'SQLite';

  it.each(DRAFTS)(
    'upgrade a database of $name to the current schema and keep its rows',
    async ({ isFirst }) => {
      const url = await emptyUrl();
      const old = emptyDatabase(url);
      for (const statement of schemaOf(isSqlite, isFirst)) await sql.raw(statement).execute(old);
      const rows = rowsOfDraft(isFirst);
      for (const [table, row] of rows) await insert(old, table, row);
      await old.destroy();

      const db = await openAt(url);
      for (const [table, row] of rows) {
        expect(await rowsOf(db, table)).toContainEqual(expect.objectContaining(row));
      }
      const today = await openAt(await emptyUrl());
      expect(await shapeOf(db, isSqlite)).toEqual(await shapeOf(today, isSqlite));
    },
  );

  it('are tested with a row of every table that has every column', async () => {
    const tables = await tablesOf(await openAt(await emptyUrl()));
    const tried = Object.entries(ROWS).map(([table, [row]]) => [
      table,
      Object.keys(row).toSorted(),
    ]);
    const held = [...tables].map(([table, columns]) => [table, columns.toSorted()]);
    expect(Object.fromEntries(tried)).toEqual(Object.fromEntries(held));
  });

  it.each(VERSIONS)('from %s keep every row and its meaning', async (version) => {
    const url = await emptyUrl();
    const old = await olderStore(url, version);
    const expected = new Map<string, readonly Cells[]>();
    for (const [table, columns] of await tablesOf(old)) {
      for (const row of ROWS[tableToday(table)] ?? []) {
        await insert(old, table, rowAsOf(version, table, columns, row));
      }
      const rows = await rowsOf(old, table);
      expected.set(
        tableToday(table),
        rows.map((row) => afterMigrations(version, table, row)),
      );
    }
    await old.destroy();

    const db = await openAt(url);
    for (const [table, rows] of expected) {
      const held = await rowsOf(db, table);
      expect(held, table).toHaveLength(rows.length);
      expect(held, table).toEqual(expect.arrayContaining([...rows]));
    }
  });
});
