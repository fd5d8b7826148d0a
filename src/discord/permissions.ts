import { ChannelType, PermissionFlagsBits, type GuildBasedChannel } from 'discord.js';
import type { ChannelKind, PermissionName } from '../domain/alert-channel.ts';

const KINDS: ReadonlyMap<ChannelType, ChannelKind> = new Map([
  [ChannelType.GuildText, 'text'],
  [ChannelType.GuildAnnouncement, 'announcement'],
  [ChannelType.GuildForum, 'forum'],
  [ChannelType.PublicThread, 'thread'],
  [ChannelType.PrivateThread, 'thread'],
  [ChannelType.AnnouncementThread, 'thread'],
]);

/** How alerts get into a channel; null where they cannot. */
export const kindOf = ({ type }: Pick<GuildBasedChannel, 'type'>): ChannelKind | null =>
  KINDS.get(type) ?? null;

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

/**
 * Which permissions the bot lacks to post alerts in a channel of its server.
 * @param more what a setting needs beside that
 */
export const missingPermissions = (
  channel: GuildBasedChannel,
  more: readonly PermissionName[] = [],
): readonly PermissionName[] => {
  const { me } = channel.guild.members;
  const granted = me === null ? null : channel.permissionsFor(me);
  const needed = [...NEEDED[kindOf(channel) ?? 'text'], ...more];
  return needed.filter((name) => granted?.has(PermissionFlagsBits[name]) !== true);
};
