import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/** Leases of several processes, and the RPC requests between them. */
export const leases: Migration = {
  up: async ({ schema }: Kysely<unknown>) => {
    await schema
      .createTable('leases')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('holder', 'text')
      .addColumn('epoch', 'bigint', required)
      .addColumn('renewed_at', 'bigint', required)
      .addColumn('session', 'text', required)
      .addColumn('note', 'text')
      .execute();
    await schema
      .createTable('errands')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('lease', 'text', required)
      .addColumn('request', 'text', required)
      .addColumn('answer', 'text')
      .addColumn('asked_at', 'bigint', required)
      .execute();
  },
};
