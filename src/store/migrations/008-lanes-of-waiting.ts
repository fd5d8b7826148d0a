import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Parked deliveries get a priority: a result does not wait behind a thousand smaller posts. */
export const lanesOfWaiting: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('deliveries').addColumn('lane', 'integer').execute();
    await sql`update deliveries set lane = (select lane from events where id = event_id)
      where outcome = 'parked'`.execute(db);
    await db.schema
      .createIndex('deliveries_waiting')
      .on('deliveries')
      .columns(['lane', 'due_at'])
      .where(sql.ref('outcome'), '=', 'parked')
      .execute();
  },
};
