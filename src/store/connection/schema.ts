import type { Generated, Kysely, Selectable, Transaction } from 'kysely';
import type { ChannelFailure, PinRefusal } from '../../domain/alerts/delivery-reasons.ts';
import type { DeliveryTable, EventTable } from '../outbox/outbox-tables.ts';

/** Times are integer milliseconds; documents are JSON text; rows never leave this folder. */
export interface Tables {
  /** A Discord channel that receives alerts, under a small key. */
  channels: {
    id: Generated<number>;
    discord_id: string;
    /** Its server; `@me` for a user's direct messages. */
    guild_id: string;
    /** How messages are sent to it (../channels/channels.ts). */
    kind: Generated<string>;
    locale: string;
    configured_by: string;
    /** Set while Discord permanently refuses the channel; its settings are kept. */
    broken_at: number | null;
    broken_reason: ChannelFailure | null;
    /** When Discord last declined a message in it, and with which code. */
    declined_at: number | null;
    declined_code: number | null;
    /** Types of alert as a bit mask (domain/alerts/alert-types.ts), which the fan-out queries. */
    types: Generated<number>;
    /** The other settings (domain/alerts/settings.ts), JSON. */
    settings: Generated<string>;
    /** Ids of its roles to ping that were deleted, by spaces. */
    gone_roles: Generated<string>;
    /** Which matches become server events: a setting in a column, for its index. */
    server_events: Generated<string>;
    /** Whether it has a standing board, 1 or 0: a setting, too. */
    wants_board: Generated<number>;
    /** Grows with every change of the settings. */
    settings_rev: Generated<number>;
    /** Set while a moderator has paused it. */
    paused_at: number | null;
    /** When its failure was reported to somebody. */
    failure_notified_at: number | null;
    /** Set when the bot left the server; its rows are deleted after a while. */
    left_at: number | null;
    /** When the next daily digest is due; null when none is wanted. */
    digest_due: number | null;
  };
  /** Clustered by its key: the fan-out reads it in that order. */
  follows: {
    kind: string;
    target_id: number;
    channel_id: number;
    /** A member's Discord id; empty when the channel itself follows. */
    member_id: string;
    created_at: number;
    /** The types of alert that it brings, as a mask (domain/alerts/alert-types.ts). */
    types: Generated<number>;
  };
  /** The roles that may manage a server's alerts without the permission Manage Server. */
  manager_roles: {
    guild_id: string;
    role_id: string;
  };
  /** Who changed what about a server's alerts. */
  setting_changes: {
    id: Generated<number>;
    guild_id: string;
    /** Null for what is set for the whole server. */
    channel_id: number | null;
    /** Discord id; empty once the member's data was deleted. */
    member_id: string;
    at: number;
    what: string;
    /** JSON (domain/alerts/setting-changes.ts). */
    before: string;
    after: string;
    /** 1 for what was taken back, and what took it back. */
    undone: Generated<number>;
  };
  matches: {
    id: number;
    /** Grows with every change of state or match. */
    rev: number;
    tournament_id: number | null;
    phase: string;
    match: string;
    state: string;
    /** Pre-match chances, JSON; null until known. */
    chances: string | null;
    /** Addresses of its videos, JSON; null until one is listed. */
    videos: Generated<string | null>;
    /** The realtime channel that the service named for it; null until it names one. */
    channel: string | null;
    changed_at: number;
    /** Set while no source has reported a match in play for too long. */
    delayed_since: number | null;
    /** Set on a new match until its draw is announced. */
    unannounced_since: number | null;
    /** The tie whose rubber it is (domain/tournament/ties.ts); null for a match of pairs. */
    tie_key: string | null;
  };
  /** Ties of team events, with the service's data, JSON; null without any. */
  ties: { key: string; service_result: string | null };
  /** Snapshots of matches for spoiler delays, kept as long as the longest delay. */
  match_states: { match_id: number; rev: number; at: number; match: string; state: string };
  /** Rankings on a day, JSON. */
  rankings: { category: string; on_date: string; document: string };
  /** The thread of a match in a channel; its id is null once it was deleted or closed. */
  threads: { match_id: number; channel_id: number; thread_id: string | null };
  /** Matches that are scheduled events of a server. */
  server_events: {
    match_id: number;
    guild_id: string;
    event_id: string | null;
    /** Status (domain/alerts/server-event.ts), or `refused`. */
    status: string;
    shown: string;
    at: number;
  };
  checkpoints: { name: string; at: number };
  tournaments: { id: number; tournament: string };
  /** The live card of a match in a channel: stale while `shown_rev` is below the match's `rev`. */
  cards: {
    match_id: number;
    channel_id: number;
    /** When it was opened, or became the card with the post of the start. */
    opened_at: Generated<number>;
    message_id: string | null;
    posted_at: number | null;
    shown_rev: Generated<number>;
    /** Grows with each requested refresh. */
    refreshes: Generated<number>;
    shown_at: Generated<number>;
    /** Since when the card is being sent: Discord may have the message though its id is not stored. */
    posting_since: number | null;
    /** Earliest next try after a temporary failure. */
    due_at: Generated<number>;
    attempts: Generated<number>;
    /** Messages of others below it. */
    messages_below: Generated<number>;
    /** Set when somebody deleted it: it is not posted again. */
    closed_at: number | null;
  };
  /** The standing boards. A row outlives its channel until its messages are to be deleted. */
  boards: {
    /** Discord's id of the channel. */
    discord_id: string;
    message_id: string | null;
    posted_at: number | null;
    /** Since when the message is being sent, as with cards; its nonce is made from it. */
    posting_since: number | null;
    /** Its text: that tells it apart, and may change with the language of the channel. */
    posting_words: string | null;
    /** Digest of what the message shows; empty makes it stale. */
    shown: Generated<string>;
    shown_at: Generated<number>;
    pinned_at: number | null;
    /** When Discord last refused to pin it, and why. */
    pin_refused_at: number | null;
    pin_refusal: PinRefusal | null;
    /** When it is checked next. */
    due_at: Generated<number>;
    attempts: Generated<number>;
  };
  /** Messages of the bot that are to be deleted. */
  pending_deletions: {
    /** Discord's id of the channel, whose alerts may be removed meanwhile. */
    discord_id: string;
    message_id: string;
    due_at: number;
    attempts: Generated<number>;
  };
  /** The outbox: one row per event, unique by its key. */
  events: EventTable;
  /** The result of an event in a channel. */
  deliveries: DeliveryTable;
  /** Webhook notices that a record has changed; never its content. */
  inbox: {
    id: Generated<number>;
    /** The same for every copy of one delivery. */
    key: string;
    kind: string;
    change: string;
    record_id: number;
    received_at: number;
    /** When it was handled; null while it is pending. */
    handled_at: Generated<number | null>;
  };
  /** Leases of several processes on PostgreSQL; times are the database's. */
  leases: {
    name: string;
    /** The process that holds it; null after its release. */
    holder: string | null;
    /** Grows with every acquisition. */
    epoch: number;
    renewed_at: number;
    /** The connection of its holder: the lease ends with it. */
    session: string;
    /** Data that its holder publishes to the other processes, JSON. */
    note: string | null;
  };
  /** Followers who are no longer members of the server. */
  absent_members: {
    guild_id: string;
    member_id: string;
    /** When that was first recorded. */
    since: number;
  };
  /** What members chose for themselves (domain/member-settings.ts); none without a choice. */
  members: {
    member_id: string;
    locale: string | null;
    time_zone: string | null;
    /** 1 or 0. */
    hides_scores: number;
  };
  /** RPC requests from one process to the holder of a lease. */
  rpc_requests: {
    id: string;
    lease: string;
    request: string;
    response: string | null;
    requested_at: number;
  };
  /** Requests to the data service in each few seconds, by priority. */
  request_counts: {
    starts_at: number;
    priority: string;
    requests: number;
    /** Uptime of the machine at the last of them: a second clock, in case the first is set. */
    uptime: number;
  };
  /** Requests to the data service on each day (UTC of its clock), by priority. */
  request_days: {
    /** Hash of the token (../processes/request-days.ts): each token has its own quota. */
    token_hash: string;
    /** `YYYY-MM-DD` */
    day: string;
    priority: string;
    requests: number;
  };
  /** Users and servers that the operator has blocked. */
  blocks: {
    discord_id: string;
    reason: string;
    created_at: number;
  };
  directory: {
    kind: string;
    id: number;
    name: string;
    short_name: string | null;
    display_name: string | null;
    category: string | null;
    country: string | null;
    ranking: number | null;
    start_date: string | null;
    end_date: string | null;
    last_match_on: string | null;
    /** The service's rating of a player in hundredths; when it was first read, and last. */
    elo_hundredths: number | null;
    elo_since: number | null;
    elo_read_at: number | null;
  };
  /** The ratings of players, each from when it was first read. */
  rating_changes: { player_id: number; since: number; elo_hundredths: number };
  /** The chances that were shown, one row per match and number of sets played. */
  predictions: {
    match_id: number;
    sets: number;
    /** The team with the greater chance, 1 or 2. */
    favourite: number;
    /** Its chance, in thousandths. */
    per_mille: number;
    made_at: number;
    /** The team that won, 1 or 2; null until then. */
    winner: number | null;
  };
}

export type Db = Kysely<Tables>;

/** A function that takes this must be called inside a transaction. */
export type Tx = Transaction<Tables>;

export type Row<T extends keyof Tables> = Selectable<Tables[T]>;
