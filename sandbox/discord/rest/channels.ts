import type { RESTPatchAPIChannelJSONBody } from 'discord-api-types/v10';
import type { FastifyInstance } from 'fastify';
import { channelForBot, writingPermission } from '../channels/access.ts';
import { isThread, presentChannel } from '../channels/present.ts';
import { publishChannelDeletion, publishChannelEdit } from '../channels/write.ts';
import { refuseManyThreads, requireOpen } from '../channels/threads.ts';
import type { Discord } from '../discord.ts';
import { APPLICATION_ID } from '../guild/accounts.ts';
import { guildOf } from '../messages/announce.ts';
import { isoTime } from '../json.ts';
import type { StoredChannel } from '../state/state.ts';
import { accept } from '../validation/accept.ts';
import { PUBLISHED } from '../validation/published.ts';
import { readBody } from './body.ts';

interface Params {
  readonly channel: string;
}

const TYPING_MS = 10_000;

/** `/channels/:channel`: a channel itself, and typing in it. */
export const channelRoutes = (app: FastifyInstance, discord: Discord): void => {
  app.get<{ Params: Params }>('/channels/:channel', ({ params }) =>
    presentChannel(discord.state, channelForBot(discord, params.channel)),
  );

  app.patch<{ Params: Params }>('/channels/:channel', async (request) => {
    const channel = channelForBot(discord, request.params.channel);
    const needed = isThread(channel) ? 'ManageThreads' : 'ManageChannels';
    const ownsThread = channel.thread?.ownerId === APPLICATION_ID;
    if (!ownsThread) channelForBot(discord, channel.id, needed);
    const { json } = await readBody(request);
    const schema = isThread(channel) ? PUBLISHED.threadEdit : PUBLISHED.channelEdit;
    const patch = accept<RESTPatchAPIChannelJSONBody>(schema, json);
    const { thread } = channel;
    if (thread?.locked === true) channelForBot(discord, channel.id, 'ManageThreads');
    if (patch.archived !== false) requireOpen(channel);
    else if (thread?.archived === true) refuseManyThreads(discord);
    if (patch.permission_overwrites) channelForBot(discord, channel.id, 'ManageRoles');
    const edited = editedChannel(channel, patch, discord.now());
    publishChannelEdit(discord, edited);
    return presentChannel(discord.state, edited);
  });

  app.delete<{ Params: Params }>('/channels/:channel', ({ params }) => {
    const known = channelForBot(discord, params.channel);
    const channel = channelForBot(
      discord,
      known.id,
      isThread(known) ? 'ManageThreads' : 'ManageChannels',
    );
    const shown = presentChannel(discord.state, channel);
    publishChannelDeletion(discord, channel);
    return shown;
  });

  app.post<{ Params: Params }>('/channels/:channel/typing', async ({ params }, reply) => {
    const seen = channelForBot(discord, params.channel);
    const channel = channelForBot(discord, seen.id, writingPermission(seen));
    const until = new Date(discord.machineNow() + TYPING_MS).toISOString();
    const guildId = guildOf(discord.state, channel.id);
    discord.control.emit({ type: 'typing', channelId: channel.id, until });
    discord.dispatch({
      name: 'TYPING_START',
      guildId,
      data: {
        channel_id: channel.id,
        user_id: APPLICATION_ID,
        timestamp: Math.floor(discord.now() / 1_000),
        ...(guildId === null ? {} : { guild_id: guildId }),
      },
    });
    return reply.code(204).send();
  });
};

const editedChannel = (
  channel: StoredChannel,
  patch: RESTPatchAPIChannelJSONBody,
  now: number,
): StoredChannel => ({
  ...channel,
  name: patch.name ?? channel.name,
  topic: patch.topic === undefined ? channel.topic : patch.topic,
  position: patch.position ?? channel.position,
  parentId: patch.parent_id === undefined ? channel.parentId : patch.parent_id,
  nsfw: patch.nsfw ?? channel.nsfw,
  rateLimitPerUser: patch.rate_limit_per_user ?? channel.rateLimitPerUser,
  overwrites: (patch.permission_overwrites ?? channel.overwrites).map(
    ({ id, type, allow, deny }) => ({
      id,
      type,
      allow: String(allow ?? 0),
      deny: String(deny ?? 0),
    }),
  ),
  thread: channel.thread && {
    ...channel.thread,
    archived: patch.archived ?? channel.thread.archived,
    locked: patch.locked ?? channel.thread.locked,
    invitable: patch.invitable ?? channel.thread.invitable,
    autoArchiveDuration: patch.auto_archive_duration ?? channel.thread.autoArchiveDuration,
    archiveTimestamp: patch.archived === undefined ? channel.thread.archiveTimestamp : isoTime(now),
  },
});
