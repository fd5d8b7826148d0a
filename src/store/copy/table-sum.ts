import { hash } from 'node:crypto';
import type { Cells } from './table-rows.ts';

/** What a table holds, whatever the order of its rows and whichever database holds it. */
export interface TableSum {
  readonly rows: number;
  /** 32 hexadecimal digits. */
  readonly checksum: string;
}

const DIGITS = 32;
const LARGEST = 1n << BigInt(4 * DIGITS);

/** A row as the same text from either database: the columns by their names, integers told from text. */
const canonical = (row: Cells): string =>
  JSON.stringify(
    Object.keys(row)
      .toSorted()
      .map((column) => {
        const cell = row[column];
        return [column, typeof cell === 'bigint' ? { integer: String(cell) } : cell];
      }),
  );

/** Sums up rows as they pass. A sum, and no exclusive or: a row that is there twice counts twice. */
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
