import type { Instant } from '../../domain/terms.ts';
import type { Db } from './schema.ts';

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
