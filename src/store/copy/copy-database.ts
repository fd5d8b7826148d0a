import { sql } from 'kysely';
import { migrate, type Migrations } from '../migrations/migrations.ts';
import { openCopyConnection, type CopyConnection } from './copy-connection.ts';
import { lastKey, setLastKey } from './tables.ts';
import { insertRows, pagesOf, createTableSum, type TableSum } from './table-rows.ts';
import { tablesOf, versionOf, type CopyTransaction, type Table } from './tables.ts';

export interface CopiedTable {
  readonly table: string;
  readonly source: TableSum;
  readonly target: TableSum;
}

interface CopyOptions {
  readonly from: string;
  readonly to: string;
  /** Whether to delete what the target holds. */
  readonly replace: boolean;
  /** Called for each table once it is copied and compared. */
  readonly onTable: (table: CopiedTable) => void;
  /** Those of this release by default. */
  readonly migrations?: Migrations | undefined;
}

export class CopyMismatch extends Error {}

export const isSame = ({ source, target }: CopiedTable): boolean =>
  source.rows === target.rows && source.checksum === target.checksum;

/**
 * Copies a whole database into another, of the same kind or not, in one transaction that also reads it
 * back and compares; on failure nothing is changed. The source is only read and may be of an older
 * release.
 * @returns the tables
 * @throws when one of them cannot be used, a bot runs on it, or the target is not empty; CopyMismatch
 * when the copy differs
 */
export const copyDatabase = async (options: CopyOptions): Promise<readonly CopiedTable[]> => {
  if (options.from === options.to) throw new Error('both databases are the same');
  const source = await openCopyConnection(options.from, true);
  try {
    const target = await openCopyConnection(options.to, false);
    try {
      return await copyBetween(source, target, options);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
};

const copyBetween = (
  source: CopyConnection,
  target: CopyConnection,
  options: CopyOptions,
): Promise<readonly CopiedTable[]> =>
  source.db
    .transaction()
    // One consistent snapshot of the source.
    .setIsolationLevel('repeatable read')
    .execute((reading) =>
      target.db.transaction().execute(async (writing) => {
        const from = { ...source, tx: reading };
        const to = { ...target, tx: writing };
        await prepare(from, to, options);
        const copied = await copyTables(from, to, options.onTable);
        await migrate(writing, target.dialect, options);
        return copied;
      }),
    );

/** Creates the empty tables of the source in the target. */
const prepare = async (
  source: CopyTransaction,
  target: CopyTransaction,
  { replace, migrations }: CopyOptions,
): Promise<void> => {
  const version = await versionOf(source, migrations);
  if (version === null) throw new Error(`${source.name}: nothing was ever stored in it`);
  const before = await versionOf(target, migrations);
  if (before !== null && before > version) {
    throw new Error(
      `${target.name} is of a newer release than ${source.name}: copy into an empty database`,
    );
  }
  await migrate(target.tx, target.dialect, { version, migrations });
  for (const { name } of await tablesOf(target)) {
    if (replace) await sql`delete from ${sql.table(name)}`.execute(target.tx);
    else if (await holdsRows(target, name)) {
      throw new Error(`${target.name} is not empty; --replace throws away what it holds`);
    }
  }
};

const holdsRows = async ({ tx }: CopyTransaction, table: string): Promise<boolean> =>
  (await sql`select 1 from ${sql.table(table)} limit 1`.execute(tx)).rows.length > 0;

const copyTables = async (
  source: CopyTransaction,
  target: CopyTransaction,
  onTable: CopyOptions['onTable'],
): Promise<readonly CopiedTable[]> => {
  const copied: CopiedTable[] = [];
  for (const table of await tablesOf(target)) {
    const both = {
      table: table.name,
      source: await copyRows(source, target, table),
      target: await sumOf(target, table.name),
    };
    onTable(both);
    copied.push(both);
  }
  const differing = copied.filter((table) => !isSame(table)).map(({ table }) => table);
  if (differing.length === 0) return copied;
  throw new CopyMismatch(`nothing is copied, because this would differ: ${differing.join(', ')}`);
};

const copyRows = async (
  source: CopyTransaction,
  target: CopyTransaction,
  table: Table,
): Promise<TableSum> => {
  const { name, key } = table;
  const sum = createTableSum();
  for await (const page of pagesOf(source.tx, source.dialect, name)) {
    sum.add(page);
    await insertRows(target.tx, target.dialect, name, page);
  }
  const last = key === null ? null : await lastKey(source.tx, source.dialect, key);
  if (key !== null && last !== null) await setLastKey(target.tx, target.dialect, key, last);
  return sum.sum();
};

const sumOf = async ({ tx, dialect }: CopyTransaction, table: string): Promise<TableSum> => {
  const sum = createTableSum();
  for await (const page of pagesOf(tx, dialect, table)) sum.add(page);
  return sum.sum();
};
