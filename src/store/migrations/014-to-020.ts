import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores since when a follower is no longer a member of the server. */
export const absentMembers: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('absent_members')
      .addColumn('guild_id', 'text', (column) => column.notNull())
      .addColumn('member_id', 'text', (column) => column.notNull())
      .addColumn('since', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('absent_members_key', ['guild_id', 'member_id'])
      .execute();
  },
};

/** Display names of players and pairs, from the service and from matches. */
export const calledNames: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('directory').addColumn('short_name', 'text').execute();
    await db.schema.alterTable('directory').addColumn('called', 'text').execute();
  },
};

/** Counts the requests to the data service of all processes. */
export const spentRequests: Migration = {
  up: async ({ schema }: Kysely<unknown>) => {
    await schema
      .createTable('spent_requests')
      .addColumn('starts_at', 'bigint', (column) => column.notNull())
      .addColumn('lane', 'text', (column) => column.notNull())
      .addColumn('requests', 'bigint', (column) => column.notNull())
      .addColumn('uptime', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('spent_requests_key', ['starts_at', 'lane'])
      .execute();
  },
};

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

/** Requests per token, day and priority, for the daily and monthly quotas. */
export const requestDays: Migration = {
  up: async ({ schema }: Kysely<unknown>) => {
    await schema
      .createTable('request_days')
      .addColumn('token_hash', 'text', (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('priority', 'text', (column) => column.notNull())
      .addColumn('requests', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('request_days_key', ['token_hash', 'day', 'priority'])
      .execute();
  },
};

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

/**
 * Ties of team events: their matches, and what the service says of them. Channels that receive results
 * also receive tie results (bit 8192 beside bit 8), with the same pings.
 */
export const ties: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('matches').addColumn('tie_key', 'text').execute();
    await db.schema
      .createIndex('matches_of_tie')
      .on('matches')
      .column('tie_key')
      .where(sql.ref('tie_key'), 'is not', null)
      .execute();
    await db.schema
      .createTable('ties')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('told', 'text')
      .execute();
    await sql`update channels set kinds = kinds | 8192 where kinds & 8 != 0`.execute(db);
    // The word occurs only in the lists of kinds that ping.
    await sql`update channels set settings = replace(settings, '"result"', '"result","tie"')`.execute(
      db,
    );
  },
};
