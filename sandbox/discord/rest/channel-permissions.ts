import type { APIOverwrite, RESTPutAPIChannelPermissionJSONBody } from 'discord-api-types/v10';
import type { FastifyInstance } from 'fastify';
import { channelForBot } from '../channels/access.ts';
import { isThread } from '../channels/present.ts';
import { publishChannelEdit } from '../channels/write.ts';
import type { Discord } from '../discord.ts';
import { refusal } from '../errors.ts';
import { isObject } from '../json.ts';
import type { StoredChannel } from '../state/state.ts';
import { accept } from '../validation/accept.ts';
import { PUBLISHED } from '../validation/published.ts';
import { readBody } from './body.ts';

interface Params {
  readonly channel: string;
  readonly overwrite: string;
}

const OVERWRITE = '/channels/:channel/permissions/:overwrite';

/** What roles and members are given and denied in one channel. */
export const channelPermissionRoutes = (app: FastifyInstance, discord: Discord): void => {
  const channelOf = ({ channel: id }: Params): StoredChannel => {
    const channel = channelForBot(discord, id, 'ManageRoles');
    if (isThread(channel)) throw refusal('wrongChannelType');
    return channel;
  };
  const withoutOne = ({ overwrites }: StoredChannel, { overwrite }: Params): APIOverwrite[] =>
    overwrites.filter(({ id }) => id !== overwrite);

  app.put<{ Params: Params }>(OVERWRITE, async (request, reply) => {
    const { params } = request;
    const channel = channelOf(params);
    const { json } = await readBody(request);
    const { type, allow, deny } = accept<RESTPutAPIChannelPermissionJSONBody>(
      PUBLISHED.overwrite,
      isObject(json) ? { ...json, id: params.overwrite } : json,
    );
    const one = { id: params.overwrite, type, allow: String(allow ?? 0), deny: String(deny ?? 0) };
    publishChannelEdit(discord, { ...channel, overwrites: [...withoutOne(channel, params), one] });
    return reply.code(204).send();
  });

  app.delete<{ Params: Params }>(OVERWRITE, async ({ params }, reply) => {
    const channel = channelOf(params);
    const overwrites = withoutOne(channel, params);
    if (overwrites.length === channel.overwrites.length) throw refusal('unknownOverwrite');
    publishChannelEdit(discord, { ...channel, overwrites });
    return reply.code(204).send();
  });
};
