import { MIGRATIONS, type Migrations } from '#src/store/migrations/migrations.ts';

/** The column that the next release adds to `blocks`, with its value in existing rows. */
export const ADDED = { strictness: 7 } as const;

/** The migrations of a release after this one. */
export const NEXT_RELEASE: Migrations = {
  ...MIGRATIONS,
  '002-of-tomorrow': () => ({
    up: async ({ schema }) => {
      await schema
        .alterTable('blocks')
        .addColumn('strictness', 'integer', (column) => column.notNull().defaultTo(7))
        .execute();
    },
  }),
};
