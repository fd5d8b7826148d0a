import type { Generated, Kysely, Selectable, Transaction } from 'kysely';

/** Times are integer milliseconds; documents are JSON text; rows never leave this folder. */
export interface Tables {
  /** A Discord channel that receives alerts, under a small key. */
  channels: {
    id: Generated<number>;
    discord_id: string;
    /** One alert channel for each server. */
    guild_id: string;
    locale: string;
    configured_by: string;
    /** Set while Discord permanently refuses the channel; its settings are kept. */
    broken_at: number | null;
    broken_reason: string | null;
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
  };
  tournaments: { id: number; tournament: string };
  /** The live card of a match in a channel: stale while `shown_rev` is below the match's `rev`. */
  cards: {
    match_id: number;
    channel_id: number;
    message_id: string | null;
    posted_at: number | null;
    shown_rev: Generated<number>;
    shown_at: Generated<number>;
    /** A message that this card replaced and that is still to be deleted. */
    replaced_message_id: string | null;
    /** Not tried before this, after a temporary failure. */
    due_at: Generated<number>;
    attempts: Generated<number>;
  };
  /** The outbox: one row for each piece of news, unique by its key. */
  events: {
    id: Generated<number>;
    key: string;
    match_id: number;
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
    outcome: string;
    reason: string | null;
    due_at: number | null;
    attempts: number;
    message_id: string | null;
    shown_rev: number;
    at: number;
  };
  directory: {
    kind: string;
    id: number;
    name: string;
    category: string | null;
    country: string | null;
    ranking: number | null;
    start_date: string | null;
    end_date: string | null;
    last_match_on: string | null;
  };
}

export type Db = Kysely<Tables>;

/** A function that takes this must be called inside a transaction. */
export type Tx = Transaction<Tables>;

export type Row<T extends keyof Tables> = Selectable<Tables[T]>;
