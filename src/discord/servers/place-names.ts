import { LRUCache } from 'lru-cache';
import type { AlertChannel } from '../../domain/alerts/channel.ts';
import type { GuildCache } from './servers.ts';

/** Names of a channel and its server; null where unknown. */
interface PlaceNames {
  readonly channelName: string | null;
  readonly serverName: string | null;
}

/** A deleted channel is reported within a minute; most deleted channels are no alert channels. */
const MAX_NAMES = 1_000;

/** The names of channels and their servers, also of a channel that was just deleted. */
export const createPlaceNames = (
  servers: GuildCache,
): ((place: Pick<AlertChannel, 'discordId' | 'guildId'>) => PlaceNames) => {
  const deleted = new LRUCache<string, string>({ max: MAX_NAMES });
  servers.listen({
    channelDeleted: (id, name) => {
      if (name !== null) deleted.set(id, name);
    },
  });

  return ({ discordId, guildId }) => {
    const server = servers.of(guildId);
    return {
      channelName: server?.channels.get(discordId)?.name ?? deleted.get(discordId) ?? null,
      serverName: server?.name ?? null,
    };
  };
};
