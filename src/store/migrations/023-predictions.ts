import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The chances that were shown, and who won: the track record of the predictions. */
export const predictions: Migration = {
  up: async ({ schema }: Kysely<unknown>) => {
    await schema
      .createTable('predictions')
      .addColumn('match_id', 'bigint', (column) => column.notNull())
      .addColumn('sets', 'integer', (column) => column.notNull())
      .addColumn('favourite', 'integer', (column) => column.notNull())
      .addColumn('per_mille', 'integer', (column) => column.notNull())
      .addColumn('made_at', 'bigint', (column) => column.notNull())
      .addColumn('winner', 'integer')
      .addPrimaryKeyConstraint('predictions_key', ['match_id', 'sets'])
      .execute();
  },
};
