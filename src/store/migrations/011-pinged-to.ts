import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Those who did not fit into a post are pinged after it, also by the process after this one. */
export const pingedTo: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('deliveries').addColumn('pinged_to', 'text').execute();
    await db.schema
      .createIndex('deliveries_pinging')
      .on('deliveries')
      .column('pinged_to')
      .where(sql.ref('pinged_to'), 'is not', null)
      .execute();
  },
};
