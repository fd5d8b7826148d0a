import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What everybody calls a player, or a pair: as the service says it, and as matches do. */
export const calledNames: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('directory').addColumn('short_name', 'text').execute();
    await db.schema.alterTable('directory').addColumn('called', 'text').execute();
  },
};
