import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Ties of team events: which matches belong together, and what the service says of them. Channels
 * that are told results are told the results of ties (bit 8192 beside bit 8), and ping at them alike.
 */
export const ties: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('matches').addColumn('tie_key', 'text').execute();
    await db.schema
      .createIndex('matches_of_tie')
      .on('matches')
      .column('tie_key')
      .where(sql.ref('tie_key'), 'is not', null)
      .execute();
    await db.schema
      .createTable('ties')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('told', 'text')
      .execute();
    await sql`update channels set kinds = kinds | 8192 where kinds & 8 != 0`.execute(db);
    // The word stands in the lists of kinds at which is pinged, and nowhere else.
    await sql`update channels set settings = replace(settings, '"result"', '"result","tie"')`.execute(
      db,
    );
  },
};
