import { ChannelType } from 'discord-api-types/v10';
import type { FastifyInstance } from 'fastify';
import { channelNameFor, deleteChannel, newChannel } from '../channels/manage.ts';
import { publishChannel, publishChannelEdit } from '../channels/write.ts';
import { Complaint } from '../complaint.ts';
import type { Discord } from '../discord.ts';
import type { StoredChannel } from '../state/state.ts';
import { setBotOverwrite } from './permissions.ts';
import { parseRequest, REQUESTS } from './requests.ts';
import { showChannel } from './state.ts';

interface Params {
  readonly channel: string;
}

const TYPES = {
  text: ChannelType.GuildText,
  announcement: ChannelType.GuildAnnouncement,
  forum: ChannelType.GuildForum,
  category: ChannelType.GuildCategory,
} as const;

/** Channels of the guild: made, renamed, removed, and what the bot may do in them. */
export const channelControls = (
  app: FastifyInstance,
  discord: Discord,
  channelIn: (name: string) => StoredChannel,
): void => {
  app.post('/channels', ({ body }) => {
    const { name, type, topic, category } = parseRequest(REQUESTS.createChannel, body);
    const parent = category === undefined ? null : channelIn(category);
    if (parent !== null && parent.type !== ChannelType.GuildCategory) {
      throw new Complaint(`#${parent.name} is no category`);
    }
    const channel = newChannel(discord, {
      name,
      type: TYPES[type],
      topic: topic ?? null,
      parentId: parent?.id ?? null,
    });
    publishChannel(discord, channel);
    return showChannel(discord.state, channel);
  });

  app.patch<{ Params: Params }>('/channels/:channel', ({ params, body }) => {
    const { name, topic, tags, requiresTag, archived, locked } = parseRequest(
      REQUESTS.editChannel,
      body,
    );
    const channel = channelIn(params.channel);
    if (channel.recipientId !== null) throw new Complaint('Conversations have no names');
    const edited = {
      ...channel,
      name: name === undefined ? channel.name : channelNameFor(channel.type, name),
      topic: topic === undefined ? channel.topic : topic,
      tags: tags?.map((tag) => ({ id: discord.nextId(), ...tag })) ?? channel.tags,
      requiresTag: requiresTag ?? channel.requiresTag,
      thread: channel.thread && {
        ...channel.thread,
        archived: archived ?? channel.thread.archived,
        locked: locked ?? channel.thread.locked,
      },
    };
    publishChannelEdit(discord, edited);
    return showChannel(discord.state, edited);
  });

  app.delete<{ Params: Params }>('/channels/:channel', ({ params }) => {
    const channel = channelIn(params.channel);
    const shown = showChannel(discord.state, channel);
    deleteChannel(discord, channel);
    return shown;
  });

  app.put<{ Params: Params }>('/channels/:channel/permissions', ({ params, body }) => {
    const wanted = parseRequest(REQUESTS.permissions, body);
    return showChannel(discord.state, setBotOverwrite(discord, channelIn(params.channel), wanted));
  });
};
