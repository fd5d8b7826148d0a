import { OverwriteType, PermissionFlagsBits, type APIOverwrite } from 'discord-api-types/v10';

/** A permission as Discord's documentation for developers spells it, e.g. `SendMessages`. */
export type PermissionName = keyof typeof PermissionFlagsBits;

export const ALL_PERMISSIONS = Object.values(PermissionFlagsBits).reduce(
  (all, bit) => all | bit,
  0n,
);

export const isPermissionName = (name: string): name is PermissionName =>
  Object.hasOwn(PermissionFlagsBits, name);

/** The bit field that holds these permissions. */
export const bitsOf = (names: readonly PermissionName[]): bigint =>
  names.reduce((bits, name) => bits | PermissionFlagsBits[name], 0n);

/** The names of the permissions in a bit field. */
export const namesOf = (bits: bigint): PermissionName[] =>
  Object.keys(PermissionFlagsBits)
    .filter(isPermissionName)
    .filter((name) => (bits & PermissionFlagsBits[name]) !== 0n);

/** Whose permissions are asked for. */
export interface Holder {
  readonly userId: string;
  readonly isOwner: boolean;
  readonly roleIds: readonly string[];
}

/** The permissions that each role gives; that of @everyone has the id of the guild. */
export interface RolePermissions {
  readonly everyoneId: string;
  readonly ofRole: (id: string) => bigint;
}

/** The permissions in the guild, before channel overwrites. */
export const basePermissions = (holder: Holder, roles: RolePermissions): bigint => {
  if (holder.isOwner) return ALL_PERMISSIONS;
  const bits = holder.roleIds.reduce(
    (all, id) => all | roles.ofRole(id),
    roles.ofRole(roles.everyoneId),
  );
  return (bits & PermissionFlagsBits.Administrator) === 0n ? bits : ALL_PERMISSIONS;
};

/**
 * The permissions in a channel, by Discord's documented order: @everyone's overwrite, then
 * all roles' denials, then all roles' allowances, then the member's own overwrite; and
 * without the permission to see a channel, or to write in it, those that depend on it.
 */
export const channelPermissions = (
  base: bigint,
  holder: Holder,
  everyoneId: string,
  overwrites: readonly APIOverwrite[],
): bigint => {
  if ((base & PermissionFlagsBits.Administrator) !== 0n) return ALL_PERMISSIONS;
  const everyone = overwrites.filter(({ id }) => id === everyoneId);
  const ofRoles = overwrites.filter(
    ({ id, type }) => type === OverwriteType.Role && holder.roleIds.includes(id),
  );
  const own = overwrites.filter(
    ({ id, type }) => type === OverwriteType.Member && id === holder.userId,
  );
  return withoutDependents([everyone, ofRoles, own].reduce(applyOverwrites, base));
};

const applyOverwrites = (bits: bigint, overwrites: readonly APIOverwrite[]): bigint => {
  const denied = overwrites.reduce((all, { deny }) => all | BigInt(deny), 0n);
  const allowed = overwrites.reduce((all, { allow }) => all | BigInt(allow), 0n);
  return (bits & ~denied) | allowed;
};

const NEEDS_WRITING = bitsOf(['MentionEveryone', 'SendTTSMessages', 'AttachFiles', 'EmbedLinks']);

const withoutDependents = (bits: bigint): bigint => {
  if ((bits & PermissionFlagsBits.ViewChannel) === 0n) return 0n;
  const mayWrite =
    (bits & (PermissionFlagsBits.SendMessages | PermissionFlagsBits.SendMessagesInThreads)) !== 0n;
  return mayWrite ? bits : bits & ~NEEDS_WRITING;
};
