import { sql } from 'kysely';
import type { Dialect } from '../migrations.ts';
import type { Tx } from '../schema.ts';

/** What a column can hold. */
export type Cell = string | number | bigint | null;

/** A row under the names of its columns. */
export type Cells = Readonly<Record<string, Cell>>;

/** Rows that are held in memory at once. */
const PAGE = 500;

/** All rows of a table in the order in which the database gives them, some at a time. */
export const pagesOf = (
  tx: Tx,
  dialect: Dialect,
  table: string,
): AsyncIterable<readonly Cells[]> =>
  dialect === 'sqlite' ? streamed(tx, table) : fetched(tx, table);

async function* streamed(tx: Tx, table: string): AsyncGenerator<readonly Cells[]> {
  let page: Cells[] = [];
  const rows = tx.selectFrom(sql<Cells>`${sql.table(table)}`.as('held')).selectAll();
  for await (const row of rows.stream()) {
    page.push(row);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/** The driver streams nothing by itself; a cursor of the transaction does the same. */
async function* fetched(tx: Tx, table: string): AsyncGenerator<readonly Cells[]> {
  await sql`declare rows_of_table no scroll cursor for select * from ${sql.table(table)}`.execute(
    tx,
  );
  for (;;) {
    const { rows } = await sql<Cells>`fetch ${sql.lit(PAGE)} from rows_of_table`.execute(tx);
    if (rows.length === 0) break;
    yield rows;
  }
  await sql`close rows_of_table`.execute(tx);
}

/** @throws when the database does not take one of them. */
export const insertRows = async (tx: Tx, table: string, rows: readonly Cells[]): Promise<void> => {
  const columns = Object.keys(rows[0] ?? {});
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
  try {
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      values ${sql.join(values)}`.execute(tx);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new Error(`a row of ${table} is not taken: ${said}`, { cause: error });
  }
};
