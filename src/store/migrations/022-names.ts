import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from './migrations.ts';

const COLUMNS = [
  ['events', 'lane', 'priority'],
  ['deliveries', 'lane', 'priority'],
  ['deliveries', 'waited_for', 'last_delay_reason'],
  ['spent_requests', 'lane', 'priority'],
  ['errands', 'asked_at', 'requested_at'],
  ['errands', 'answer', 'response'],
  ['channels', 'told_at', 'failure_notified_at'],
  ['channels', 'morning_due', 'digest_due'],
  ['cards', 'buried', 'messages_below'],
  ['server_events', 'standing', 'status'],
  ['ties', 'told', 'service_result'],
  ['directory', 'called', 'display_name'],
] as const;

const TABLES = [
  ['errands', 'rpc_requests', 'pkey'],
  ['marks', 'checkpoints', 'pkey'],
  ['unwanted_messages', 'pending_deletions', 'key'],
  ['spent_requests', 'request_counts', 'key'],
] as const;

const REASONS = [
  ['told-right', 'already-correct'],
  ['told-with-tie', 'included-in-tie'],
  ['nothing-missed', 'digest-empty'],
] as const;

const EVENT_KINDS = [
  ['morning', 'digest'],
  ['missed', 'quiet-hours-digest'],
] as const;

const SETTINGS = [
  ['"morning"', '"digest"'],
  ['"morningAt":', '"digestAt":'],
  ['"reanchor":', '"repostCards":'],
] as const;

/** Renames tables, columns, stored values and settings to the terms of the field. */
export const names = (dialect: Dialect): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const { schema } = db;
    for (const [table, from, to] of COLUMNS) {
      await schema.alterTable(table).renameColumn(from, to).execute();
    }
    for (const [from, to, key] of TABLES) {
      await schema.alterTable(from).renameTo(to).execute();
      if (dialect === 'sqlite') continue;
      await sql`alter index ${sql.ref(`${from}_${key}`)} rename to ${sql.ref(`${to}_${key}`)}`.execute(
        db,
      );
    }
    for (const [from, to] of REASONS) {
      await sql`update deliveries set reason = ${to} where reason = ${from}`.execute(db);
    }
    for (const [from, to] of EVENT_KINDS) {
      await sql`update events set kind = ${to}, key = replace(key, ${`:${from}:`}, ${`:${to}:`}),
        payload = replace(payload, ${`"kind":"${from}"`}, ${`"kind":"${to}"`})
        where kind = ${from}`.execute(db);
    }
    for (const [from, to] of SETTINGS) {
      await sql`update channels set settings = replace(settings, ${from}, ${to})`.execute(db);
    }

    for (const index of [
      'deliveries_parked',
      'deliveries_waiting',
      'deliveries_due',
      'channels_morning',
    ]) {
      await schema.dropIndex(index).execute();
    }
    await schema.dropIndex('unwanted_messages_due').execute();
    await sql`update deliveries set outcome = 'pending' where outcome = 'parked'`.execute(db);
    const pending = (index: string) =>
      schema.createIndex(index).on('deliveries').where(sql.ref('outcome'), '=', 'pending');
    await pending('deliveries_pending').column('event_id').execute();
    await pending('deliveries_pending_due').columns(['priority', 'due_at']).execute();
    // Most deliveries are sent and never due again: each of them would be an entry for nothing.
    await schema
      .createIndex('deliveries_due')
      .on('deliveries')
      .column('due_at')
      .where(sql.ref('due_at'), 'is not', null)
      .execute();
    await schema.createIndex('channels_digest').on('channels').column('digest_due').execute();
    await schema
      .createIndex('pending_deletions_due')
      .on('pending_deletions')
      .column('due_at')
      .execute();
  },
});
