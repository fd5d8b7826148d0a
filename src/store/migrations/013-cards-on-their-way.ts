import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores that a card is being sent, so that a process that takes over knows that Discord may have it. */
export const cardsOnTheirWay: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('cards').addColumn('posting_since', 'bigint').execute();
  },
};
