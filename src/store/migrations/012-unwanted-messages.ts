import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

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
