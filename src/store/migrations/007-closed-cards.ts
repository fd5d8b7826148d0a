import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A card that somebody deleted is remembered: it is not forced back upon the channel. */
export const closedCards: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('cards').addColumn('closed_at', 'bigint').execute();
  },
};
