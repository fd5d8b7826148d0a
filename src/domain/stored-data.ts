import type { AlertChannel } from './alerts/channel.ts';
import type { FollowTarget, FollowedAlerts } from './alerts/follows.ts';
import type { Instant } from './terms.ts';
import type { AlertEvent } from './alerts/events.ts';
import type { MemberSettings } from './member-settings.ts';
import type { DeliveryReason } from './alerts/delivery-reasons.ts';

export interface StoredFollow {
  readonly target: FollowTarget;
  readonly since: Instant;
  readonly alerts: FollowedAlerts;
}

export interface ChannelData {
  readonly channel: AlertChannel;
  readonly follows: readonly StoredFollow[];
  readonly memberFollows: number;
  readonly members: number;
  readonly posts: number;
}

/** What became of the posts in a channel. */
export interface DeliveryHealth {
  readonly lastPostAt: Instant | null;
  /** Deliveries to be retried; `failed`: those given up recently. */
  readonly waiting: number;
  readonly failed: number;
  /** Targets that bring alerts to the channel (alerts/follows.ts). */
  readonly follows: number;
  /** How many of them only members follow, not the channel itself. */
  readonly ofMembers: number;
  /** The last message that Discord has declined there lately. */
  readonly declined: { readonly code: number; readonly at: Instant } | null;
}

/** So many follows, channels or pings of a member are read at most. */
export const STORED_ROWS_MAX = 5_000;

export type StoredPlace = Pick<AlertChannel, 'guildId' | 'discordId'>;

/** What is stored of a member, without what they changed: that is read page by page, and here counted. */
export interface MemberData {
  /** Null for nothing. */
  readonly chosen: MemberSettings | null;
  readonly follows: readonly (StoredFollow & { readonly channel: StoredPlace })[];
  /** Their direct messages; null where they receive no alerts in them. */
  readonly direct: ChannelData | null;
  /** How often they changed the alerts of servers. */
  readonly changes: number;
  /** Channels that they were the last to set up. */
  readonly setUp: readonly StoredPlace[];
  /** Servers that they follow in and have left. */
  readonly absences: readonly { readonly guildId: string; readonly since: Instant }[];
  /** Channels in which a post that still pings others pinged them last. */
  readonly pinged: readonly StoredPlace[];
}

export interface ServerData {
  readonly channels: readonly ChannelData[];
  readonly events: number;
  readonly managerRoles: readonly string[];
  /** How many changes of its alerts are recorded. */
  readonly changes: number;
}

/** An event of a match, and what happened to it in one channel. */
export interface AlertHistory {
  readonly event: AlertEvent;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  /** Whether every recipient was reached. */
  readonly isDone: boolean;
  /** Null when the channel was not a recipient. */
  readonly delivery: {
    readonly outcome: string;
    readonly reason: DeliveryReason | null;
    /** Discord's error text. */
    readonly detail: string | null;
    readonly waitedFor: DeliveryReason | null;
    readonly dueAt: Instant | null;
    readonly at: Instant;
    readonly messageId: string | null;
    readonly targetId: string | null;
  } | null;
}

/** A user or a server that the operator has blocked. */
export interface Block {
  readonly discordId: string;
  /** The operator's words; empty when none were given. */
  readonly reason: string;
  readonly since: Instant;
}
