import { randomBytes } from 'node:crypto';
import {
  ChannelType,
  type RESTPatchAPIWebhookJSONBody,
  type RESTPostAPIChannelWebhookJSONBody,
} from 'discord-api-types/v10';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { botAccount, channelForBot, guildPermissionsOf, ofType } from '../../channels/access.ts';
import type { Discord } from '../../discord.ts';
import { refusal } from '../../errors.ts';
import { APPLICATION_ID, BOT, GUILD_ID, userOf } from '../../guild/accounts.ts';
import { bitsOf } from '../../permissions.ts';
import type { StoredWebhook } from '../../state/state.ts';
import { accept } from '../../validation/accept.ts';
import { readBody } from '../body.ts';
import { imageHash } from '../image-hash.ts';

interface Params {
  readonly channel: string;
  readonly webhook: string;
  readonly token?: string;
}

const MOST_WEBHOOKS = 15;
const HAVE_WEBHOOKS = [
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.GuildForum,
] as const;

// Discord's document has no name for these two.
const creation = z.object({ name: z.string().min(1).max(80), avatar: z.string().nullish() });
const change = creation.partial().extend({ channel_id: z.string().regex(/^\d+$/).nullish() });

/** The webhooks of channels: theirs to list, create, edit and delete. */
export const channelWebhookRoutes = (app: FastifyInstance, discord: Discord): void => {
  const { state } = discord;
  const ofChannel = (id: string): StoredWebhook[] =>
    [...state.webhooks.values()].filter(({ channelId }) => channelId === id);

  /** With its token, a webhook is shown without who made it. */
  const present = ({ id, channelId, name, avatar, token }: StoredWebhook, hasToken = false) => ({
    id,
    type: 1,
    guild_id: GUILD_ID,
    channel_id: channelId,
    name,
    avatar,
    application_id: APPLICATION_ID,
    token,
    url: `${discord.baseUrl()}/api/webhooks/${id}/${token}`,
    ...(hasToken ? {} : { user: userOf(BOT) }),
  });

  /** The webhook of these parameters: its token opens it, or the bot's permission. */
  const webhookOf = ({ webhook: id, token }: Params): StoredWebhook => {
    const webhook = state.webhooks.get(id);
    if (webhook === undefined) throw refusal('unknownWebhook');
    if (token === undefined) channelForBot(discord, webhook.channelId, 'ManageWebhooks');
    else if (webhook.token !== token) throw refusal('invalidToken');
    return webhook;
  };

  const announce = (channelId: string) => {
    const data = { guild_id: GUILD_ID, channel_id: channelId };
    discord.dispatch({ name: 'WEBHOOKS_UPDATE', guildId: GUILD_ID, data });
  };

  app.post<{ Params: Params }>('/channels/:channel/webhooks', async (request) => {
    const channel = ofType(
      channelForBot(discord, request.params.channel, 'ManageWebhooks'),
      ...HAVE_WEBHOOKS,
    );
    const { json } = await readBody(request);
    const form = accept<RESTPostAPIChannelWebhookJSONBody>(creation, json);
    if (ofChannel(channel.id).length >= MOST_WEBHOOKS) throw refusal('tooManyWebhooks');
    const webhook: StoredWebhook = {
      id: discord.nextId(),
      channelId: channel.id,
      name: form.name,
      avatar: imageHash(form.avatar ?? null, 'avatar'),
      token: randomBytes(51).toString('base64url'),
    };
    discord.commit({ type: 'webhook', webhook });
    announce(channel.id);
    return present(webhook);
  });

  app.get<{ Params: Params }>('/channels/:channel/webhooks', ({ params }) =>
    ofChannel(channelForBot(discord, params.channel, 'ManageWebhooks').id).map((one) =>
      present(one),
    ),
  );

  app.get('/guilds/:guild/webhooks', () => {
    const has = guildPermissionsOf(state, botAccount());
    if ((has & bitsOf(['ManageWebhooks'])) === 0n) throw refusal('missingPermissions');
    return [...state.webhooks.values()].map((one) => present(one));
  });

  for (const path of ['/webhooks/:webhook', '/webhooks/:webhook/:token']) {
    app.get<{ Params: Params }>(path, ({ params }) =>
      present(webhookOf(params), params.token !== undefined),
    );

    app.patch<{ Params: Params }>(path, async (request) => {
      const before = webhookOf(request.params);
      const { json } = await readBody(request);
      const form = accept<RESTPatchAPIWebhookJSONBody>(change, json);
      const moved = request.params.token === undefined ? (form.channel_id ?? null) : null;
      const channelId =
        moved === null ? before.channelId : channelForBot(discord, moved, 'ManageWebhooks').id;
      const webhook = {
        ...before,
        name: form.name ?? before.name,
        avatar: form.avatar === undefined ? before.avatar : imageHash(form.avatar, 'avatar'),
        channelId,
      };
      discord.commit({ type: 'webhook', webhook });
      announce(channelId);
      return present(webhook, request.params.token !== undefined);
    });

    app.delete<{ Params: Params }>(path, async ({ params }, reply) => {
      const { id, channelId } = webhookOf(params);
      discord.commit({ type: 'webhook-gone', id });
      announce(channelId);
      return reply.code(204).send();
    });
  }
};
