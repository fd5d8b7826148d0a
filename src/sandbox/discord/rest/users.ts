import {
  ChannelType,
  type RESTPostAPICurrentUserCreateDMChannelJSONBody,
} from 'discord-api-types/v10';
import type { FastifyInstance } from 'fastify';
import { presentChannel } from '../channels/present.ts';
import type { Discord } from '../discord.ts';
import { refusal } from '../errors.ts';
import { ACCOUNTS, BOT, GUILD_ID, userOf } from '../guild/accounts.ts';
import { GUILD_NAME } from '../guild/guild.ts';
import { guildPermissionsOf } from '../channels/access.ts';
import type { StoredChannel } from '../state/state.ts';
import { accept } from '../validation/accept.ts';
import { PUBLISHED } from '../validation/published.ts';
import { readBody } from './body.ts';

/** `/users`: the bot itself, other people, and direct messages. */
export const userRoutes = (app: FastifyInstance, discord: Discord): void => {
  app.get('/users/@me', () => ({ ...userOf(BOT), verified: true, mfa_enabled: true, email: null }));

  app.get('/users/@me/guilds', () => [
    {
      id: GUILD_ID,
      name: GUILD_NAME,
      icon: null,
      banner: null,
      owner: false,
      permissions: String(guildPermissionsOf(BOT)),
      features: [],
    },
  ]);

  app.get<{ Params: { user: string } }>('/users/:user', ({ params }) => {
    const account = ACCOUNTS.get(params.user);
    if (account === undefined) throw refusal('unknownUser');
    return userOf(account);
  });

  app.post('/users/@me/channels', async (request) => {
    const { json } = await readBody(request);
    const body = accept<RESTPostAPICurrentUserCreateDMChannelJSONBody>(
      PUBLISHED.directMessage,
      json,
    );
    const recipient = ACCOUNTS.get(body.recipient_id);
    if (recipient === undefined) throw refusal('unknownUser');
    if (recipient.bot) throw refusal('cannotMessageUser');
    return presentChannel(
      discord.state,
      directChannelWith(discord, recipient.id, recipient.username),
    );
  });
};

/** The channel of the bot and this person; made when there is none yet. */
const directChannelWith = (discord: Discord, recipientId: string, name: string): StoredChannel => {
  const known = [...discord.state.channels.values()].find((one) => one.recipientId === recipientId);
  if (known !== undefined) return known;
  const channel: StoredChannel = {
    id: discord.nextId(),
    type: ChannelType.DM,
    name,
    topic: null,
    position: 0,
    parentId: null,
    overwrites: [],
    rateLimitPerUser: 0,
    nsfw: false,
    lastPinAt: null,
    recipientId,
    thread: null,
  };
  discord.commit({ type: 'channel', channel });
  discord.dispatch({
    name: 'CHANNEL_CREATE',
    guildId: null,
    data: presentChannel(discord.state, channel),
  });
  discord.stateChanged();
  return channel;
};
