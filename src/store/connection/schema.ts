import type { Generated, Kysely, Selectable, Transaction } from 'kysely';
import type { ChannelFailure, PinRefusal } from '../../domain/alerts/delivery-reasons.ts';
import type { ServerEventStatus } from '../../domain/alerts/server-event.ts';
import type { Category } from '../../domain/terms.ts';
import type { Block } from '../../domain/stored-data.ts';
import type { DeliveryTable, EventTable } from '../outbox/outbox-tables.ts';

/** Times are integer milliseconds; documents are JSON text. Only `store` queries them. */
export interface Tables {
  /** A Discord channel that receives alerts, under a small key. */
  channels: {
    id: Generated<number>;
    discordId: string;
    /** Its server; `@me` for a user's direct messages. */
    guildId: string;
    /** How messages are sent to it (../channels/channels.ts). */
    kind: Generated<string>;
    locale: string;
    configuredBy: string;
    /** Set while Discord permanently refuses the channel; its settings are kept. */
    brokenAt: number | null;
    brokenReason: ChannelFailure | null;
    /** When Discord last declined a message in it, and with which code. */
    declinedAt: number | null;
    declinedCode: number | null;
    /** Types of alert as a bit mask (domain/alerts/alert-types.ts), which the fan-out queries. */
    types: Generated<number>;
    /** The other settings (domain/alerts/settings.ts), JSON. */
    settings: Generated<string>;
    /** Ids of its roles to ping that were deleted, by spaces. */
    goneRoles: Generated<string>;
    /** Which matches become server events: a setting in a column, for its index. */
    serverEvents: Generated<string>;
    /** Whether it has a standing board, 1 or 0: a setting, too. */
    wantsBoard: Generated<number>;
    /** Grows with every change of the settings. */
    settingsRev: Generated<number>;
    /** Set while a moderator has paused it. */
    pausedAt: number | null;
    /** When its failure was reported to somebody. */
    failureNotifiedAt: number | null;
    /** Set when the bot left the server; its rows are deleted after a while. */
    leftAt: number | null;
    /** When the next daily digest is due; null when none is wanted. */
    digestDue: number | null;
  };
  /** Clustered by its key: the fan-out reads it in that order. */
  follows: {
    kind: string;
    targetId: number;
    channelKey: number;
    /** A member's Discord id; empty when the channel itself follows. */
    memberId: string;
    createdAt: number;
    /** The types of alert that it brings, as a mask (domain/alerts/alert-types.ts). */
    types: Generated<number>;
  };
  /** The roles that may manage a server's alerts without the permission Manage Server. */
  managerRoles: {
    guildId: string;
    roleId: string;
  };
  /** Who changed what about a server's alerts. */
  settingChanges: {
    id: Generated<number>;
    guildId: string;
    /** Null for what is set for the whole server. */
    channelKey: number | null;
    /** Discord id; empty once the member's data was deleted. */
    memberId: string;
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
    tournamentId: number | null;
    phase: string;
    match: string;
    state: string;
    /** Pre-match chances, JSON; null until known. */
    chances: string | null;
    /** Addresses of its videos, JSON; null until one is listed. */
    videos: Generated<string | null>;
    /** The realtime channel that the service named for it; null until it names one. */
    channel: string | null;
    changedAt: number;
    /** Set while no source has reported a match in play for too long. */
    delayedSince: number | null;
    /** Set on a new match until its draw is announced. */
    unannouncedSince: number | null;
    /** The tie whose rubber it is (domain/tournament/ties.ts); null for a match of pairs. */
    tieKey: string | null;
  };
  /** Ties of team events, with the service's data, JSON; null without any. */
  ties: { key: string; serviceResult: string | null };
  /** Snapshots of matches for spoiler delays, kept as long as the longest delay. */
  matchStates: { matchId: number; rev: number; at: number; match: string; state: string };
  /** Rankings on a day, JSON. */
  rankings: { category: string; onDate: string; document: string };
  /** The thread of a match in a channel; its id is null once it was deleted or closed. */
  threads: { matchId: number; channelKey: number; threadId: string | null };
  /** Matches that are scheduled events of a server. */
  serverEvents: {
    matchId: number;
    guildId: string;
    /** Discord's id of the event; null when it must not be created, or was deleted there. */
    eventId: string | null;
    status: ServerEventStatus | 'refused';
    /** What Discord shows of it: compared, to see whether an update is needed. */
    shown: string;
    at: number;
  };
  checkpoints: { name: string; at: number };
  tournaments: { id: number; tournament: string };
  /** The live card of a match in a channel: stale while `shown_rev` is below the match's `rev`. */
  cards: {
    matchId: number;
    channelKey: number;
    /**
     * When it was opened, or became the card with the post of the start; tells it apart from an earlier card
     * of the same match and channel.
     */
    openedAt: Generated<number>;
    /** Null until it is posted. */
    messageId: string | null;
    postedAt: number | null;
    /** The revision that the message shows; 0 makes the card stale. */
    shownRev: Generated<number>;
    /** Grows with each requested refresh. */
    refreshes: Generated<number>;
    shownAt: Generated<number>;
    /** Since when the card is being sent: Discord may have the message though its id is not stored. */
    postingSince: number | null;
    /** Earliest next try after a temporary failure. */
    dueAt: Generated<number>;
    attempts: Generated<number>;
    /** Messages of others below it. */
    messagesBelow: Generated<number>;
    /** Set when somebody deleted it: it is not posted again. */
    closedAt: number | null;
  };
  /** The standing boards. A row outlives its channel until its messages are to be deleted. */
  boards: {
    /** Discord's id of the channel. */
    discordId: string;
    /** Null until it is posted. */
    messageId: string | null;
    postedAt: number | null;
    /** Since when the message is being sent, as with cards; its nonce is made from it. */
    postingSince: number | null;
    /** Its text: that tells it apart, and may change with the language of the channel. */
    postingWords: string | null;
    /** Digest of what the message shows; empty makes it stale. */
    shown: Generated<string>;
    shownAt: Generated<number>;
    pinnedAt: number | null;
    /** When Discord last refused to pin it, and why. */
    pinRefusedAt: number | null;
    pinRefusal: PinRefusal | null;
    /** When it is checked next. */
    dueAt: Generated<number>;
    attempts: Generated<number>;
  };
  /** Messages of the bot that are to be deleted. */
  pendingDeletions: {
    /** Discord's id of the channel, whose alerts may be removed meanwhile. */
    discordId: string;
    messageId: string;
    dueAt: number;
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
    recordId: number;
    receivedAt: number;
    /** When it was handled; null while it is pending. */
    handledAt: Generated<number | null>;
  };
  /** Leases of several processes on PostgreSQL; times are the database's. */
  leases: {
    name: string;
    /** The process that holds it; null after its release. */
    holder: string | null;
    /** Grows with every acquisition. */
    epoch: number;
    renewedAt: number;
    /** The connection of its holder: the lease ends with it. */
    session: string;
    /** Data that its holder publishes to the other processes, JSON. */
    note: string | null;
  };
  /** Followers who are no longer members of the server. */
  absentMembers: {
    guildId: string;
    memberId: string;
    /** When that was first recorded. */
    since: number;
  };
  /** What members chose for themselves (domain/member-settings.ts); none without a choice. */
  members: {
    memberId: string;
    locale: string | null;
    timeZone: string | null;
    /** 1 or 0. */
    hidesScores: number;
    discordLocale: string | null;
  };
  /** RPC requests from one process to the holder of a lease. */
  rpcRequests: {
    id: string;
    lease: string;
    request: string;
    response: string | null;
    requestedAt: number;
  };
  /** Requests to the data service in each few seconds, by priority. */
  requestCounts: {
    startsAt: number;
    priority: string;
    requests: number;
    /** Uptime of the machine at the last of them: a second clock, in case the first is set. */
    uptime: number;
  };
  /** Requests to the data service on each day (UTC of its clock), by priority. */
  requestDays: {
    /** Hash of the token (../processes/request-days.ts): each token has its own quota. */
    tokenHash: string;
    /** `YYYY-MM-DD` */
    day: string;
    priority: string;
    requests: number;
  };
  /** Users and servers that the operator has blocked. */
  blocks: Block;
  directory: {
    kind: string;
    id: number;
    name: string;
    shortName: string | null;
    displayName: string | null;
    category: Category | null;
    country: string | null;
    ranking: number | null;
    startDate: string | null;
    endDate: string | null;
    lastMatchOn: string | null;
    /** The service's rating of a player in hundredths; when it was first read, and last. */
    eloHundredths: number | null;
    eloSince: number | null;
    eloReadAt: number | null;
  };
  /** The ratings of players, each from when it was first read. */
  ratingChanges: { playerId: number; since: number; eloHundredths: number };
  /** The chances that were shown, one row per match and number of sets played. */
  predictions: {
    matchId: number;
    sets: number;
    /** The team with the greater chance, 1 or 2. */
    favourite: number;
    /** Its chance, in thousandths. */
    perMille: number;
    madeAt: number;
    /** The team that won, 1 or 2; null until then. */
    winner: number | null;
  };
}

export type Db = Kysely<Tables>;

/** A function that takes this must be called inside a transaction. */
export type Tx = Transaction<Tables>;

export type Row<T extends keyof Tables> = Selectable<Tables[T]>;
