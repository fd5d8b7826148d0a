import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Which changes of settings were taken back, and which took one back: Undo goes on with those before. */
export const undoneChanges: Migration = {
  up: async ({ schema }: Kysely<unknown>) => {
    await schema
      .alterTable('setting_changes')
      .addColumn('undone', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
