import { sql, type SelectQueryBuilder } from 'kysely';
import type { Instant } from '../../domain/terms.ts';
import type { Db } from './schema.ts';

/** The number of rows of a query. */
export const countOf = async <DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
): Promise<number> => {
  const { count } = await query
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .$castTo<{ readonly count: number }>()
    .executeTakeFirstOrThrow();
  return count;
};

/** Whether a query has a row. */
export const hasRow = async (query: {
  readonly executeTakeFirst: () => Promise<unknown>;
}): Promise<boolean> => (await query.executeTakeFirst()) !== undefined;

/** Sets columns to the values of the row that was not inserted, because its key exists. */
export const excluded = (columns: readonly string[]) =>
  Object.fromEntries(
    columns.map((column) => [column, sql<never>`${sql.ref(`excluded.${column}`)}`]),
  );

/** When the next row of a table falls due after an instant; null when none does. */
export const nextDueIn = async (
  db: Db,
  table: 'cards' | 'boards' | 'pendingDeletions' | 'deliveries',
  now: Instant,
): Promise<Instant | null> => {
  const row = await db
    .selectFrom(table)
    .select((eb) => eb.fn.min<number | null>('dueAt').as('due'))
    .where('dueAt', '>', now)
    .executeTakeFirst();
  return row?.due ?? null;
};
