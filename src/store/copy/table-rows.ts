import { CompiledQuery, sql } from 'kysely';
import type { Dialect } from '../migrations/migrations.ts';
import type { Tx } from './copy-connection.ts';
import { hash } from 'node:crypto';

type Cell = string | number | bigint | null;

type Cells = Readonly<Record<string, Cell>>;

/** Rows held in memory at once. */
const PAGE_ROWS = 500;

/** All rows of a table, in pages, in the order of the database. */
export const pagesOf = (tx: Tx, dialect: Dialect, table: string): AsyncIterable<readonly Cells[]> =>
  dialect === 'sqlite' ? streamed(tx, table) : fetched(tx, table);

async function* streamed(tx: Tx, table: string): AsyncGenerator<readonly Cells[]> {
  let page: Cells[] = [];
  const rows = tx.selectFrom(sql<Cells>`${sql.table(table)}`.as('held')).selectAll();
  for await (const row of rows.stream()) {
    page.push(row);
    if (page.length < PAGE_ROWS) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/** The driver does not stream, so this uses a cursor in the transaction. */
async function* fetched(tx: Tx, table: string): AsyncGenerator<readonly Cells[]> {
  await sql`declare rows_of_table no scroll cursor for select * from ${sql.table(table)}`.execute(
    tx,
  );
  for (;;) {
    const { rows } = await sql<Cells>`fetch ${sql.lit(PAGE_ROWS)} from rows_of_table`.execute(tx);
    if (rows.length === 0) break;
    yield rows;
  }
  await sql`close rows_of_table`.execute(tx);
}

/** @throws when the database rejects a row */
export const insertRows = async (
  tx: Tx,
  dialect: Dialect,
  table: string,
  rows: readonly Cells[],
): Promise<void> => {
  const columns = Object.keys(rows[0] ?? {});
  const cells = rows.flatMap((row) => columns.map((column) => row[column]));
  const text = insertText(dialect, table, columns, rows.length);
  try {
    await tx.executeQuery(CompiledQuery.raw(text, cells));
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new Error(`a row of ${table} is not taken: ${said}`, { cause: error });
  }
};

/** Plain SQL text: Kysely would create an object for each of half a million cells. */
const insertText = (
  dialect: Dialect,
  table: string,
  columns: readonly string[],
  rows: number,
): string => {
  const places = Array.from({ length: rows }, (_row, row) => {
    const cells = columns.map((_column, column) =>
      dialect === 'sqlite' ? '?' : `$${row * columns.length + column + 1}`,
    );
    return `(${cells.join(',')})`;
  });
  const names = columns.map((column) => `"${column}"`);
  return `insert into "${table}" (${names.join(',')}) values ${places.join(',')}`;
};

/** Counts and checksum of a table, independent of row order and database. */
export interface TableSum {
  readonly rows: number;
  /** 32 hexadecimal digits. */
  readonly checksum: string;
}

const DIGITS = 32;
const LARGEST = 1n << BigInt(4 * DIGITS);

/** A row as the same text from either database: columns sorted by name, integers distinct from text. */
const canonical = (row: Cells): string =>
  JSON.stringify(
    Object.keys(row)
      .toSorted()
      .map((column) => {
        const cell = row[column];
        return [column, typeof cell === 'bigint' ? { integer: String(cell) } : cell];
      }),
  );

/** Sums the hashes of rows. Addition instead of exclusive or: duplicate rows must not cancel out. */
export const createTableSum = () => {
  let rows = 0;
  let sum = 0n;
  return {
    add: (page: readonly Cells[]): void => {
      rows += page.length;
      for (const row of page) {
        sum += BigInt(`0x${hash('sha256', canonical(row), 'hex').slice(0, DIGITS)}`);
      }
      sum %= LARGEST;
    },
    sum: (): TableSum => ({ rows, checksum: sum.toString(16).padStart(DIGITS, '0') }),
  };
};
