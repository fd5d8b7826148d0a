import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How many requests were sent to the data service, for whichever process sends the next one. */
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
