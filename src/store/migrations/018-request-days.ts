import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Requests per token, day and priority, for the daily and monthly quotas. */
export const requestDays: Migration = {
  up: async ({ schema }: Kysely<unknown>) => {
    await schema
      .createTable('request_days')
      .addColumn('token_hash', 'text', (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('priority', 'text', (column) => column.notNull())
      .addColumn('requests', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('request_days_key', ['token_hash', 'day', 'priority'])
      .execute();
  },
};
