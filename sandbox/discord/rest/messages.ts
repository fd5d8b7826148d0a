import {
  ChannelType,
  MessageFlags,
  type RESTPatchAPIChannelMessageJSONBody,
  type RESTPostAPIChannelMessageJSONBody,
} from 'discord-api-types/v10';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { HOUR } from '../../../src/lib/time.ts';
import { botAccount, channelForBot, may, ofType } from '../channels/access.ts';
import { holdsMessages } from '../channels/present.ts';
import { openToWrite, requireOpen } from '../channels/threads.ts';
import type { Discord } from '../discord.ts';
import { invalidForm, refusal } from '../errors.ts';
import { withFlags } from '../flags.ts';
import { APPLICATION_ID, GUILD_ID } from '../guild/accounts.ts';
import { publishDeletion, publishEdit } from '../messages/announce.ts';
import { presentMessage } from '../messages/present.ts';
import { editMessage, sendMessage } from '../messages/write.ts';
import { timeOfSnowflake } from '../snowflake.ts';
import { messagesOf, type StoredMessage } from '../state/state.ts';
import { accept } from '../validation/accept.ts';
import { editRules, messageRules } from '../validation/message-rules.ts';
import { PUBLISHED } from '../validation/published.ts';
import { readBody } from './body.ts';
import { crowdMessages } from './crowd-messages.ts';
import {
  channelToWrite,
  existingMessage,
  messageForBot,
  refuseBlocked,
} from './message-permissions.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { RateLimited } from './rate-limits.ts';

interface Params {
  readonly channel: string;
  readonly message: string;
}

const TWO_WEEKS = 14 * 24 * HOUR;
const MESSAGES = '/channels/:channel/messages';
const MESSAGE = `${MESSAGES}/:message`;

const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  before: z.string().optional(),
  after: z.string().optional(),
  around: z.string().optional(),
});

const bulk = z.object({ messages: z.array(z.string().regex(/^\d+$/)).min(2).max(100) });

/** `/channels/:channel/messages`: the messages of a channel. */
export const messageRoutes = (
  app: FastifyInstance,
  discord: Discord,
  limiter: RateLimiter,
): void => {
  const inCrowd = crowdMessages(discord);

  app.get<{ Params: Params }>(MESSAGES, ({ params, query }) => {
    // The content of a crowd's messages is not kept.
    if (discord.crowd.has(params.channel)) return [];
    const channel = channelForBot(discord, params.channel);
    if (!may(discord.state, channel, botAccount(), 'ReadMessageHistory')) return [];
    const visible = messagesOf(discord.state, channel.id).filter(
      (one) => one.ephemeralFor === null,
    );
    return page(visible, query).map((stored) => presentMessage(discord, stored));
  });

  app.get<{ Params: Params }>(MESSAGE, ({ params }) =>
    presentMessage(discord, messageForBot(discord, params.channel, params.message)),
  );

  app.post<{ Params: Params }>(MESSAGES, async (request) => {
    if (discord.crowd.has(request.params.channel)) return inCrowd.post(request);
    const seen = channelForBot(discord, request.params.channel);
    if (!holdsMessages(seen)) throw refusal('notATextChannel');
    const { json, uploads } = await readBody(request);
    const content = accept<RESTPostAPIChannelMessageJSONBody>(
      PUBLISHED.messageCreate,
      json,
      messageRules,
    );
    const channel = openToWrite(
      discord,
      channelToWrite(discord, request.params.channel, content, uploads.length),
    );
    return presentMessage(discord, sendMessage(discord, channel, content, uploads));
  });

  app.patch<{ Params: Params }>(MESSAGE, async (request) => {
    if (discord.crowd.has(request.params.channel)) return inCrowd.edit(request);
    const channel = channelForBot(discord, request.params.channel);
    const stored = existingMessage(discord, channel.id, request.params.message);
    const { json, uploads } = await readBody(request);
    const content = accept<RESTPatchAPIChannelMessageJSONBody>(
      PUBLISHED.messageEdit,
      json,
      editRules(stored.body.flags),
    );
    if (stored.body.author.id !== APPLICATION_ID) {
      channelForBot(discord, channel.id, 'ManageMessages');
      if (Object.keys(content).some((key) => key !== 'flags')) throw refusal('notTheAuthor');
    }
    if (uploads.length > 0) channelForBot(discord, channel.id, 'AttachFiles');
    requireOpen(channel);
    refuseBlocked(discord, 'blockedMessage', JSON.stringify(content));
    refuseManyOldEdits(stored, channel.id);
    return presentMessage(discord, editMessage(discord, channel, stored, content, uploads));
  });

  const refuseManyOldEdits = ({ body }: StoredMessage, channelId: string) => {
    if (timeOfSnowflake(body.id) > discord.now() - HOUR) return;
    const { oldEditsPerHour } = discord.limits;
    const { allowed, resetAt } = limiter.take(`old edits ${channelId}`, oldEditsPerHour, HOUR);
    if (allowed) return;
    const message =
      'Maximum number of edits to messages older than 1 hour reached. Try again later.';
    throw new RateLimited({ scope: 'user', resetAt, message, code: 30046 });
  };

  app.delete<{ Params: Params }>(MESSAGE, async ({ params }, reply) => {
    const channel = channelForBot(discord, params.channel);
    const stored = existingMessage(discord, channel.id, params.message);
    if (stored.body.author.id !== APPLICATION_ID)
      channelForBot(discord, channel.id, 'ManageMessages');
    requireOpen(channel);
    publishDeletion(discord, stored);
    return reply.code(204).send();
  });

  app.post<{ Params: Params }>(`${MESSAGES}/bulk-delete`, async (request, reply) => {
    const channel = channelForBot(discord, request.params.channel, 'ManageMessages');
    const body = bulk.safeParse((await readBody(request)).json);
    if (!body.success) {
      const message = 'Must be between 2 and 100 in length.';
      throw invalidForm([{ path: ['messages'], code: 'BASE_TYPE_BAD_LENGTH', message }]);
    }
    const ids = body.data.messages;
    if (ids.some((id) => timeOfSnowflake(id) < discord.now() - TWO_WEEKS))
      throw refusal('badBulkDelete');
    const doomed = messagesOf(discord.state, channel.id).filter((one) => ids.includes(one.body.id));
    for (const { body: message } of doomed) {
      discord.commit({ type: 'message-gone', channelId: channel.id, id: message.id });
      discord.control.emit({ type: 'message-delete', id: message.id, channelId: channel.id });
    }
    discord.dispatch({
      name: 'MESSAGE_DELETE_BULK',
      guildId: GUILD_ID,
      data: { ids, channel_id: channel.id, guild_id: GUILD_ID },
    });
    return reply.code(204).send();
  });

  app.post<{ Params: Params }>(`${MESSAGE}/crosspost`, ({ params }) => {
    const channel = ofType(
      channelForBot(discord, params.channel, 'SendMessages'),
      ChannelType.GuildAnnouncement,
    );
    const stored = existingMessage(discord, channel.id, params.message);
    if (stored.body.author.id !== APPLICATION_ID)
      channelForBot(discord, channel.id, 'ManageMessages');
    const { Crossposted } = MessageFlags;
    if (((stored.body.flags ?? 0) & Crossposted) !== 0) throw refusal('alreadyCrossposted');
    const flags = withFlags(stored.body.flags, Crossposted);
    const posted = { ...stored, body: { ...stored.body, flags } };
    publishEdit(discord, posted);
    return presentMessage(discord, posted);
  });
};

/** A page of messages, newest first, as `before`, `after` and `around` ask for it. */
const page = (messages: readonly StoredMessage[], query: unknown): StoredMessage[] => {
  const parsed = pageQuery.safeParse(query);
  if (!parsed.success) {
    const message = 'int value should be between 1 and 100.';
    throw invalidForm([{ path: ['limit'], code: 'NUMBER_TYPE_MAX', message }]);
  }
  const { limit, before, after, around } = parsed.data;
  const idOf = ({ body }: StoredMessage) => BigInt(body.id);
  if (around !== undefined) {
    const at = messages.findIndex((one) => idOf(one) >= BigInt(around));
    const from = Math.max((at === -1 ? messages.length : at) - Math.floor(limit / 2), 0);
    return messages.slice(from, from + limit).toReversed();
  }
  if (after !== undefined) {
    return messages
      .filter((one) => idOf(one) > BigInt(after))
      .slice(0, limit)
      .toReversed();
  }
  const older = messages.filter((one) => before === undefined || idOf(one) < BigInt(before));
  return older.slice(-limit).toReversed();
};
