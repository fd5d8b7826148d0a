import type { AlertSettings } from './settings.ts';
import type { ChannelFailure } from './delivery-reasons.ts';
import type { Instant } from '../terms.ts';

/** How messages are posted in a channel: in a forum each match gets its own post. */
export const CHANNEL_KINDS = ['text', 'announcement', 'forum', 'thread', 'direct'] as const;

export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** Discord's names of the permissions that alerts use; the locale files translate them. */
export type PermissionName =
  | 'ViewChannel'
  | 'SendMessages'
  | 'EmbedLinks'
  | 'AttachFiles'
  | 'SendMessagesInThreads'
  | 'CreatePublicThreads'
  | 'CreateEvents'
  | 'ManageEvents'
  | 'PinMessages'
  | 'MentionEveryone';

/** Needed only for pictures, match threads, scheduled events, pins and role pings; alerts are posted without them. */
const FOR_MORE: ReadonlySet<PermissionName> = new Set<PermissionName>([
  'AttachFiles',
  'CreatePublicThreads',
  'CreateEvents',
  'ManageEvents',
  'PinMessages',
  'MentionEveryone',
]);

/** Whether nothing can be posted in a channel of this kind without the permission. */
export const isNeededToPost = (permission: PermissionName, kind: ChannelKind): boolean =>
  permission === 'SendMessagesInThreads'
    ? kind === 'thread' || kind === 'forum'
    : !FOR_MORE.has(permission);

/** `key` is the bot's own, small and ascending; `discordId` is Discord's. */
export interface AlertChannel {
  readonly key: number;
  readonly discordId: string;
  readonly guildId: string;
  readonly kind: ChannelKind;
  readonly locale: string;
  /** Discord id of the moderator who set it up; empty after they had their data deleted. */
  readonly configuredBy: string;
  readonly settings: AlertSettings;
  /** Since when a moderator has paused it; null when not paused. */
  readonly pausedAt: Instant | null;
  /** Why Discord permanently refuses posts in it; null while posting works. */
  readonly broken: ChannelFailure | null;
  /** Somebody was told that it is broken, and nothing has arrived in it since. */
  readonly isFailureNotified?: true;
  /** Roles chosen to be pinged that were deleted; `settings` leaves them out. */
  readonly goneRoles?: readonly string[];
}
