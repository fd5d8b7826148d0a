import type {
  APIGuild,
  APIGuildMember,
  APIOverwrite,
  APIRole,
  ChannelType,
  GatewayGuildCreateDispatchData,
  ThreadChannelType,
} from 'discord-api-types/v10';
import { OverwriteType, PermissionFlagsBits } from 'discord-api-types/v10';
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

export const membershipOf = (
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
