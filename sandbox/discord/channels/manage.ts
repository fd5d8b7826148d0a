import { ChannelType } from 'discord-api-types/v10';
import { Complaint } from '../complaint.ts';
import type { Discord } from '../discord.ts';
import { plainChannel, type StoredChannel } from '../state/state.ts';
import { isThread } from './present.ts';
import { publishChannelDeletion } from './write.ts';

/** The requested properties of a new channel. */
export interface ChannelForm {
  readonly name: string;
  readonly type: ChannelType;
  readonly topic?: string | null;
  readonly parentId?: string | null;
}

const CALM_NAMES: readonly ChannelType[] = [
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.GuildForum,
];

/** A name as Discord writes it for a channel of this type: in lower case, blanks as dashes. */
export const channelNameFor = (type: ChannelType, name: string): string =>
  CALM_NAMES.includes(type) ? name.trim().toLowerCase().replace(/\s+/g, '-') : name.trim();

/** A new channel of the guild, below all others. */
export const newChannel = ({ nextId, state }: Discord, form: ChannelForm): StoredChannel =>
  plainChannel({
    id: nextId(),
    type: form.type,
    name: channelNameFor(form.type, form.name),
    topic: form.topic ?? null,
    position: Math.max(0, ...[...state.channels.values()].map(({ position }) => position + 1)),
    parentId: form.parentId ?? null,
  });

/** Deletes a channel or thread for a person. Throws a `Complaint` for channels that cannot be deleted. */
export const deleteChannel = (discord: Discord, channel: StoredChannel): void => {
  if (channel.recipientId !== null) throw new Complaint('Conversations are not deleted');
  const texts = [...discord.state.channels.values()].filter(
    ({ type }) => type === ChannelType.GuildText,
  );
  if (!isThread(channel) && texts.every(({ id }) => id === channel.id)) {
    throw new Complaint('The last text channel stays');
  }
  publishChannelDeletion(discord, channel);
};
