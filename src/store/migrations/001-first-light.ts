import { sql, type ColumnDefinitionBuilder, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from './migrations.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const count = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);

/** Channels, follows, matches, cards, the outbox, and names. */
export const firstLight = (dialect: Dialect): Migration => {
  /** A generated key, ascending and never reused. */
  const ascending = dialect === 'sqlite' ? 'integer' : 'serial';
  const key = (column: ColumnDefinitionBuilder) =>
    dialect === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey();
  /** SQLite clusters a table by its primary key only with this option. */
  const clustered = dialect === 'sqlite' ? sql`without rowid` : sql``;

  return {
    up: async (db: Kysely<unknown>) => {
      const { schema } = db;
      await schema
        .createTable('channels')
        .addColumn('id', ascending, key)
        .addColumn('discord_id', 'text', (column) => column.notNull().unique())
        .addColumn('guild_id', 'text', (column) => column.notNull().unique())
        .addColumn('locale', 'text', required)
        .addColumn('configured_by', 'text', required)
        .addColumn('broken_at', 'bigint')
        .addColumn('broken_reason', 'text')
        .execute();
      await schema
        .createTable('follows')
        .addColumn('kind', 'text', required)
        .addColumn('target_id', 'bigint', required)
        .addColumn('channel_id', 'integer', required)
        .addColumn('member_id', 'text', required)
        .addColumn('created_at', 'bigint', required)
        .addPrimaryKeyConstraint('follows_key', ['kind', 'target_id', 'channel_id', 'member_id'])
        .modifyEnd(clustered)
        .execute();
      await schema.createIndex('follows_channel').on('follows').column('channel_id').execute();
      await schema
        .createTable('matches')
        .addColumn('id', 'bigint', (column) => column.primaryKey())
        .addColumn('rev', 'integer', required)
        .addColumn('tournament_id', 'bigint')
        .addColumn('phase', 'text', required)
        .addColumn('match', 'text', required)
        .addColumn('state', 'text', required)
        .addColumn('chances', 'text')
        .addColumn('changed_at', 'bigint', required)
        .addColumn('delayed_since', 'bigint')
        .execute();
      await schema.createIndex('matches_phase').on('matches').column('phase').execute();
      await schema.createIndex('matches_changed').on('matches').column('changed_at').execute();
      await schema
        .createTable('tournaments')
        .addColumn('id', 'bigint', (column) => column.primaryKey())
        .addColumn('tournament', 'text', required)
        .execute();
      await schema
        .createTable('cards')
        .addColumn('match_id', 'bigint', required)
        .addColumn('channel_id', 'integer', required)
        .addColumn('message_id', 'text')
        .addColumn('posted_at', 'bigint')
        .addColumn('shown_rev', 'integer', count)
        .addColumn('shown_at', 'bigint', count)
        .addColumn('replaced_message_id', 'text')
        .addColumn('due_at', 'bigint', count)
        .addColumn('attempts', 'integer', count)
        .addPrimaryKeyConstraint('cards_key', ['match_id', 'channel_id'])
        .modifyEnd(clustered)
        .execute();
      await schema.createIndex('cards_due').on('cards').column('due_at').execute();
      await schema.createIndex('cards_channel').on('cards').column('channel_id').execute();
      await schema
        .createTable('events')
        .addColumn('id', ascending, key)
        .addColumn('key', 'text', (column) => column.notNull().unique())
        .addColumn('match_id', 'bigint', required)
        .addColumn('kind', 'text', required)
        .addColumn('payload', 'text', required)
        .addColumn('lane', 'integer', required)
        .addColumn('cursor', 'integer', count)
        .addColumn('created_at', 'bigint', required)
        .addColumn('expires_at', 'bigint', required)
        .addColumn('done_at', 'bigint')
        .addColumn('rev', 'integer', count)
        .addColumn('revised_at', 'bigint')
        .addColumn('corrected_at', 'bigint')
        .execute();
      await schema.createIndex('events_corrected').on('events').column('corrected_at').execute();
      await schema.createIndex('events_open').on('events').columns(['done_at', 'lane']).execute();
      await schema
        .createTable('deliveries')
        .addColumn('event_id', 'integer', required)
        .addColumn('channel_id', 'integer', required)
        .addColumn('outcome', 'text', required)
        .addColumn('reason', 'text')
        .addColumn('due_at', 'bigint')
        .addColumn('attempts', 'integer', count)
        .addColumn('message_id', 'text')
        .addColumn('shown_rev', 'integer', count)
        .addColumn('at', 'bigint', required)
        .addPrimaryKeyConstraint('deliveries_key', ['event_id', 'channel_id'])
        .modifyEnd(clustered)
        .execute();
      await schema.createIndex('deliveries_due').on('deliveries').column('due_at').execute();
      await schema
        .createTable('directory')
        .addColumn('kind', 'text', required)
        .addColumn('id', 'bigint', required)
        .addColumn('name', 'text', required)
        .addColumn('category', 'text')
        .addColumn('country', 'text')
        .addColumn('ranking', 'integer')
        .addColumn('start_date', 'text')
        .addColumn('end_date', 'text')
        .addPrimaryKeyConstraint('directory_key', ['kind', 'id'])
        .modifyEnd(clustered)
        .execute();
    },
  };
};
