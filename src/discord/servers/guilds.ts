import { ChannelType, DiscordAPIError, RESTJSONErrorCodes, Routes, type REST } from 'discord.js';
import { missingPermissions } from './permissions.ts';
import { timeOutEnd } from './server-permissions.ts';
import type { GuildCache } from './servers.ts';

/** Id of a server's owner; null when unknown. */
export const guildOwner = (servers: GuildCache, guildId: string): string | null =>
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
  servers: GuildCache,
  guildId: string,
): { readonly channelId: string; readonly locale: string } | null => {
  const server = servers.of(guildId);
  if (server === undefined) return null;
  if (timeOutEnd(server, servers.now()) !== null) return null;
  const { channels, systemChannelId, locale } = server;
  const inOrder = [...channels.entries()]
    .filter(([id, { type }]) => type === ChannelType.GuildText || id === systemChannelId)
    .sort(([, a], [, b]) => a.position - b.position);
  const system = inOrder.filter(([id]) => id === systemChannelId);
  const writable = [...system, ...inOrder].find(
    ([, channel]) => missingPermissions(server, channel).length === 0,
  );
  return writable === undefined ? null : { channelId: writable[0], locale };
};

/** Errors of users who are not in a server (documentation, "JSON error codes"). */
const ABSENT: ReadonlySet<number> = new Set([
  RESTJSONErrorCodes.UnknownMember,
  RESTJSONErrorCodes.UnknownUser,
]);

/** Whether a user is a member of a server; null when Discord does not answer. */
export const isMember = async (
  rest: REST,
  { guildId, memberId }: { readonly guildId: string; readonly memberId: string },
): Promise<boolean | null> => {
  try {
    await rest.get(Routes.guildMember(guildId, memberId));
    return true;
  } catch (error) {
    return error instanceof DiscordAPIError && ABSENT.has(Number(error.code)) ? false : null;
  }
};
