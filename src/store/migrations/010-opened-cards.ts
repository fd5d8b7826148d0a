import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Tells a card that was opened again apart from the earlier one and its message. */
export const openedCards: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('cards')
      .addColumn('opened_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
