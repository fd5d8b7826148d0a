import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores since when a follower is no longer a member of the server. */
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
