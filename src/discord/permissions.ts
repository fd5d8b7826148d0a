import { PermissionFlagsBits } from 'discord.js';
import type { ChannelKind, PermissionName } from '../domain/alert-channel.ts';
import type { Instant } from '../domain/terms.ts';
import { kindOf } from './channel-kinds.ts';
import type { Server, ServerChannel } from './server.ts';
import { grantedIn } from './server-permissions.ts';

const ALWAYS = ['ViewChannel', 'EmbedLinks'] as const satisfies readonly PermissionName[];

/** What alerts need in a kind of channel (Discord's documentation, "Permissions"). */
const NEEDED: Readonly<Record<ChannelKind, readonly PermissionName[]>> = {
  text: [...ALWAYS, 'SendMessages'],
  announcement: [...ALWAYS, 'SendMessages'],
  // To send a message in a forum is to open a post.
  forum: [...ALWAYS, 'SendMessages', 'SendMessagesInThreads'],
  thread: [...ALWAYS, 'SendMessagesInThreads'],
  direct: [],
};

/** All that alerts need to be posted, whatever the kind of channel. */
export const NEEDED_TO_POST: readonly PermissionName[] = [...new Set(Object.values(NEEDED).flat())];

/**
 * Which permissions the bot lacks to post alerts in a channel of a server.
 * @param now real time: a bot that is timed out may write again after it
 * @param more what a setting needs beside that
 */
export const missingPermissions = (
  server: Server,
  channel: ServerChannel,
  now: Instant,
  more: readonly PermissionName[] = [],
): readonly PermissionName[] => {
  const granted = grantedIn(server, channel, now);
  const needed = [...NEEDED[kindOf(channel.type) ?? 'text'], ...more];
  return needed.filter((name) => (granted & PermissionFlagsBits[name]) === 0n);
};
