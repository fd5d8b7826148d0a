import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Display names of players and pairs, from the service and from matches. */
export const calledNames: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('directory').addColumn('short_name', 'text').execute();
    await db.schema.alterTable('directory').addColumn('called', 'text').execute();
  },
};
