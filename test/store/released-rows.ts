import { bitOf, maskOf, EVERY_KIND, PRESETS } from '#src/domain/alerts/kinds.ts';
import { stateOf } from '#src/domain/match/state.ts';
import { MINUTE, HOUR } from '#src/lib/time.ts';
import type { SchemaVersion } from '#src/store/migrations/migrations.ts';
import { aMatch } from '../domain/feed.ts';
import { discordId, NOON } from './rows.ts';

/** A row by column names; a deleted one is undefined. */
export type Cells = Readonly<Record<string, string | number | null | undefined>>;

const MATCH = JSON.stringify(aMatch({ status: 'live', court: 'Pista Ñandú 🎾' }));
const STATE = JSON.stringify(stateOf(aMatch({ status: 'live' })));

/** Rows of every table as the newest release writes them; the first of a table has every column. */
export const ROWS: Readonly<Record<string, readonly [Cells, ...Cells[]]>> = {
  channels: [
    {
      id: 7,
      discord_id: discordId(1),
      guild_id: discordId(51),
      kind: 'forum',
      locale: 'es',
      configured_by: discordId(91),
      broken_at: NOON,
      broken_reason: 'missing-access',
      kinds: 3,
      settings: JSON.stringify({ delay: 90, events: 'finals', timeZone: 'Europe/Madrid' }),
      server_events: 'finals',
      reposts_cards: 1,
      wants_board: 1,
      settings_rev: 4,
      paused_at: NOON - HOUR,
      failure_notified_at: NOON + MINUTE,
      left_at: NOON + HOUR,
      digest_due: NOON + 20 * HOUR,
    },
    { id: 9, discord_id: '12', guild_id: '22', locale: 'en', configured_by: '31', settings: '{}' },
  ],
  follows: [
    {
      kind: 'player',
      target_id: 12,
      channel_id: 7,
      member_id: '',
      created_at: NOON,
      kinds: 49_152,
    },
    {
      kind: 'pair',
      target_id: Number.MAX_SAFE_INTEGER,
      channel_id: 7,
      member_id: discordId(92),
      created_at: NOON,
      kinds: EVERY_KIND,
    },
  ],
  matches: [
    {
      id: 123,
      rev: 4,
      tournament_id: 7,
      phase: 'playing',
      match: MATCH,
      state: STATE,
      chances: JSON.stringify({ team_1: 0.625, team_2: 0.375 }),
      videos: JSON.stringify({ broadcast: null, highlights: 'https://video.example/1' }),
      changed_at: NOON,
      delayed_since: NOON + MINUTE,
      unannounced_since: NOON - HOUR,
      tie_key: '7:women:main::4:0',
    },
  ],
  manager_roles: [{ guild_id: discordId(51), role_id: discordId(94) }],
  setting_changes: [
    {
      id: 5,
      guild_id: discordId(51),
      channel_id: 7,
      member_id: discordId(92),
      at: NOON,
      what: 'pause',
      before: 'false',
      after: 'true',
      undone: 1,
    },
  ],
  match_states: [{ match_id: 123, rev: 4, at: NOON, match: MATCH, state: STATE }],
  rankings: [{ category: 'women', on_date: '2026-06-01', document: '[]' }],
  threads: [{ match_id: 123, channel_id: 7, thread_id: discordId(71) }],
  server_events: [
    {
      match_id: 123,
      guild_id: discordId(51),
      event_id: discordId(61),
      status: 'scheduled',
      shown: 'A|B|3',
      at: NOON,
    },
  ],
  ties: [{ key: '7:women:main::4:0', service_result: '{"winner":"team_1"}' }],
  checkpoints: [{ name: 'health', at: NOON }],
  tournaments: [{ id: 7, tournament: JSON.stringify({ id: 7, name: 'Málaga P1' }) }],
  cards: [
    {
      match_id: 123,
      channel_id: 7,
      opened_at: NOON - MINUTE,
      message_id: discordId(81),
      posted_at: NOON,
      posting_since: NOON + MINUTE,
      shown_rev: 3,
      shown_at: NOON,
      refreshes: 2,
      due_at: NOON + MINUTE,
      attempts: 2,
      messages_below: 5,
      closed_at: NOON + HOUR,
    },
  ],
  boards: [
    {
      discord_id: discordId(1),
      message_id: discordId(82),
      posted_at: NOON - MINUTE,
      posting_since: NOON,
      posting_words: '**Padel today**',
      replaced_id: discordId(83),
      shown: 'k3',
      shown_at: NOON,
      pinned_at: NOON,
      pin_refused_at: NOON - HOUR,
      pin_refusal: 'too-many-pins',
      due_at: NOON + MINUTE,
      attempts: 1,
    },
  ],
  pending_deletions: [
    { channel_id: 7, message_id: discordId(80), match_id: 123, due_at: NOON, attempts: 2 },
  ],
  events: [
    {
      id: 41,
      key: 'match:123:set:1',
      match_id: 123,
      channel_id: 7,
      kind: 'set',
      payload: '{"kind":"set"}',
      priority: 1,
      cursor: 6,
      created_at: NOON,
      expires_at: NOON + HOUR,
      done_at: NOON + MINUTE,
      rev: 1,
      revised_at: NOON,
      corrected_at: NOON,
    },
  ],
  deliveries: [
    {
      event_id: 41,
      channel_id: 7,
      outcome: 'pending',
      reason: 'delay',
      detail: 'Bad Gateway',
      due_at: NOON + MINUTE,
      attempts: 1,
      message_id: discordId(82),
      target_id: discordId(71),
      shown_rev: 1,
      priority: 1,
      last_delay_reason: 'quiet-hours',
      digest_at: NOON + HOUR,
      pinged_to: discordId(93),
      at: NOON,
    },
    { event_id: 41, channel_id: 9, outcome: 'failed', reason: 'missing-access', at: NOON },
  ],
  inbox: [
    {
      id: 5,
      key: 'a1b2',
      kind: 'match',
      change: 'updated',
      record_id: 123,
      received_at: NOON,
      handled_at: NOON + MINUTE,
    },
  ],
  leases: [
    { name: 'sender', holder: 'one', epoch: 3, renewed_at: NOON, session: '41:1', note: '{}' },
  ],
  absent_members: [{ guild_id: discordId(51), member_id: discordId(92), since: NOON }],
  members: [{ member_id: discordId(93), locale: 'fr', time_zone: 'Europe/Paris', hides_scores: 1 }],
  rpc_requests: [{ id: 'e1', lease: 'padel', request: '{}', response: '{}', requested_at: NOON }],
  request_counts: [{ starts_at: NOON, priority: 'live', requests: 3, uptime: 41_000 }],
  request_days: [
    { token_hash: '9f86d081884c7d65', day: '2026-06-07', priority: 'live', requests: 3 },
  ],
  blocks: [{ discord_id: '1100000000000000101', reason: 'floods', created_at: NOON }],
  directory: [
    {
      kind: 'pair',
      id: 12,
      name: 'Ñandú Vega / Éva Sol',
      short_name: null,
      display_name: null,
      category: 'women',
      country: 'ES',
      ranking: 4,
      start_date: '2026-01-01',
      end_date: '2026-12-31',
      last_match_on: '2026-06-07',
      elo_hundredths: null,
      elo_since: null,
      elo_read_at: null,
    },
  ],
  rating_changes: [{ player_id: 12, since: NOON, elo_hundredths: 141_250 }],
  predictions: [
    { match_id: 123, sets: 1, favourite: 2, per_mille: 613, made_at: NOON, winner: null },
  ],
  uptime_days: [{ day: '2026-06-07', minutes: 700, first_minute: 0, last_minute: 719 }],
  latency_days: [{ day: '2026-06-07', up_to_ms: 400, messages: 12 }],
  feed_gaps: [{ began_at: NOON - 600_000, ended_at: NOON }],
};

/** What a migration writes into a column of existing rows. */
interface ColumnChange {
  readonly by: SchemaVersion;
  readonly table: string;
  readonly column: string;
  /** The previous value, when the column is older. */
  readonly was?: string | ((row: Cells) => Cells[string]);
  readonly value: Cells[string] | ((row: Cells) => Cells[string]);
}

const added = (
  by: SchemaVersion,
  table: string,
  values: Readonly<Record<string, ColumnChange['value']>>,
) => Object.entries(values).map(([column, value]): ColumnChange => ({ by, table, column, value }));

/** What every migration changes in existing rows, in order. */
export const COLUMN_CHANGES: readonly ColumnChange[] = [
  ...added('002-pairs-in-directory', 'directory', { last_match_on: null }),
  ...added('003-alert-channels', 'channels', {
    kind: 'text',
    // The kinds that were posted before channels could choose.
    kinds: maskOf(PRESETS.essentials),
    settings: '{}',
    settings_rev: 0,
    paused_at: null,
    told_at: null,
    left_at: null,
    morning_due: null,
  }),
  ...added('003-alert-channels', 'events', { channel_id: null }),
  ...added('003-alert-channels', 'deliveries', { target_id: null, waited_for: null }),
  ...added('003-alert-channels', 'cards', { buried: 0 }),
  ...added('003-alert-channels', 'matches', { unannounced_since: null }),
  // The status of an event was part of `shown`.
  {
    by: '005-server-events',
    table: 'server_events',
    column: 'shown',
    was: 'A|B|3 scheduled',
    value: 'A|B|3',
  },
  ...added('005-server-events', 'server_events', { standing: 'scheduled' }),
  ...added('005-server-events', 'channels', {
    server_events: ({ settings }) => (settings === '{}' ? 'none' : 'finals'),
  }),
  ...added('007-closed-cards', 'cards', { closed_at: null }),
  ...added('008-lanes-of-waiting', 'deliveries', {
    lane: ({ outcome }) => (outcome === 'parked' ? 1 : null),
  }),
  ...added('010-opened-cards', 'cards', { opened_at: 0 }),
  ...added('011-pinged-to', 'deliveries', { pinged_to: null }),
  ...added('013-cards-on-their-way', 'cards', { posting_since: null }),
  ...added('015-called-names', 'directory', { short_name: null, called: null }),
  ...added('019-ratings', 'directory', {
    elo_hundredths: null,
    elo_since: null,
    elo_read_at: null,
  }),
  ...added('020-ties', 'matches', { tie_key: null }),
  // Channels that receive results also receive those of ties.
  ...added('020-ties', 'channels', {
    kinds: ({ kinds = 0 }) =>
      Number(kinds) & bitOf('result') ? Number(kinds) | bitOf('tie') : kinds,
  }),
  ...added('021-values-in-columns', 'channels', { reposts_cards: 1 }),
  ...added('021-values-in-columns', 'cards', { refreshes: 0, replaced_message_id: undefined }),
  ...added('021-values-in-columns', 'deliveries', { detail: null, digest_at: null }),
  {
    by: '022-names',
    table: 'deliveries',
    column: 'outcome',
    was: ({ outcome }) => (outcome === 'pending' ? 'parked' : outcome),
    value: ({ outcome }) => (outcome === 'parked' ? 'pending' : outcome),
  },
  ...added('026-follow-kinds', 'follows', { kinds: EVERY_KIND }),
  ...added('030-match-videos', 'matches', { videos: null }),
  ...added('031-boards', 'channels', { wants_board: 0 }),
  ...added('032-undone-changes', 'setting_changes', { undone: 0 }),
];

/** Tables by their names before 022. */
export const TABLES_BEFORE: Readonly<Record<string, string>> = {
  errands: 'rpc_requests',
  marks: 'checkpoints',
  unwanted_messages: 'pending_deletions',
  spent_requests: 'request_counts',
};

/** Columns by their names before 022. */
export const COLUMNS_BEFORE: Readonly<Record<string, string>> = {
  'events.lane': 'priority',
  'deliveries.lane': 'priority',
  'deliveries.waited_for': 'last_delay_reason',
  'request_counts.lane': 'priority',
  'rpc_requests.asked_at': 'requested_at',
  'rpc_requests.answer': 'response',
  'channels.told_at': 'failure_notified_at',
  'channels.morning_due': 'digest_due',
  'cards.buried': 'messages_below',
  'server_events.standing': 'status',
  'ties.told': 'service_result',
  'directory.called': 'display_name',
};
