import { type Kysely, type ColumnDefinitionBuilder, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from './migrations.ts';

/** Adds pairs to the directory; the last played date chooses among a player's pairs. */
export const pairsInDirectory: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('directory').addColumn('last_match_on', 'text').execute();
  },
};

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

/** Parses the old column: `refused`, or the status and what is shown, separated by a blank. */
const partsOf = (noted: string): { readonly standing: string; readonly shown: string | null } => {
  const [, shown = null, standing = noted] = /^(\S+) (\S+)$/.exec(noted) ?? [];
  return { standing, shown };
};

interface Noted {
  readonly match_id: number;
  readonly guild_id: string;
  readonly shown: string;
}

/** Moves the status of a server event, and the choice of server events per channel, to columns. */
export const serverEvents: Migration = {
  up: async (db: Kysely<unknown>) => {
    const extend = db.schema.alterTable('server_events');
    await extend
      .addColumn('standing', 'text', (column) => column.notNull().defaultTo('scheduled'))
      .execute();
    const { rows } = await sql<Noted>`select match_id, guild_id, shown from server_events`.execute(
      db,
    );
    for (const { match_id, guild_id, shown: noted } of rows) {
      const { standing, shown } = partsOf(noted);
      await sql`update server_events set standing = ${standing}, shown = ${shown ?? ''}
        where match_id = ${match_id} and guild_id = ${guild_id}`.execute(db);
    }
    await db.schema
      .alterTable('channels')
      .addColumn('server_events', 'text', (column) => column.notNull().defaultTo('none'))
      .execute();
    for (const wish of ['finals', 'followed']) {
      await sql`update channels set server_events = ${wish}
        where settings like ${`%"events":"${wish}"%`}`.execute(db);
    }
    await db.schema
      .createIndex('channels_server_events')
      .on('channels')
      .column('server_events')
      .execute();
  },
};

/** Indexes parked deliveries: each later event of a match asks for earlier undelivered ones. */
export const parkedDeliveries: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createIndex('deliveries_parked')
      .on('deliveries')
      .column('event_id')
      .where(sql.ref('outcome'), '=', 'parked')
      .execute();
  },
};

/** Remembers cards that somebody deleted, so that they are not posted again. */
export const closedCards: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('cards').addColumn('closed_at', 'bigint').execute();
  },
};

/** Parked deliveries get a priority: a result does not wait behind a thousand smaller posts. */
export const lanesOfWaiting: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('deliveries').addColumn('lane', 'integer').execute();
    await sql`update deliveries set lane = (select lane from events where id = event_id)
      where outcome = 'parked'`.execute(db);
    await db.schema
      .createIndex('deliveries_waiting')
      .on('deliveries')
      .columns(['lane', 'due_at'])
      .where(sql.ref('outcome'), '=', 'parked')
      .execute();
  },
};

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

/** Tells a card that was opened again apart from the earlier one and its message. */
export const openedCards: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('cards')
      .addColumn('opened_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};

/** Stores how far the pings after a post got, so that another process can continue. */
export const pingedTo: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('deliveries').addColumn('pinged_to', 'text').execute();
    await db.schema
      .createIndex('deliveries_pinging')
      .on('deliveries')
      .column('pinged_to')
      .where(sql.ref('pinged_to'), 'is not', null)
      .execute();
  },
};

/**
 * Messages to delete get rows of their own: a card may be replaced again, or deleted, before the
 * earlier message is gone. The old column stays for running processes of the release before.
 */
export const unwantedMessages: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('unwanted_messages')
      .addColumn('channel_id', 'integer', (column) => column.notNull())
      .addColumn('message_id', 'text', (column) => column.notNull())
      .addColumn('match_id', 'bigint', (column) => column.notNull())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('unwanted_messages_key', ['channel_id', 'message_id'])
      .execute();
    await db.schema
      .createIndex('unwanted_messages_due')
      .on('unwanted_messages')
      .column('due_at')
      .execute();
    await sql`insert into unwanted_messages (channel_id, message_id, match_id, due_at)
      select channel_id, replaced_message_id, match_id, 0 from cards
      where replaced_message_id is not null`.execute(db);
  },
};

/** Stores that a card is being sent, so that a process that takes over knows that Discord may have it. */
export const cardsOnTheirWay: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('cards').addColumn('posting_since', 'bigint').execute();
  },
};
