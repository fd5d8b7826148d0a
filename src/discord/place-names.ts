import { Events, type Client } from 'discord.js';
import type { AlertChannel } from '../domain/alert-channel.ts';

/** What a channel and its server are called; null for what Discord does not tell. */
export interface PlaceNames {
  readonly channelName: string | null;
  readonly serverName: string | null;
}

/** Somebody is told of a deleted channel within a minute or so; many are deleted that are none of ours. */
const REMEMBERED = 1_000;

/** Tells what channels and their servers are called; of a channel that was just deleted, too. */
export const createPlaceNames = (
  client: Client,
): ((place: Pick<AlertChannel, 'discordId' | 'guildId'>) => PlaceNames) => {
  const deleted = new Map<string, string>();
  const remember = ({ id, name }: { readonly id: string; readonly name: string }): void => {
    const [oldest] = deleted.keys();
    if (deleted.size >= REMEMBERED && oldest !== undefined) deleted.delete(oldest);
    deleted.set(id, name);
  };
  client.on(Events.ChannelDelete, (channel) => {
    if (!channel.isDMBased()) remember(channel);
  });
  client.on(Events.ThreadDelete, remember);

  return ({ discordId, guildId }) => {
    const channel = client.channels.cache.get(discordId);
    const name = channel === undefined || channel.isDMBased() ? undefined : channel.name;
    return {
      channelName: name ?? deleted.get(discordId) ?? null,
      serverName: client.guilds.cache.get(guildId)?.name ?? null,
    };
  };
};
