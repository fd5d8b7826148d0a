import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The service's Elo ratings of players, with their history. */
export const ratings: Migration = {
  up: async ({ schema }: Kysely<unknown>) => {
    for (const column of ['elo_hundredths', 'elo_since', 'elo_read_at']) {
      await schema.alterTable('directory').addColumn(column, 'bigint').execute();
    }
    await schema
      .createTable('rating_changes')
      .addColumn('player_id', 'bigint', (column) => column.notNull())
      .addColumn('since', 'bigint', (column) => column.notNull())
      .addColumn('elo_hundredths', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('rating_changes_key', ['player_id', 'since'])
      .execute();
  },
};
