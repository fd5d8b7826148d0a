import type { Generated, Kysely, Selectable, Transaction } from 'kysely';
import type { ChannelFailure, DeliveryReason } from '../domain/delivery-reasons.ts';

/** Times are integer milliseconds; documents are JSON text; rows never leave this folder. */
export interface Tables {
  /** A Discord channel that receives alerts, under a small key. */
  channels: {
    id: Generated<number>;
    discord_id: string;
    /** Its server; `@me` for a person's direct messages. */
    guild_id: string;
    /** How messages get there (channels.ts). */
    kind: Generated<string>;
    locale: string;
    configured_by: string;
    /** Set while Discord permanently refuses the channel; its settings are kept. */
    broken_at: number | null;
    broken_reason: ChannelFailure | null;
    /** Kinds of alert as a mask (domain/alert-kinds.ts): the fan-out reads it. */
    kinds: Generated<number>;
    /** Everything else that was chosen (domain/alert-settings.ts), JSON. */
    settings: Generated<string>;
    /** Which matches become events of the server: part of the settings, to be found by. */
    server_events: Generated<string>;
    /** Whether a card that is pushed down is posted again, 1 or 0: part of the settings, too. */
    reposts_cards: Generated<number>;
    /** Grows with every change of the settings. */
    settings_rev: Generated<number>;
    /** Set while a moderator has paused it. */
    paused_at: number | null;
    /** When somebody was told that it is broken. */
    told_at: number | null;
    /** Set when the bot left the server; it is forgotten after a while. */
    left_at: number | null;
    /** When the next list of the morning is due; null when none is wanted. */
    morning_due: number | null;
  };
  /** Clustered by its key: the fan-out of an event reads it in that order. */
  follows: {
    kind: string;
    target_id: number;
    channel_id: number;
    /** A member's Discord id; empty when the channel itself follows. */
    member_id: string;
    created_at: number;
  };
  matches: {
    id: number;
    /** Grows by one with every change of state or match. */
    rev: number;
    tournament_id: number | null;
    phase: string;
    match: string;
    state: string;
    /** Chances before the match, JSON; null until known. */
    chances: string | null;
    changed_at: number;
    /** Set while no source has spoken of a match in play for too long. */
    delayed_since: number | null;
    /** Set on a match that is new, until the draw it belongs to is told. */
    unannounced_since: number | null;
    /** The tie that it is a rubber of (domain/ties.ts); null for a match of pairs. */
    tie_key: string | null;
  };
  /** Ties of team events: what the service says of them, JSON; null while it says nothing. */
  ties: { key: string; told: string | null };
  /** Matches as they were seen, for those who are told later. Kept as long as the longest delay. */
  match_states: { match_id: number; rev: number; at: number; match: string; state: string };
  /** Rankings as they stood on a day, JSON. */
  rankings: { category: string; on_date: string; document: string };
  /** The thread of a match in a channel; without an id when it is there no more. */
  threads: { match_id: number; channel_id: number; thread_id: string | null };
  /** Matches that stand among the events of a server. */
  server_events: {
    match_id: number;
    guild_id: string;
    event_id: string | null;
    /** How it stands there (domain/server-event.ts), or `refused`. */
    standing: string;
    shown: string;
    at: number;
  };
  /** Moments that are remembered by a name. */
  marks: { name: string; at: number };
  tournaments: { id: number; tournament: string };
  /** The live card of a match in a channel: stale while `shown_rev` is below the match's `rev`. */
  cards: {
    match_id: number;
    channel_id: number;
    /** When it was opened, or became the card by the post that announced the start. */
    opened_at: Generated<number>;
    message_id: string | null;
    posted_at: number | null;
    shown_rev: Generated<number>;
    /** Grows each time that it is to be rendered again, whatever it shows. */
    refreshes: Generated<number>;
    shown_at: Generated<number>;
    /** Since when a message that is to become the card may be at Discord, though nobody noted it. */
    posting_since: number | null;
    /** Not tried before this, after a temporary failure. */
    due_at: Generated<number>;
    attempts: Generated<number>;
    /** Messages of others below it. */
    buried: Generated<number>;
    /** Set when somebody deleted it: no other takes its place. */
    closed_at: number | null;
  };
  /** Messages of ours that are to be deleted. */
  unwanted_messages: {
    channel_id: number;
    message_id: string;
    /** The match that it was a card of. */
    match_id: number;
    due_at: number;
    attempts: Generated<number>;
  };
  /** The outbox: one row for each piece of news, unique by its key. */
  events: {
    id: Generated<number>;
    key: string;
    /** Null for news that is not about one match. */
    match_id: number | null;
    /** The one channel that it is for; null when those are told who follow. */
    channel_id: number | null;
    kind: string;
    payload: string;
    lane: number;
    /** Fan-out has passed all channels up to this key. */
    cursor: number;
    created_at: number;
    expires_at: number;
    done_at: number | null;
    /** Grows with every revision of the payload. */
    rev: number;
    revised_at: number | null;
    /** Set when a revision was a correction: the post says so. */
    corrected_at: number | null;
  };
  /** What became of an event in a channel. */
  deliveries: {
    event_id: number;
    channel_id: number;
    outcome: 'sent' | 'suppressed' | 'failed' | 'parked';
    reason: DeliveryReason | null;
    /** What Discord answered, in its words: to the reason, or to what it waited for. */
    detail: string | null;
    due_at: number | null;
    attempts: number;
    message_id: string | null;
    /** Where the message stands when that is a thread of the channel. */
    target_id: string | null;
    shown_rev: number;
    /** The lane of its event while it waits: what waits is taken up by it. */
    lane: number | null;
    /** What it waited for before its outcome: the reason of its last parking. */
    waited_for: DeliveryReason | null;
    /** When the digest of the quiet hours that held it back is due; null where none tells it. */
    digest_at: number | null;
    /** The last member whom it pinged, while others are left; null when nobody is. */
    pinged_to: string | null;
    at: number;
  };
  /** What webhooks have told: a hint that a record has changed, never what it says. */
  inbox: {
    id: Generated<number>;
    /** The same for every copy of one delivery. */
    key: string;
    kind: string;
    change: string;
    record_id: number;
    received_at: number;
    /** When it was looked into; null while it waits. */
    handled_at: Generated<number | null>;
  };
  /** Who may do what, of several processes on PostgreSQL; times are the database's. */
  leases: {
    name: string;
    /** The process that holds it; null when it was given back. */
    holder: string | null;
    /** Grows with every taking. */
    epoch: number;
    renewed_at: number;
    /** The connection of its holder: when that is gone, so is the holder. */
    session: string;
    /** What its holder tells the others, as JSON. */
    note: string | null;
  };
  /** Members who follow in a server that they are not in any more. */
  absent_members: {
    guild_id: string;
    member_id: string;
    /** When that was noted first. */
    since: number;
  };
  /** What one process asks of the one that holds a lease. */
  errands: {
    id: string;
    lease: string;
    request: string;
    answer: string | null;
    asked_at: number;
  };
  /** How many requests were sent to the data service in each few seconds, by lane. */
  spent_requests: {
    starts_at: number;
    lane: string;
    requests: number;
    /** Since the start of the machine, when the last of them was sent: a second clock, in case the first is set. */
    uptime: number;
  };
  /** How many requests were sent to the data service on each day, UTC of its clock, by priority. */
  request_days: {
    /** Of the token that they were sent with (request-days.ts): each has a quota of its own. */
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
    called: string | null;
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
  /** The ratings that players had, each from when it was first read. */
  rating_changes: { player_id: number; since: number; elo_hundredths: number };
}

export type Db = Kysely<Tables>;

/** A function that takes this must be called inside a transaction. */
export type Tx = Transaction<Tables>;

export type Row<T extends keyof Tables> = Selectable<Tables[T]>;
