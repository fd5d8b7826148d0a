import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Users and servers that the operator has blocked; Discord's ids are unique among both. */
export const blocks: Migration = {
  up: async ({ schema }: Kysely<unknown>) => {
    await schema
      .createTable('blocks')
      .addColumn('discord_id', 'text', (column) => column.primaryKey())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
