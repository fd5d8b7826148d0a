import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Indexes parked deliveries: each later event of a match asks for earlier undelivered ones. */
export const parkedDeliveries: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createIndex('deliveries_parked')
      .on('deliveries')
      .column('event_id')
      .where(sql.ref('outcome'), '=', 'parked')
      .execute();
  },
};
