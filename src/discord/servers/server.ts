import type {
  APIGuild,
  APIGuildMember,
  APIOverwrite,
  APIRole,
  ChannelType,
  GatewayGuildCreateDispatchData,
  ThreadChannelType,
} from 'discord-api-types/v10';
import { OverwriteType, PermissionFlagsBits } from 'discord.js';
import type { Instant } from '../../domain/terms.ts';
import { isThread } from './channel-kinds.ts';

/** Permissions that a channel allows and denies a role or a member: Discord's bit fields, as decimals. */
export type Overwrite = readonly [allow: string, deny: string];

/** A channel, a category, or an open thread. */
export interface ServerChannel {
  readonly type: ChannelType;
  readonly name: string;
  readonly parentId: string | null;
  /** Its position in the list; 0 for threads. */
  readonly position: number;
  /** Whether only moderators may reopen a thread. */
  readonly isLocked: boolean;
  /** For all roles, because the bot's own roles may change. */
  readonly ofRoles: Readonly<Record<string, Overwrite>>;
  readonly ofUs: Overwrite | null;
  /** For other members: only those about View Channel. */
  readonly ofMembers: Readonly<Record<string, Overwrite>>;
}

interface ServerRole {
  readonly permissions: string;
  readonly isMentionable: boolean;
}

interface OwnMembership {
  readonly roleIds: readonly string[];
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
  readonly roles: Readonly<Record<string, ServerRole>>;
}

/** The channels of a server by id, its threads included. */
interface GuildChannels {
  readonly get: (id: string) => ServerChannel | undefined;
  /** A channel, and the threads in it. */
  readonly under: (id: string) => ReadonlyMap<string, ServerChannel>;
  readonly entries: () => Iterable<readonly [string, ServerChannel]>;
}

/** The stored part of a server. */
export interface CachedGuild extends GuildHead {
  readonly channels: GuildChannels;
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

const overwriteOf = ({ allow, deny }: APIOverwrite): Overwrite => [allow, deny];

const isAboutViewing = ({ allow, deny }: APIOverwrite): boolean =>
  ((BigInt(allow) | BigInt(deny)) & PermissionFlagsBits.ViewChannel) !== 0n;

const byId = (overwrites: readonly APIOverwrite[]): Readonly<Record<string, Overwrite>> =>
  Object.fromEntries(overwrites.map((overwrite) => [overwrite.id, overwriteOf(overwrite)]));

export const guildChannel = (wire: WireChannel, ownId: string): ServerChannel => {
  const overwrites = wire.permission_overwrites ?? [];
  const own = overwrites.find(({ id, type }) => type === OverwriteType.Member && id === ownId);
  return {
    type: wire.type,
    name: wire.name ?? '',
    parentId: wire.parent_id ?? null,
    position: wire.position ?? 0,
    isLocked: wire.thread_metadata?.locked ?? false,
    ofRoles: byId(overwrites.filter(({ type }) => type === OverwriteType.Role)),
    ofUs: own === undefined ? null : overwriteOf(own),
    ofMembers: byId(
      overwrites.filter(
        (each) => each.type === OverwriteType.Member && each !== own && isAboutViewing(each),
      ),
    ),
  };
};

export const roleOf = ({ permissions, mentionable }: APIRole): ServerRole => ({
  permissions,
  isMentionable: mentionable,
});

type WireMember = Pick<APIGuildMember, 'roles' | 'communication_disabled_until'>;

export const membershipOf = ({ roles, communication_disabled_until }: WireMember) => ({
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

export const rolesOf = (roles: readonly APIRole[]): GuildHead['roles'] =>
  Object.fromEntries(roles.map((role) => [role.id, roleOf(role)]));

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

/** Channels that are not compressed. */
export const guildChannels = (channels: ReadonlyMap<string, ServerChannel>): GuildChannels => ({
  get: (id) => channels.get(id),
  under: (id) => channelsUnder(channels, id),
  entries: () => channels,
});

const NO_MEMBERSHIP: OwnMembership = { roleIds: [], timedOutUntil: null };

export const serverOf = (guild: GatewayGuildCreateDispatchData, ownId: string): CachedGuild => {
  const us = guild.members.find(({ user }) => user.id === ownId);
  const channels: readonly WireChannel[] = [...guild.channels, ...guild.threads];
  return {
    id: guild.id,
    ...headOf(guild),
    us: us === undefined ? NO_MEMBERSHIP : membershipOf(us),
    roles: rolesOf(guild.roles),
    channels: guildChannels(
      new Map(channels.map((channel) => [channel.id, guildChannel(channel, ownId)])),
    ),
  };
};
