import { PermissionFlagsBits } from 'discord.js';
import type { Instant } from '../domain/terms.ts';
import { isThread } from './channel-kinds.ts';
import type { Overwrite, Server, ServerChannel } from './server.ts';

/** All there are, and will be. */
const EVERYTHING = ~0n;

/** What a member keeps during a timeout. */
const LEFT_TO_SILENCED = PermissionFlagsBits.ViewChannel | PermissionFlagsBits.ReadMessageHistory;

/** The permissions of these roles in a server, before the overwrites of a channel. */
const basePermissions = ({ id, roles }: Server, roleIds: readonly string[]): bigint =>
  [id, ...roleIds].reduce((all, role) => all | BigInt(roles[role]?.permissions ?? 0), 0n);

const overwritten = (granted: bigint, overwrites: readonly Overwrite[]): bigint => {
  const denied = overwrites.reduce((all, [, deny]) => all | BigInt(deny), 0n);
  const allowed = overwrites.reduce((all, [allow]) => all | BigInt(allow), 0n);
  return (granted & ~denied) | allowed;
};

const isThere = (overwrite: Overwrite | null | undefined): overwrite is Overwrite =>
  overwrite !== null && overwrite !== undefined;

/**
 * What a channel grants somebody, by Discord's documentation ("Permissions"): roles, then the
 * overwrites of everyone, of their roles together, and of themselves; a thread has those of its parent.
 */
const granted = (
  server: Server,
  channel: ServerChannel,
  roleIds: readonly string[],
  ownIn: (place: ServerChannel) => Overwrite | null | undefined,
): bigint => {
  const base = basePermissions(server, roleIds);
  if ((base & PermissionFlagsBits.Administrator) !== 0n) return EVERYTHING;
  const place = isThread(channel.type) ? server.channels[channel.parentId ?? ''] : channel;
  if (place === undefined) return 0n;
  const { ofRoles } = place;
  const steps = [[ofRoles[server.id]], roleIds.map((id) => ofRoles[id]), [ownIn(place)]];
  return steps.reduce((all, overwrites) => overwritten(all, overwrites.filter(isThere)), base);
};

/** Whether a member of a server may see one of its channels, as far as is known. */
export const maySee = (
  server: Server,
  channelId: string,
  { id, roleIds }: { readonly id: string; readonly roleIds: readonly string[] },
): boolean => {
  const channel = server.channels[channelId];
  if (id === server.ownerId) return true;
  if (channel === undefined) return false;
  const permissions = granted(server, channel, roleIds, ({ ofMembers }) => ofMembers[id]);
  return (permissions & PermissionFlagsBits.ViewChannel) !== 0n;
};

/**
 * What a channel grants the bot.
 *
 * Nothing is taken implicitly: who may not see a channel can do nothing in it, and who may not write
 * embeds nothing, but what has to be given to them is the one permission alone.
 *
 * @param now real time: a bot that is timed out may write again after it
 */
export const grantedIn = (server: Server, channel: ServerChannel, now: Instant): bigint => {
  const { roleIds, silencedUntil } = server.us;
  const permissions = granted(server, channel, roleIds, ({ ofUs }) => ofUs);
  const isSilenced = permissions !== EVERYTHING && (silencedUntil ?? -Infinity) > now;
  return isSilenced ? permissions & LEFT_TO_SILENCED : permissions;
};
