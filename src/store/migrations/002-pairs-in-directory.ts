import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Pairs can be named, too; which of a player's pairs is meant shows by when it played last. */
export const pairsInDirectory: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('directory').addColumn('last_match_on', 'text').execute();
  },
};
