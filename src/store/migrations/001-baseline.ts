import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { tables } from './001-tables.ts';
import type { Dialect } from './migrations.ts';

const INDEXES: readonly string[] = [
  'channels_guild on channels (guild_id)',
  'channels_server_events on channels (server_events)',
  'channels_digest on channels (digest_due)',
  'channels_moments on channels (id) where (types & 8) <> 0',
  'channels_wants_board on channels (wants_board) where wants_board = 1',
  'follows_channel on follows (channel_key, member_id)',
  'setting_changes_channel on setting_changes (channel_key, id)',
  'setting_changes_guild on setting_changes (guild_id, id)',
  'setting_changes_member on setting_changes (member_id)',
  'setting_changes_at on setting_changes (at)',
  'matches_phase on matches (phase)',
  'matches_tournament on matches (tournament_id)',
  'matches_changed on matches (changed_at)',
  'matches_unannounced on matches (unannounced_since)',
  'matches_of_tie on matches (tie_key) where tie_key is not null',
  'match_states_at on match_states (at)',
  'cards_due on cards (due_at)',
  'cards_channel on cards (channel_key)',
  'boards_due_at on boards (due_at)',
  'pending_deletions_due on pending_deletions (due_at)',
  'events_open on events (done_at, priority)',
  'events_revised on events (revised_at)',
  'events_match on events (match_id, id)',
  'deliveries_channel on deliveries (channel_key, at)',
  // Most deliveries are sent and never due again: each of them would be an entry for nothing.
  'deliveries_due on deliveries (due_at) where due_at is not null',
  "deliveries_pending on deliveries (event_id) where outcome = 'pending'",
  "deliveries_pending_due on deliveries (priority, due_at) where outcome = 'pending'",
  'deliveries_pinging on deliveries (pinged_to) where pinged_to is not null',
  'inbox_handled on inbox (handled_at, kind, record_id)',
];

/** The schema of 1.0. */
export const baseline = (dialect: Dialect): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const statements = [
      ...tables(dialect === 'sqlite'),
      ...INDEXES.map((index) => `create index ${index}`),
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
