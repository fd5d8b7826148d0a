import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from './migrations.ts';

/** What is set for a whole server, and who changed which setting. */
export const serverSettings = (dialect: Dialect): Migration => ({
  up: async ({ schema }: Kysely<unknown>) => {
    await schema
      .createTable('server_settings')
      .addColumn('guild_id', 'text', (column) => column.primaryKey())
      .addColumn('manager_roles', 'text', (column) => column.notNull())
      .execute();
    await schema
      .createTable('setting_changes')
      .addColumn('id', dialect === 'sqlite' ? 'integer' : 'bigserial', (column) =>
        dialect === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
      )
      .addColumn('guild_id', 'text', (column) => column.notNull())
      .addColumn('channel_id', 'integer')
      .addColumn('member_id', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('what', 'text', (column) => column.notNull())
      .addColumn('before', 'text', (column) => column.notNull())
      .addColumn('after', 'text', (column) => column.notNull())
      .execute();
    await schema
      .createIndex('setting_changes_channel')
      .on('setting_changes')
      .columns(['channel_id', 'id'])
      .execute();
    await schema
      .createIndex('setting_changes_guild')
      .on('setting_changes')
      .columns(['guild_id', 'id'])
      .execute();
    await schema.createIndex('setting_changes_at').on('setting_changes').column('at').execute();
  },
});
