import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Standing boards, by the Discord channel: a message is deleted after its channel was removed, too. */
export const boards: Migration = {
  up: async ({ schema }: Kysely<unknown>) => {
    await schema
      .alterTable('channels')
      .addColumn('wants_board', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await schema
      .createIndex('channels_wants_board')
      .on('channels')
      .column('wants_board')
      .where(sql.ref('wants_board'), '=', 1)
      .execute();
    await schema
      .createTable('boards')
      .addColumn('discord_id', 'text', (column) => column.primaryKey())
      .addColumn('message_id', 'text')
      .addColumn('posted_at', 'bigint')
      .addColumn('posting_since', 'bigint')
      .addColumn('posting_words', 'text')
      .addColumn('replaced_id', 'text')
      .addColumn('shown', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('shown_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('pinned_at', 'bigint')
      .addColumn('pin_refused_at', 'bigint')
      .addColumn('pin_refusal', 'text')
      .addColumn('due_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await schema.createIndex('boards_due_at').on('boards').column('due_at').execute();
  },
};
