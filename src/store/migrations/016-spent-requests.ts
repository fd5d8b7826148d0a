import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Counts the requests to the data service of all processes. */
export const spentRequests: Migration = {
  up: async ({ schema }: Kysely<unknown>) => {
    await schema
      .createTable('spent_requests')
      .addColumn('starts_at', 'bigint', (column) => column.notNull())
      .addColumn('lane', 'text', (column) => column.notNull())
      .addColumn('requests', 'bigint', (column) => column.notNull())
      .addColumn('uptime', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('spent_requests_key', ['starts_at', 'lane'])
      .execute();
  },
};
