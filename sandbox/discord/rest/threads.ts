import {
  ChannelType,
  MessageFlags,
  type RESTPostAPIChannelMessagesThreadsJSONBody,
  type RESTPostAPIChannelThreadsJSONBody,
} from 'discord-api-types/v10';
import type { FastifyInstance } from 'fastify';
import { channelForBot, ofType } from '../channels/access.ts';
import { isThread, presentChannel, presentThreadMember } from '../channels/present.ts';
import {
  announceThread,
  newThread,
  publicThreadIn,
  refuseManyThreads,
} from '../channels/threads.ts';
import { publishChannel } from '../channels/write.ts';
import type { Discord } from '../discord.ts';
import { refusal } from '../errors.ts';
import { withFlags } from '../flags.ts';
import { ACCOUNTS, APPLICATION_ID, GUILD_ID } from '../guild/accounts.ts';
import { publishEdit } from '../messages/announce.ts';
import type { StoredChannel } from '../state/state.ts';
import { accept } from '../validation/accept.ts';
import { PUBLISHED } from '../validation/published.ts';
import { readBody } from './body.ts';
import { openPost } from './forum-posts.ts';
import { messageForBot, refuseBlocked } from './message-permissions.ts';

interface Params {
  readonly channel: string;
  readonly message: string;
  readonly user: string;
}

const HOLD_THREADS = [ChannelType.GuildText, ChannelType.GuildAnnouncement] as const;

/** Threads: opened from a message or on their own, and who is in them. */
export const threadRoutes = (app: FastifyInstance, discord: Discord): void => {
  app.post<{ Params: Params }>(
    '/channels/:channel/messages/:message/threads',
    async (request, reply) => {
      const parent = channelForBot(discord, request.params.channel, 'CreatePublicThreads');
      ofType(parent, ...HOLD_THREADS);
      const stored = messageForBot(discord, parent.id, request.params.message);
      if (discord.state.channels.has(stored.body.id)) throw refusal('threadExists');
      const { json } = await readBody(request);
      const form = accept<RESTPostAPIChannelMessagesThreadsJSONBody>(
        PUBLISHED.threadOfMessage,
        json,
      );
      refuseBlocked(discord, 'blockedTitle', form.name);
      refuseManyThreads(discord);
      // A thread of a message has the message's id.
      const thread = newThread(discord, parent, stored.body.id, publicThreadIn(parent), form);
      publishChannel(discord, thread);
      const flags = withFlags(stored.body.flags, MessageFlags.HasThread);
      publishEdit(discord, { ...stored, body: { ...stored.body, flags } });
      return reply.code(201).send(presentChannel(discord.state, thread));
    },
  );

  app.post<{ Params: Params }>('/channels/:channel/threads', async (request, reply) => {
    const { json, uploads } = await readBody(request);
    const seen = ofType(
      channelForBot(discord, request.params.channel),
      ...HOLD_THREADS,
      ChannelType.GuildForum,
    );
    if (seen.type === ChannelType.GuildForum) {
      return reply.code(201).send(openPost(discord, seen, json, uploads));
    }
    const form = accept<RESTPostAPIChannelThreadsJSONBody>(PUBLISHED.threadCreate, json);
    const isPublic = form.type !== undefined && form.type !== ChannelType.PrivateThread;
    const needed = isPublic ? 'CreatePublicThreads' : 'CreatePrivateThreads';
    const parent = channelForBot(discord, seen.id, needed);
    const type = isPublic ? publicThreadIn(parent) : ChannelType.PrivateThread;
    const thread = newThread(discord, parent, discord.nextId(), type, form);
    publishChannel(discord, thread);
    if (isPublic) announceThread(discord, parent, thread);
    return reply.code(201).send(presentChannel(discord.state, thread));
  });

  app.get<{ Params: Params }>('/channels/:channel/thread-members', ({ params }) => {
    const thread = threadForBot(params.channel);
    return (thread.thread?.memberIds ?? []).map((id) => presentThreadMember(thread, id));
  });

  app.get<{ Params: Params }>('/channels/:channel/threads/archived/public', ({ params }) => {
    const parent = channelForBot(discord, params.channel, 'ReadMessageHistory');
    const threads = [...discord.state.channels.values()].filter(
      ({ parentId, thread }) => parentId === parent.id && thread?.archived,
    );
    return {
      threads: threads.map((thread) => presentChannel(discord.state, thread)),
      members: threads
        .filter(({ thread }) => thread?.memberIds.includes(APPLICATION_ID))
        .map((thread) => presentThreadMember(thread, APPLICATION_ID)),
      has_more: false,
    };
  });

  const threadForBot = (id: string): StoredChannel => {
    const channel = channelForBot(discord, id);
    if (!isThread(channel)) throw refusal('wrongChannelType');
    return channel;
  };

  const setMember = (params: Params, joins: boolean) => {
    const thread = threadForBot(params.channel);
    const userId = params.user === '@me' ? APPLICATION_ID : params.user;
    if (!ACCOUNTS.has(userId)) throw refusal('unknownUser');
    if (thread.thread === null) return;
    const others = thread.thread.memberIds.filter((id) => id !== userId);
    const memberIds = joins ? [...others, userId] : others;
    discord.commit({
      type: 'channel',
      channel: { ...thread, thread: { ...thread.thread, memberIds } },
    });
    discord.dispatch({
      name: 'THREAD_MEMBERS_UPDATE',
      guildId: GUILD_ID,
      data: {
        id: thread.id,
        guild_id: GUILD_ID,
        member_count: memberIds.length,
        ...(joins
          ? { added_members: [presentThreadMember(thread, userId)] }
          : { removed_member_ids: [userId] }),
      },
    });
  };

  app.put<{ Params: Params }>(
    '/channels/:channel/thread-members/:user',
    async ({ params }, reply) => {
      setMember(params, true);
      return reply.code(204).send();
    },
  );

  app.delete<{ Params: Params }>(
    '/channels/:channel/thread-members/:user',
    async ({ params }, reply) => {
      setMember(params, false);
      return reply.code(204).send();
    },
  );
};
