import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Since when a member who follows in a server is not a member of it any more. */
export const absentMembers: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('absent_members')
      .addColumn('guild_id', 'text', (column) => column.notNull())
      .addColumn('member_id', 'text', (column) => column.notNull())
      .addColumn('since', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('absent_members_key', ['guild_id', 'member_id'])
      .execute();
  },
};
