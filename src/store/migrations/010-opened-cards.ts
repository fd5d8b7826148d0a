import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A card that is opened again is another one, and its post not taken for that of the one before. */
export const openedCards: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('cards')
      .addColumn('opened_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
