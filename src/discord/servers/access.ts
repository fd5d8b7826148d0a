import type { AlertChannel, PermissionName } from '../../domain/alerts/channel.ts';
import type { Instant } from '../../domain/terms.ts';
import type { ChosenChannel } from '../command.ts';
import { resolvedChannelWire } from '../rest/wire.ts';
import { kindOf } from './channel-kinds.ts';
import { missingOf, missingPermissions, timeOutEnd } from './permissions.ts';
import type { GuildCache } from './servers.ts';

/** An alert channel; its kind and failure distinguish an archived thread from a deleted channel. */
type Place = Pick<AlertChannel, 'discordId' | 'guildId' | 'kind'> &
  Partial<Pick<AlertChannel, 'broken'>>;

/**
 * The permissions that the bot lacks to post alerts in a channel, according to the gateway's cache.
 * Channels of a server that another process serves count as writable.
 * @param more permissions that a setting needs in addition
 */
export const missingPermissionsIn = (
  servers: GuildCache,
  { discordId, guildId, kind, broken }: Place,
  more: readonly PermissionName[] = [],
): readonly PermissionName[] => {
  if (kind === 'direct' || !servers.isServed(guildId)) return [];
  const server = servers.of(guildId);
  const channel = server?.channels.get(discordId);
  if (server !== undefined && channel !== undefined) {
    return missingPermissions(server, channel, more);
  }
  // Discord lists open threads only: an archived thread reopens with the next message.
  return kind === 'thread' && broken !== 'unknown-channel' ? [] : ['ViewChannel'];
};

/** Whether the bot can post alerts in a channel, according to the gateway's cache. */
export const mayWrite = (servers: GuildCache, place: Place): boolean => {
  const channel = servers.of(place.guildId)?.channels.get(place.discordId);
  if (channel?.isLocked === true || timedOutUntil(servers, place.guildId) !== null) return false;
  return missingPermissionsIn(servers, place).length === 0;
};

/** When the bot's time-out in a server ends; null without one, and where another process serves it. */
export const timedOutUntil = (servers: GuildCache, guildId: string): Instant | null => {
  const server = servers.of(guildId);
  return server === undefined ? null : timeOutEnd(server, servers.now());
};

/** Whether a server has a role; true where another process serves it. */
export const isRole = (servers: GuildCache, guildId: string, roleId: string): boolean =>
  servers.of(guildId)?.roles.has(roleId) ?? true;

/**
 * Whether every member of a server may mention these roles. A deleted role counts as mentionable: no
 * permission would change anything.
 */
export const areMentionable = (
  servers: GuildCache,
  guildId: string,
  roleIds: readonly string[],
): boolean => {
  const roles = servers.of(guildId)?.roles;
  return roleIds.every((id) => roles?.get(id)?.isMentionable ?? true);
};

/**
 * A channel that a user chose, with the bot's permissions there: those that Discord sends with the
 * choice, which also hold where the gateway has not sent the server yet; else those of its cache.
 * @param resolved the channel in the interaction's resolved data
 */
export const chosenChannel = (
  servers: GuildCache,
  guildId: string | null,
  id: string,
  resolved?: object,
): ChosenChannel => {
  const { type, app_permissions: bits } = resolvedChannelWire.parse(resolved ?? {});
  if (type !== undefined && bits !== undefined) {
    const missingFor = (more: readonly PermissionName[]) => missingOf(bits, type, more);
    return { id, kind: kindOf(type), missing: missingFor([]), missingFor };
  }
  const server = servers.of(guildId ?? '');
  const channel = server?.channels.get(id);
  return server === undefined || channel === undefined
    ? { id, kind: null, missing: ['ViewChannel'] }
    : {
        id,
        kind: kindOf(channel.type),
        missing: missingPermissions(server, channel),
      };
};
