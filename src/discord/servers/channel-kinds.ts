import { ChannelType } from 'discord-api-types/v10';
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

/** Neither alerts nor threads are ever in them, and nothing of them is kept. */
const LEFT_OUT: ReadonlySet<ChannelType> = new Set([
  ChannelType.GuildCategory,
  ChannelType.GuildVoice,
  ChannelType.GuildStageVoice,
]);

export const isKept = (type: ChannelType): boolean => !LEFT_OUT.has(type);
