import type { AlertSettings } from './alert-settings.ts';
import type { ChannelFailure } from './delivery-reasons.ts';
import type { Instant } from './terms.ts';

/** How messages get into a channel: a forum takes each match as a post of its own. */
export const CHANNEL_KINDS = ['text', 'announcement', 'forum', 'thread', 'direct'] as const;

export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** What alerts need in a channel, in Discord's words; their names stand in the locale files. */
export type PermissionName =
  | 'ViewChannel'
  | 'SendMessages'
  | 'EmbedLinks'
  | 'SendMessagesInThreads'
  | 'CreatePublicThreads'
  | 'CreateEvents'
  | 'ManageEvents'
  | 'MentionEveryone';

/** For threads of matches, events of the server and pings of roles; alerts are posted without them. */
const FOR_MORE: ReadonlySet<PermissionName> = new Set<PermissionName>([
  'CreatePublicThreads',
  'CreateEvents',
  'ManageEvents',
  'MentionEveryone',
]);

/** Whether nothing can be posted in a kind of channel without a permission. */
export const isNeededToPost = (permission: PermissionName, kind: ChannelKind): boolean =>
  permission === 'SendMessagesInThreads'
    ? kind === 'thread' || kind === 'forum'
    : !FOR_MORE.has(permission);

/** A channel that receives alerts. `key` is ours, small and ascending; `discordId` is Discord's. */
export interface AlertChannel {
  readonly key: number;
  readonly discordId: string;
  readonly guildId: string;
  readonly kind: ChannelKind;
  readonly locale: string;
  /** Discord id of the moderator who chose it; empty when they had themselves forgotten. */
  readonly configuredBy: string;
  readonly settings: AlertSettings;
  /** Since when a moderator has paused it; null while it is not. */
  readonly pausedAt: Instant | null;
  /** Why Discord permanently refuses it; null while it works. */
  readonly broken: ChannelFailure | null;
  /** Somebody was told that it is broken, and nothing has arrived in it since. */
  readonly isBreakTold?: true;
}
