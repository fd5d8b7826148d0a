import { ChannelType } from 'discord.js';
import type { ChannelKind } from '../../domain/alerts/channel.ts';

const KINDS: ReadonlyMap<number, ChannelKind> = new Map([
  [ChannelType.GuildText, 'text'],
  [ChannelType.GuildAnnouncement, 'announcement'],
  [ChannelType.GuildForum, 'forum'],
  [ChannelType.PublicThread, 'thread'],
  [ChannelType.PrivateThread, 'thread'],
  [ChannelType.AnnouncementThread, 'thread'],
]);

/** How alerts are posted in a channel type; null where they cannot be. */
export const kindOf = (type: number): ChannelKind | null => KINDS.get(type) ?? null;

export const isThread = (type: ChannelType): boolean => kindOf(type) === 'thread';
