import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whether anything of an event still waits somewhere is asked before its match is told on. */
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
