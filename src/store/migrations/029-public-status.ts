import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What the public status is computed from: uptime, latencies, gaps of the feed. */
export const publicStatus: Migration = {
  up: async ({ schema }: Kysely<unknown>) => {
    await schema
      .createTable('uptime_days')
      .addColumn('day', 'text', (column) => column.primaryKey())
      .addColumn('minutes', 'integer', (column) => column.notNull())
      .addColumn('first_minute', 'integer', (column) => column.notNull())
      .addColumn('last_minute', 'integer', (column) => column.notNull())
      .execute();
    await schema
      .createTable('latency_days')
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('up_to_ms', 'integer', (column) => column.notNull())
      .addColumn('messages', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('latency_days_key', ['day', 'up_to_ms'])
      .execute();
    await schema
      .createTable('feed_gaps')
      .addColumn('began_at', 'bigint', (column) => column.primaryKey())
      .addColumn('ended_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
