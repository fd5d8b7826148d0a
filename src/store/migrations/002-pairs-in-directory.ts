import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds pairs to the directory; the last played date chooses among a player's pairs. */
export const pairsInDirectory: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('directory').addColumn('last_match_on', 'text').execute();
  },
};
