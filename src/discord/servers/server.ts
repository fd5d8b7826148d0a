import {
  type APIGuild,
  type APIGuildMember,
  type APIOverwrite,
  type APIRole,
  type ChannelType,
  type GatewayGuildCreateDispatchData,
  type ThreadChannelType,
  OverwriteType,
  PermissionFlagsBits,
  GatewayDispatchEvents,
  type GatewayDispatchPayload,
  type GatewayThreadListSyncDispatchData,
} from 'discord-api-types/v10';
import type { Instant } from '../../domain/terms.ts';
import { isKept, isThread } from './channel-kinds.ts';

/** Permissions that a channel allows and denies a role or a member. */
export interface Overwrite {
  readonly id: string;
  readonly allow: bigint;
  readonly deny: bigint;
}

/** A channel, or an open thread; none of voice. */
export interface ServerChannel {
  readonly type: ChannelType;
  readonly name: string;
  /** The channel of a thread; null for all others. */
  readonly parentId: string | null;
  /** Its position in the list; 0 for threads. */
  readonly position: number;
  /** Whether only moderators may reopen a thread. */
  readonly isLocked: boolean;
  /**
   * For all roles, because the bot's own roles may change, and for the bot; for other members only those
   * about View Channel.
   */
  readonly overwrites: readonly Overwrite[];
}

interface ServerRole {
  readonly permissions: bigint;
  readonly isMentionable: boolean;
}

/** A member of a server: the bot, or who uses it. */
export interface Member {
  readonly id: string;
  readonly roleIds: readonly string[];
}

interface OwnMembership extends Member {
  /** When the bot's timeout ends; null without one. */
  readonly timedOutUntil: Instant | null;
}

/** A server's own fields, without its channels: its name, and inputs of its permissions. */
export interface GuildHead {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string;
  readonly locale: string;
  readonly systemChannelId: string | null;
  readonly us: OwnMembership;
  readonly roles: ReadonlyMap<string, ServerRole>;
}

/** The stored part of a server. */
export interface CachedGuild extends GuildHead {
  /** By id, its threads included. */
  readonly channels: ReadonlyMap<string, ServerChannel>;
}

/** A channel or thread as Discord sends it, the fields read here. */
export interface WireChannel {
  readonly id: string;
  readonly type: ChannelType | ThreadChannelType;
  readonly name?: string | null;
  readonly parent_id?: string | null;
  readonly position?: number;
  readonly permission_overwrites?: readonly APIOverwrite[];
  readonly thread_metadata?: { readonly archived: boolean; readonly locked?: boolean };
}

const isAboutViewing = ({ allow, deny }: APIOverwrite): boolean =>
  ((BigInt(allow) | BigInt(deny)) & PermissionFlagsBits.ViewChannel) !== 0n;

/** Keeps one object of all that are made of the same data: most of what a server has is repeated. */
const sharing = <From, To>(make: (from: From) => To): ((from: From) => To) => {
  const known = new Map<string, To>();
  return (from) => {
    const key = JSON.stringify(from);
    const made = known.get(key) ?? make(from);
    known.set(key, made);
    return made;
  };
};

type ToOverwrites = (wire: readonly APIOverwrite[]) => readonly Overwrite[];

/** The overwrites of one server's channels, most of which are those of their category. */
const overwritesOf = (ownId: string): ToOverwrites => {
  const overwriteOf = sharing(({ id, allow, deny }: APIOverwrite): Overwrite => ({
    id,
    allow: BigInt(allow),
    deny: BigInt(deny),
  }));
  const isRead = (each: APIOverwrite): boolean =>
    each.type === OverwriteType.Role || each.id === ownId || isAboutViewing(each);
  return sharing((wire) => wire.filter(isRead).map(overwriteOf));
};

export const guildChannel = (
  wire: WireChannel,
  ownId: string,
  toOverwrites: ToOverwrites = overwritesOf(ownId),
): ServerChannel => ({
  type: wire.type,
  name: wire.name ?? '',
  parentId: isThread(wire.type) ? (wire.parent_id ?? null) : null,
  position: wire.position ?? 0,
  isLocked: wire.thread_metadata?.locked ?? false,
  overwrites: toOverwrites(wire.permission_overwrites ?? []),
});

type WireRole = Pick<APIRole, 'permissions' | 'mentionable'>;

export const roleOf = ({ permissions, mentionable }: WireRole): ServerRole => ({
  permissions: BigInt(permissions),
  isMentionable: mentionable,
});

type WireMember = Pick<APIGuildMember, 'roles' | 'communication_disabled_until'>;

const membershipOf = (
  id: string,
  { roles, communication_disabled_until }: WireMember,
): OwnMembership => ({
  id,
  roleIds: [...roles],
  timedOutUntil:
    typeof communication_disabled_until === 'string'
      ? Date.parse(communication_disabled_until)
      : null,
});

type WireGuild = Pick<APIGuild, 'name' | 'owner_id' | 'preferred_locale' | 'system_channel_id'>;

/** A server's own fields, without roles and channels. */
export const headOf = (guild: WireGuild) => ({
  name: guild.name,
  ownerId: guild.owner_id,
  locale: guild.preferred_locale,
  systemChannelId: guild.system_channel_id,
});

export const rolesOf = (roles: readonly APIRole[]): GuildHead['roles'] => {
  const kindOfRole = sharing(roleOf);
  return new Map(
    roles.map(({ id, permissions, mentionable }) => [id, kindOfRole({ permissions, mentionable })]),
  );
};

/** Of these channels, one by its id and the threads in it. */
export const channelsUnder = (
  channels: ReadonlyMap<string, ServerChannel>,
  id: string,
): ReadonlyMap<string, ServerChannel> =>
  new Map(
    [...channels].filter(
      ([each, { type, parentId }]) => each === id || (parentId === id && isThread(type)),
    ),
  );

export const serverOf = (guild: GatewayGuildCreateDispatchData, ownId: string): CachedGuild => {
  const us = guild.members.find(({ user }) => user.id === ownId);
  const channels: readonly WireChannel[] = [...guild.channels, ...guild.threads];
  const kept = channels.filter(({ type }) => isKept(type));
  const toOverwrites = overwritesOf(ownId);
  return {
    id: guild.id,
    ...headOf(guild),
    us: membershipOf(ownId, us ?? { roles: [] }),
    roles: rolesOf(guild.roles),
    channels: new Map(
      kept.map((channel) => [channel.id, guildChannel(channel, ownId, toOverwrites)]),
    ),
  };
};

/** A server after an event; null when the event changes nothing of it. */
export const afterEvent = (
  server: CachedGuild,
  event: GatewayDispatchPayload,
  ownId: string,
): CachedGuild | null => {
  switch (event.t) {
    case GatewayDispatchEvents.GuildUpdate:
      return { ...server, ...headOf(event.d), roles: rolesOf(event.d.roles) };
    case GatewayDispatchEvents.ChannelCreate:
    case GatewayDispatchEvents.ChannelUpdate:
      return isKept(event.d.type) ? withChannel(server, event.d, ownId) : null;
    case GatewayDispatchEvents.ThreadCreate:
    case GatewayDispatchEvents.ThreadUpdate:
      return withThread(server, event.d, ownId);
    case GatewayDispatchEvents.ChannelDelete:
    case GatewayDispatchEvents.ThreadDelete:
      return without(server, channelsUnder(server.channels, event.d.id));
    case GatewayDispatchEvents.ThreadListSync:
      return withThreads(server, event.d, ownId);
    case GatewayDispatchEvents.GuildRoleCreate:
    case GatewayDispatchEvents.GuildRoleUpdate: {
      const { role } = event.d;
      return { ...server, roles: new Map([...server.roles, [role.id, roleOf(role)]]) };
    }
    case GatewayDispatchEvents.GuildRoleDelete: {
      const roles = [...server.roles].filter(([id]) => id !== event.d.role_id);
      return { ...server, roles: new Map(roles) };
    }
    case GatewayDispatchEvents.GuildMemberUpdate:
      return event.d.user.id === ownId ? { ...server, us: membershipOf(ownId, event.d) } : null;
    default:
      return null;
  }
};

const withChannel = (server: CachedGuild, channel: WireChannel, ownId: string): CachedGuild => ({
  ...server,
  channels: new Map([...server.channels, [channel.id, guildChannel(channel, ownId)]]),
});

const without = (server: CachedGuild, gone: ReadonlyMap<string, ServerChannel>): CachedGuild => ({
  ...server,
  channels: new Map([...server.channels].filter(([id]) => !gone.has(id))),
});

/** Discord limits open threads, and not those that are archived and locked: so many of a channel are kept. */
const LOCKED_MAX = 100;

/** An archived thread is dropped, since the next message opens it again; the last locked ones are kept. */
const withThread = (server: CachedGuild, thread: WireChannel, ownId: string): CachedGuild => {
  const { archived = false, locked = false } = thread.thread_metadata ?? {};
  if (!archived) return withChannel(server, thread, ownId);
  const rest = without(server, channelsUnder(server.channels, thread.id));
  const siblings = channelsUnder(rest.channels, thread.parent_id ?? '');
  if (!locked || siblings.size === 0) return rest;
  const others = [...siblings].filter(([, { isLocked }]) => isLocked);
  const tooMany = new Map(others.toReversed().slice(LOCKED_MAX - 1));
  return withChannel(without(rest, tooMany), thread, ownId);
};

/** Replaces the open threads of some channels, or of all when none are named. */
const withThreads = (
  server: CachedGuild,
  { channel_ids: parents, threads }: GatewayThreadListSyncDispatchData,
  ownId: string,
): CachedGuild => {
  const synced =
    parents === undefined
      ? [...server.channels]
      : parents.flatMap((id) => [...channelsUnder(server.channels, id)]);
  const closed = new Map(synced.filter(([, { type }]) => isThread(type)));
  // Discord sends threads only; its type allows any channel.
  return (threads as readonly WireChannel[]).reduce(
    (changed, thread) => withThread(changed, thread, ownId),
    without(server, closed),
  );
};
