import { PermissionFlagsBits } from 'discord.js';
import type { ChannelKind, PermissionName } from '../../domain/alerts/channel.ts';
import { kindOf } from './channel-kinds.ts';
import type { CachedGuild, ServerChannel } from './server.ts';
import { grantedIn } from './server-permissions.ts';

const ALWAYS = ['ViewChannel', 'EmbedLinks'] as const satisfies readonly PermissionName[];

/** Permissions that alerts need by kind of channel (Discord's documentation, "Permissions"). */
const NEEDED: Readonly<Record<ChannelKind, readonly PermissionName[]>> = {
  text: [...ALWAYS, 'SendMessages'],
  announcement: [...ALWAYS, 'SendMessages'],
  // Sending a message in a forum opens a post.
  forum: [...ALWAYS, 'SendMessages', 'SendMessagesInThreads'],
  thread: [...ALWAYS, 'SendMessagesInThreads'],
  direct: [],
};

/** All permissions that alerts need, for all kinds of channel. */
export const NEEDED_TO_POST: readonly PermissionName[] = [...new Set(Object.values(NEEDED).flat())];

/**
 * What of the permissions that alerts need in a type of channel is not granted.
 * @param more permissions that a setting needs in addition
 */
export const missingOf = (
  granted: bigint,
  type: number,
  more: readonly PermissionName[] = [],
): readonly PermissionName[] =>
  [...NEEDED[kindOf(type) ?? 'text'], ...more].filter(
    (name) => (granted & PermissionFlagsBits[name]) === 0n,
  );

/** The permissions that the bot lacks to post alerts in a channel of a server. */
export const missingPermissions = (
  server: CachedGuild,
  channel: ServerChannel,
  more: readonly PermissionName[] = [],
): readonly PermissionName[] => missingOf(grantedIn(server, channel), channel.type, more);
