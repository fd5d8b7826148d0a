import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from './migrations.ts';

/** Who manages the alerts of a server, and who changed which setting. */
export const managers = (dialect: Dialect): Migration => ({
  up: async ({ schema }: Kysely<unknown>) => {
    await schema
      .createTable('manager_roles')
      .addColumn('guild_id', 'text', (column) => column.notNull())
      .addColumn('role_id', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('manager_roles_key', ['guild_id', 'role_id'])
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
    await schema
      .createIndex('setting_changes_member')
      .on('setting_changes')
      .column('member_id')
      .execute();
    await schema.createIndex('setting_changes_at').on('setting_changes').column('at').execute();
  },
});
