import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores how far the pings after a post got, so that another process can continue. */
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
