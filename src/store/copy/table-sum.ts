import { hash } from 'node:crypto';
import type { Cells } from './table-rows.ts';

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
