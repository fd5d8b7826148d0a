import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What the service lists of a match: its broadcast, its highlights. */
export const matchVideos: Migration = {
  up: async ({ schema }: Kysely<unknown>) => {
    await schema.alterTable('matches').addColumn('videos', 'text').execute();
  },
};
