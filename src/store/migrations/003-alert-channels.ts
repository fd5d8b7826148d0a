import { sql, type ColumnDefinitionBuilder, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { maskOf } from '../../domain/alerts/kinds.ts';
import type { Dialect } from './migrations.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const count = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);

/**
 * Several alert channels per server, each with its own settings; events without a match, or for one
 * channel only; snapshots of matches for spoiler delays.
 */
export const alertChannels = (dialect: Dialect): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const { schema } = db;
    if (dialect === 'sqlite') await rebuildChannels(db);
    else {
      await sql`alter table channels drop constraint channels_guild_id_key`.execute(db);
    }
    const extend = schema.alterTable('channels');
    await extend
      .addColumn('kind', 'text', (column) => column.notNull().defaultTo('text'))
      .execute();
    // The kinds that were posted before channels could choose.
    await extend
      .addColumn('kinds', 'integer', (column) =>
        column
          .notNull()
          .defaultTo(maskOf(['schedule', 'start', 'card', 'set', 'result', 'correction'])),
      )
      .execute();
    await extend
      .addColumn('settings', 'text', (column) => column.notNull().defaultTo('{}'))
      .execute();
    await extend.addColumn('settings_rev', 'integer', count).execute();
    await extend.addColumn('paused_at', 'bigint').execute();
    await extend.addColumn('told_at', 'bigint').execute();
    await extend.addColumn('left_at', 'bigint').execute();
    await extend.addColumn('morning_due', 'bigint').execute();
    await schema.createIndex('channels_guild').on('channels').column('guild_id').execute();
    await schema.createIndex('channels_morning').on('channels').column('morning_due').execute();

    await schema.alterTable('events').addColumn('channel_id', 'integer').execute();
    await schema.alterTable('deliveries').addColumn('waited_for', 'text').execute();
    await schema.alterTable('deliveries').addColumn('target_id', 'text').execute();
    await schema.alterTable('cards').addColumn('buried', 'integer', count).execute();
    await schema.dropIndex('events_corrected').execute();
    await schema.createIndex('events_revised').on('events').column('revised_at').execute();
    await schema.createIndex('events_match').on('events').columns(['match_id', 'id']).execute();
    await schema
      .createIndex('deliveries_channel')
      .on('deliveries')
      .columns(['channel_id', 'at'])
      .execute();

    await schema
      .createTable('match_states')
      .addColumn('match_id', 'bigint', required)
      .addColumn('rev', 'integer', required)
      .addColumn('at', 'bigint', required)
      .addColumn('match', 'text', required)
      .addColumn('state', 'text', required)
      .addPrimaryKeyConstraint('match_states_key', ['match_id', 'rev'])
      .modifyEnd(dialect === 'sqlite' ? sql`without rowid` : sql``)
      .execute();
    await schema.createIndex('match_states_at').on('match_states').column('at').execute();
    await schema
      .createTable('threads')
      .addColumn('match_id', 'bigint', required)
      .addColumn('channel_id', 'integer', required)
      .addColumn('thread_id', 'text')
      .addPrimaryKeyConstraint('threads_key', ['match_id', 'channel_id'])
      .execute();
    await schema
      .createTable('server_events')
      .addColumn('match_id', 'bigint', required)
      .addColumn('guild_id', 'text', required)
      .addColumn('event_id', 'text')
      .addColumn('shown', 'text', required)
      .addColumn('at', 'bigint', required)
      .addPrimaryKeyConstraint('server_events_key', ['match_id', 'guild_id'])
      .execute();
    await schema
      .createTable('marks')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('at', 'bigint', required)
      .execute();
    await schema
      .createTable('rankings')
      .addColumn('category', 'text', required)
      .addColumn('on_date', 'text', required)
      .addColumn('document', 'text', required)
      .addPrimaryKeyConstraint('rankings_key', ['category', 'on_date'])
      .execute();
    await schema.alterTable('matches').addColumn('unannounced_since', 'bigint').execute();
    await schema
      .createIndex('matches_unannounced')
      .on('matches')
      .column('unannounced_since')
      .execute();
  },
});

/** SQLite cannot drop a constraint, so the table is rebuilt; channels keep their keys. */
const rebuildChannels = async (db: Kysely<unknown>): Promise<void> => {
  // Left by a process that was killed here.
  await db.schema.dropTable('channels_new').ifExists().execute();
  await db.schema
    .createTable('channels_new')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('discord_id', 'text', (column) => column.notNull().unique())
    .addColumn('guild_id', 'text', required)
    .addColumn('locale', 'text', required)
    .addColumn('configured_by', 'text', required)
    .addColumn('broken_at', 'bigint')
    .addColumn('broken_reason', 'text')
    .execute();
  await sql`insert into channels_new (id, discord_id, guild_id, locale, configured_by, broken_at, broken_reason)
    select id, discord_id, guild_id, locale, configured_by, broken_at, broken_reason from channels`.execute(
    db,
  );
  await db.schema.dropTable('channels').execute();
  await db.schema.alterTable('channels_new').renameTo('channels').execute();
};
