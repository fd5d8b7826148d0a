import type { AlertChannel, PermissionName } from '../domain/alert-channel.ts';
import type { ChosenChannel } from './command.ts';
import { kindOf } from './channel-kinds.ts';
import { missingPermissions } from './permissions.ts';
import type { Servers } from './servers.ts';

/** An alert channel; its kind tells a thread that sleeps from what is gone. */
type Place = Pick<AlertChannel, 'discordId' | 'guildId' | 'kind'>;

/**
 * Which permissions the bot, as far as it knows, lacks to post alerts in a channel. Of a server that
 * another process serves nothing is known: it is believed in.
 * @param more what a setting needs beside that
 */
export const missingIn = (
  servers: Servers,
  { discordId, guildId, kind }: Place,
  more: readonly PermissionName[] = [],
): readonly PermissionName[] => {
  if (kind === 'direct' || !servers.isServed(guildId)) return [];
  const server = servers.of(guildId);
  const channel = server?.channels[discordId];
  if (server !== undefined && channel !== undefined) {
    return missingPermissions(server, channel, servers.now(), more);
  }
  // Discord tells of a thread while it is open: one that sleeps wakes with the next message.
  return kind === 'thread' ? [] : ['ViewChannel'];
};

/** Whether the bot, as far as it knows, can post alerts in a channel. */
export const mayWrite = (servers: Servers, place: Place): boolean => {
  const channel = servers.of(place.guildId)?.channels[place.discordId];
  return channel?.isLocked !== true && missingIn(servers, place).length === 0;
};

/**
 * Whether everybody in a server may mention these roles. One that is gone is not held against them:
 * no permission would make it ring.
 */
export const areMentionable = (
  servers: Servers,
  guildId: string,
  roleIds: readonly string[],
): boolean => {
  const roles = servers.of(guildId)?.roles ?? {};
  return roleIds.every((id) => roles[id]?.isMentionable !== false);
};

/** A channel that somebody chose: the bot's own permissions there are not part of the interaction. */
export const chosenChannel = (
  servers: Servers,
  guildId: string | null,
  id: string,
): ChosenChannel => {
  const server = servers.of(guildId ?? '');
  const channel = server?.channels[id];
  return server === undefined || channel === undefined
    ? { id, kind: null, missing: ['ViewChannel'] }
    : {
        id,
        kind: kindOf(channel.type),
        missing: missingPermissions(server, channel, servers.now()),
      };
};
