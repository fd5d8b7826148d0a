import type { RESTPostAPICurrentUserCreateDMChannelJSONBody } from 'discord-api-types/v10';
import type { FastifyInstance } from 'fastify';
import { directChannel } from '../channels/direct.ts';
import { presentChannel } from '../channels/present.ts';
import type { Discord } from '../discord.ts';
import { refusal } from '../errors.ts';
import { ACCOUNTS, BOT, GUILD_ID, userOf } from '../guild/accounts.ts';
import { removeBot } from '../guild/membership.ts';
import { GUILD_NAME } from '../guild/guild.ts';
import { guildPermissionsOf } from '../channels/access.ts';
import { accept } from '../validation/accept.ts';
import { PUBLISHED } from '../validation/published.ts';
import { readBody } from './body.ts';

/** `/users`: the bot itself, other people, and direct messages. */
export const userRoutes = (app: FastifyInstance, discord: Discord): void => {
  app.get('/users/@me', () => ({
    ...userOf(BOT),
    verified: true,
    mfa_enabled: true,
    email: null,
    locale: BOT.locale,
  }));

  app.get('/users/@me/guilds', () => {
    if (!discord.state.bot.isMember) return [];
    const ours = {
      id: GUILD_ID,
      name: GUILD_NAME,
      icon: null,
      banner: null,
      owner: false,
      permissions: String(guildPermissionsOf(discord.state, BOT)),
      features: [],
    };
    return [ours];
  });

  app.delete<{ Params: { guild: string } }>('/users/@me/guilds/:guild', ({ params }, reply) => {
    const isIn = params.guild === GUILD_ID && discord.state.bot.isMember;
    if (!isIn) throw refusal('unknownGuild');
    removeBot(discord);
    return reply.code(204).send();
  });

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
    return presentChannel(discord.state, directChannel(discord, recipient));
  });
};
