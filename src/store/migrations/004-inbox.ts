import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '../migrations.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/** Webhook notices, kept until they are handled and for a while after. */
export const inbox = (dialect: Dialect): Migration => ({
  up: async ({ schema }: Kysely<unknown>) => {
    await schema
      .createTable('inbox')
      .addColumn('id', dialect === 'sqlite' ? 'integer' : 'bigserial', (column) =>
        dialect === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
      )
      .addColumn('key', 'text', (column) => column.notNull().unique())
      .addColumn('kind', 'text', required)
      .addColumn('change', 'text', required)
      .addColumn('record_id', 'bigint', required)
      .addColumn('received_at', 'bigint', required)
      .addColumn('handled_at', 'bigint')
      .execute();
    // A partial index: few of many entries are pending.
    await schema
      .createIndex('inbox_handled')
      .on('inbox')
      .columns(['handled_at', 'kind', 'record_id'])
      .execute();
  },
});
