import { ChannelType, type RESTPostAPIGuildChannelJSONBody } from 'discord-api-types/v10';
import type { FastifyInstance } from 'fastify';
import { botAccount, guildPermissionsOf } from '../channels/access.ts';
import { newChannel } from '../channels/manage.ts';
import { presentChannel } from '../channels/present.ts';
import { publishChannel } from '../channels/write.ts';
import type { Discord } from '../discord.ts';
import { refusal } from '../errors.ts';
import { bitsOf } from '../permissions.ts';
import { accept } from '../validation/accept.ts';
import { issueIf, type FormIssue } from '../validation/form-errors.ts';
import { PUBLISHED } from '../validation/published.ts';
import { readBody } from './body.ts';

type Form = RESTPostAPIGuildChannelJSONBody & { readonly topic?: string | null };

const OFFERED_TYPES: readonly ChannelType[] = [
  ChannelType.GuildText,
  ChannelType.GuildCategory,
  ChannelType.GuildAnnouncement,
  ChannelType.GuildForum,
];

/** `POST /guilds/:guild/channels`: a new channel of the bot's. */
export const guildChannelRoutes = (app: FastifyInstance, discord: Discord): void => {
  const { state } = discord;
  app.post('/guilds/:guild/channels', async (request, reply) => {
    const has = guildPermissionsOf(state, botAccount());
    if ((has & bitsOf(['ManageChannels'])) === 0n) throw refusal('missingPermissions');
    const { json } = await readBody(request);
    const form = accept<Form>(PUBLISHED.channelCreate, json, typeRules);
    const channel = {
      ...newChannel(discord, {
        name: form.name,
        type: form.type ?? ChannelType.GuildText,
        topic: form.topic ?? null,
        parentId: form.parent_id ? String(form.parent_id) : null,
      }),
      overwrites: (form.permission_overwrites ?? []).map(({ id, type, allow, deny }) => ({
        id: String(id),
        type,
        allow: String(allow ?? 0),
        deny: String(deny ?? 0),
      })),
    };
    publishChannel(discord, channel);
    return reply.code(201).send(presentChannel(state, channel));
  });
};

/** The guild has no voice, stages or media channels. */
const typeRules = ({ type }: Form): FormIssue[] =>
  issueIf(
    type !== undefined && !OFFERED_TYPES.includes(type),
    ['type'],
    'BASE_TYPE_CHOICES',
    `Value must be one of {${OFFERED_TYPES.join(', ')}}.`,
  );
