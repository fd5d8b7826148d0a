import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Remembers cards that somebody deleted, so that they are not posted again. */
export const closedCards: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('cards').addColumn('closed_at', 'bigint').execute();
  },
};
