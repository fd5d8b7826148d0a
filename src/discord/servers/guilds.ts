import { ChannelType, RESTJSONErrorCodes, Routes } from 'discord-api-types/v10';
import { LRUCache } from 'lru-cache';
import type { AlertChannel } from '../../domain/alerts/channel.ts';
import type { Rest } from '../rest/rest.ts';
import { codeOf } from '../rest/errors.ts';
import { missingPermissions, timeOutEnd } from './permissions.ts';
import type { GuildCache } from './servers.ts';

/** Leaves a server. @returns false when the bot is not in it */
export const leaveServer = async (rest: Rest, guildId: string): Promise<boolean> => {
  try {
    await rest.delete(Routes.userGuild(guildId));
    return true;
  } catch (error) {
    if (codeOf(error) !== RESTJSONErrorCodes.UnknownGuild.valueOf()) throw error;
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
  const inOrder = [...channels]
    .filter(([id, { type }]) => type === ChannelType.GuildText || id === systemChannelId)
    .sort(([, a], [, b]) => a.position - b.position);
  const system = inOrder.filter(([id]) => id === systemChannelId);
  const writable = [...system, ...inOrder].find(
    ([, channel]) => missingPermissions(server, channel).length === 0,
  );
  return writable === undefined ? null : { channelId: writable[0], locale };
};

/** Errors of users who are not in a server (documentation, "JSON error codes"). */
const ABSENT: ReadonlySet<number | null> = new Set([
  RESTJSONErrorCodes.UnknownMember,
  RESTJSONErrorCodes.UnknownUser,
]);

/** Whether a user is a member of a server; null when Discord does not answer. */
export const isMember = async (
  rest: Rest,
  { guildId, memberId }: { readonly guildId: string; readonly memberId: string },
): Promise<boolean | null> => {
  try {
    await rest.get(Routes.guildMember(guildId, memberId));
    return true;
  } catch (error) {
    return ABSENT.has(codeOf(error)) ? false : null;
  }
};

/** A deleted channel is reported within a minute; most deleted channels are no alert channels. */
const MAX_NAMES = 1_000;

/** The names of channels and their servers, also of a channel that was just deleted; null where unknown. */
export const createPlaceNames = (servers: GuildCache) => {
  const deleted = new LRUCache<string, string>({ max: MAX_NAMES });
  servers.listen({
    channelDeleted: (id, name) => {
      if (name !== null) deleted.set(id, name);
    },
  });

  return ({ discordId, guildId }: Pick<AlertChannel, 'discordId' | 'guildId'>) => {
    const server = servers.of(guildId);
    return {
      channelName: server?.channels.get(discordId)?.name ?? deleted.get(discordId) ?? null,
      serverName: server?.name ?? null,
    };
  };
};
