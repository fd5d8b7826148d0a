import type { CommandUser, CommandRequest, Services } from '../../src/discord/command.ts';
import { UserError } from '../../src/errors.ts';
import {
  channelsOfGuild,
  findChannel,
  NO_GUILD,
  type Channel,
} from '../../src/store/channels/channels.ts';

type Place = Pick<CommandUser, 'guildId' | 'channelId' | 'parentId' | 'maySee'>;

/**
 * The default alert channel of a command: the current channel or the parent of the current thread,
 * else the server's first that the user may see; in a direct message that one, once it has follows.
 */
export const findAlertChannel = async (
  { guildId, channelId, parentId, maySee }: Place,
  { db }: Pick<Services, 'db'>,
): Promise<Channel | undefined> => {
  if (guildId === null) {
    const direct = channelId === null ? undefined : await findChannel(db, channelId);
    return direct?.guildId === NO_GUILD ? direct : undefined;
  }
  const channels = (await channelsOfGuild(db, guildId)).filter(({ discordId }) =>
    maySee(discordId),
  );
  const called = (id: string | null) => channels.find(({ discordId }) => discordId === id);
  // A deleted channel is the last choice.
  const first = channels.find(({ broken }) => broken !== 'unknown-channel') ?? channels[0];
  return called(channelId) ?? called(parentId) ?? first;
};

/**
 * The default alert channel of a command.
 * @throws UserError in a direct message, or when none was set up.
 */
export const alertChannel = async (place: Place, services: Services): Promise<Channel> => {
  const channel = await findAlertChannel(place, services);
  if (channel !== undefined) return channel;
  throw new UserError(place.guildId === null ? 'server-only' : 'no-alert-channel');
};

/**
 * The alert channel of the option `channel`, or the default one.
 * @throws UserError when it is no alert channel, or the user may not see it, as if it were none.
 */
export const channelFromOption = (request: CommandRequest, services: Services): Promise<Channel> =>
  channelNamed(request, request.channel('channel')?.id ?? null, services);

/** The same for the id of a channel, or for none. */
export const channelNamed = async (
  place: Place,
  id: string | null,
  services: Services,
): Promise<Channel> => {
  if (id === null) return await alertChannel(place, services);
  const channel = await findChannel(services.db, id);
  if (channel?.guildId === place.guildId && place.maySee(id)) return channel;
  throw new UserError('no-alerts-there', { channel: { channelId: id } });
};
