import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Ties of team events: their matches, and what the service says of them. Channels that receive results
 * also receive tie results (bit 8192 beside bit 8), with the same pings.
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
    // The word occurs only in the lists of kinds that ping.
    await sql`update channels set settings = replace(settings, '"result"', '"result","tie"')`.execute(
      db,
    );
  },
};
