import { PermissionFlagsBits } from 'discord.js';
import type { Instant } from '../../domain/terms.ts';
import { isThread } from './channel-kinds.ts';
import type { CachedGuild, GuildHead, Overwrite, ServerChannel } from './server.ts';

/** All permissions, future ones included. */
const EVERYTHING = ~0n;

/** The permissions of these roles in a server, before the overwrites of a channel. */
const basePermissions = ({ id, roles }: GuildHead, roleIds: readonly string[]): bigint =>
  [id, ...roleIds].reduce((all, role) => all | BigInt(roles[role]?.permissions ?? 0), 0n);

const overwritten = (granted: bigint, overwrites: readonly Overwrite[]): bigint => {
  const denied = overwrites.reduce((all, [, deny]) => all | BigInt(deny), 0n);
  const allowed = overwrites.reduce((all, [allow]) => all | BigInt(allow), 0n);
  return (granted & ~denied) | allowed;
};

const exists = (overwrite: Overwrite | null | undefined): overwrite is Overwrite =>
  overwrite !== null && overwrite !== undefined;

/**
 * A member's permissions in a channel, by Discord's documentation ("Permissions"): roles, then the
 * overwrites of everyone, of the member's roles together, and of the member; a thread has those of its
 * parent.
 */
const granted = (
  server: CachedGuild,
  channel: ServerChannel,
  roleIds: readonly string[],
  ownIn: (place: ServerChannel) => Overwrite | null | undefined,
): bigint => {
  const base = basePermissions(server, roleIds);
  if ((base & PermissionFlagsBits.Administrator) !== 0n) return EVERYTHING;
  const place = isThread(channel.type) ? server.channels.get(channel.parentId ?? '') : channel;
  if (place === undefined) return 0n;
  const { ofRoles } = place;
  const steps = [[ofRoles[server.id]], roleIds.map((id) => ofRoles[id]), [ownIn(place)]];
  return steps.reduce((all, overwrites) => overwritten(all, overwrites.filter(exists)), base);
};

/** Whether a member may see a channel of a server, where known. */
export const maySee = (
  server: CachedGuild,
  channelId: string,
  { id, roleIds }: { readonly id: string; readonly roleIds: readonly string[] },
): boolean => {
  const channel = server.channels.get(channelId);
  if (id === server.ownerId) return true;
  if (channel === undefined) return false;
  const permissions = granted(server, channel, roleIds, ({ ofMembers }) => ofMembers[id]);
  return (permissions & PermissionFlagsBits.ViewChannel) !== 0n;
};

/**
 * The bot's permissions in a channel, a time-out aside. Implied losses are not applied (without View
 * Channel a member can do nothing else): each missing permission is reported by itself.
 */
export const grantedIn = (server: CachedGuild, channel: ServerChannel): bigint =>
  granted(server, channel, server.us.roleIds, ({ ofUs }) => ofUs);

/**
 * When the bot's time-out in a server ends; null without one.
 * @param now real time
 */
export const timeOutEnd = (server: GuildHead, now: Instant): Instant | null => {
  const { roleIds, timedOutUntil } = server.us;
  const isAdmin = (basePermissions(server, roleIds) & PermissionFlagsBits.Administrator) !== 0n;
  return isAdmin || timedOutUntil === null || timedOutUntil <= now ? null : timedOutUntil;
};
