import { ChannelType, DiscordAPIError, RESTJSONErrorCodes, Routes, type REST } from 'discord.js';
import { missingPermissions } from './permissions.ts';
import type { Servers } from './servers.ts';

/** Id of a server's owner; null when unknown. */
export const ownerOf = (servers: Servers, guildId: string): string | null =>
  servers.of(guildId)?.ownerId ?? null;

/** Leaves a server. @returns false when the bot is not in it */
export const leaveServer = async (rest: REST, guildId: string): Promise<boolean> => {
  try {
    await rest.delete(Routes.userGuild(guildId));
    return true;
  } catch (error) {
    const isGone =
      error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownGuild;
    if (!isGone) throw error;
    return false;
  }
};

/**
 * The channel for the welcome post: the system channel, else the first in which the bot may write; and
 * the server's language. Null where the bot may write nowhere.
 */
export const welcomePlace = (
  servers: Servers,
  guildId: string,
): { readonly channelId: string; readonly locale: string } | null => {
  const server = servers.of(guildId);
  if (server === undefined) return null;
  const { channels, systemChannelId, locale } = server;
  const inOrder = Object.entries(channels)
    .filter(([id, { type }]) => type === ChannelType.GuildText || id === systemChannelId)
    .sort(([, a], [, b]) => a.position - b.position);
  const system = inOrder.filter(([id]) => id === systemChannelId);
  const writable = [...system, ...inOrder].find(
    ([, channel]) => missingPermissions(server, channel, servers.now()).length === 0,
  );
  return writable === undefined ? null : { channelId: writable[0], locale };
};
