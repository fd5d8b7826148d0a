import { PermissionFlagsBits } from 'discord-api-types/v10';
import type { ChannelKind, PermissionName } from '../../domain/alerts/channel.ts';
import type { Instant } from '../../domain/terms.ts';
import { isThread, kindOf } from './channel-kinds.ts';
import type { CachedGuild, GuildHead, Member, Overwrite, ServerChannel } from './server.ts';

/** All permissions, future ones included. */
const EVERYTHING = ~0n;

/** The permissions of these roles in a server, before the overwrites of a channel. */
const basePermissions = ({ id, roles }: GuildHead, roleIds: readonly string[]): bigint =>
  [id, ...roleIds].reduce((all, role) => all | (roles.get(role)?.permissions ?? 0n), 0n);

const overwritten = (granted: bigint, overwrites: readonly Overwrite[]): bigint => {
  const denied = overwrites.reduce((all, { deny }) => all | deny, 0n);
  const allowed = overwrites.reduce((all, { allow }) => all | allow, 0n);
  return (granted & ~denied) | allowed;
};

/**
 * A member's permissions in a channel, by Discord's documentation ("Permissions"): roles, then the
 * overwrites of everyone, of the member's roles together, and of the member; a thread has those of its
 * parent.
 */
const granted = (server: CachedGuild, channel: ServerChannel, { id, roleIds }: Member): bigint => {
  const base = basePermissions(server, roleIds);
  if ((base & PermissionFlagsBits.Administrator) !== 0n) return EVERYTHING;
  const place = isThread(channel.type) ? server.channels.get(channel.parentId ?? '') : channel;
  if (place === undefined) return 0n;
  return [[server.id], roleIds, [id]].reduce(
    (all, ids) =>
      overwritten(
        all,
        place.overwrites.filter((each) => ids.includes(each.id)),
      ),
    base,
  );
};

/** Whether a member may see a channel of a server, where known. */
export const maySee = (server: CachedGuild, channelId: string, member: Member): boolean => {
  const channel = server.channels.get(channelId);
  if (member.id === server.ownerId) return true;
  if (channel === undefined) return false;
  return (granted(server, channel, member) & PermissionFlagsBits.ViewChannel) !== 0n;
};

/**
 * When the bot's time-out in a server ends; null without one.
 * @param now real time
 */
export const timeOutEnd = (server: GuildHead, now: Instant): Instant | null => {
  const { roleIds, timedOutUntil } = server.us;
  const isAdmin = (basePermissions(server, roleIds) & PermissionFlagsBits.Administrator) !== 0n;
  return isAdmin || timedOutUntil === null || timedOutUntil <= now ? null : timedOutUntil;
};

const ALWAYS = ['ViewChannel', 'EmbedLinks'] as const satisfies readonly PermissionName[];

/** Permissions that alerts need by kind of channel (Discord's documentation, "Permissions"). */
const NEEDED: Readonly<Record<ChannelKind, readonly PermissionName[]>> = {
  text: [...ALWAYS, 'SendMessages'],
  announcement: [...ALWAYS, 'SendMessages'],
  // Sending a message in a forum opens a post.
  forum: [...ALWAYS, 'SendMessages', 'SendMessagesInThreads'],
  thread: [...ALWAYS, 'SendMessagesInThreads'],
  direct: [],
};

/** All permissions that alerts need, for all kinds of channel. */
export const NEEDED_TO_POST: readonly PermissionName[] = [...new Set(Object.values(NEEDED).flat())];

/**
 * What of the permissions that alerts need in a type of channel is not granted.
 * @param more permissions that a setting needs in addition
 */
export const missingOf = (
  granted: bigint,
  type: number,
  more: readonly PermissionName[] = [],
): readonly PermissionName[] =>
  [...NEEDED[kindOf(type) ?? 'text'], ...more].filter(
    (name) => (granted & PermissionFlagsBits[name]) === 0n,
  );

/**
 * The permissions that the bot lacks to post alerts in a channel of a server, a time-out aside. Implied
 * losses are not applied (without View Channel a member can do nothing else): each is reported by itself.
 */
export const missingPermissions = (
  server: CachedGuild,
  channel: ServerChannel,
  more: readonly PermissionName[] = [],
): readonly PermissionName[] => missingOf(granted(server, channel, server.us), channel.type, more);
