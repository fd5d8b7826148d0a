import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What members chose for themselves: language, time zone, hidden scores. */
export const members: Migration = {
  up: async ({ schema }: Kysely<unknown>) => {
    await schema
      .createTable('members')
      .addColumn('member_id', 'text', (column) => column.primaryKey())
      .addColumn('locale', 'text')
      .addColumn('time_zone', 'text')
      .addColumn('hides_scores', 'integer', (column) => column.notNull())
      .execute();
  },
};
