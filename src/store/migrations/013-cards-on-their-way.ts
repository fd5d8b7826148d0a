import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whoever takes over knows that a card may be at Discord of which nobody noted the answer. */
export const cardsOnTheirWay: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('cards').addColumn('posting_since', 'bigint').execute();
  },
};
