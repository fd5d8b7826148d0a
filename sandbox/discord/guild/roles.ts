import type { APIRole, RoleFlags } from 'discord-api-types/v10';
import { withFlags } from '../flags.ts';
import { bitsOf, type PermissionName, type RolePermissions } from '../permissions.ts';
import {
  APPLICATION_ID,
  BOT_ROLE_ID,
  FANS_ROLE_ID,
  GUILD_ID,
  MODERATOR_ROLE_ID,
  type Account,
} from './accounts.ts';
import type { BotMembership } from './bot.ts';

const EVERYONE: readonly PermissionName[] = [
  'ViewChannel',
  'SendMessages',
  'SendMessagesInThreads',
  'CreatePublicThreads',
  'EmbedLinks',
  'AttachFiles',
  'AddReactions',
  'UseExternalEmojis',
  'ReadMessageHistory',
  'UseApplicationCommands',
  'ChangeNickname',
  'CreateInstantInvite',
];

const MODERATOR: readonly PermissionName[] = [
  'ManageGuild',
  'ManageChannels',
  'ManageRoles',
  'ManageMessages',
  'ManageThreads',
  'PinMessages',
  'ModerateMembers',
  'KickMembers',
  'BanMembers',
  'MentionEveryone',
  'ViewAuditLog',
];

/** A role as Discord's API object. */
export const role = (
  id: string,
  name: string,
  position: number,
  color: number,
  permissions: bigint,
  more: Partial<APIRole> = {},
): APIRole => {
  const described = {
    id,
    name,
    colors: { primary_color: color, secondary_color: null, tertiary_color: null },
    hoist: position > 1,
    position,
    permissions: String(permissions),
    icon: null,
    unicode_emoji: null,
    managed: false,
    mentionable: false,
    flags: withFlags<RoleFlags>(undefined, 0),
    ...more,
  };
  // Deprecated by `colors`, and still what many clients read.
  return Object.assign(described, { color });
};

const EVERYONES_ROLE = role(GUILD_ID, '@everyone', 0, 0, bitsOf(EVERYONE));
const FANS_ROLE = role(FANS_ROLE_ID, 'Padel', 1, 0xd7f205, 0n, { mentionable: true });
const MODERATORS_ROLE = role(MODERATOR_ROLE_ID, 'Moderator', 3, 0x5865f2, bitsOf(MODERATOR));

/** The roles of a fresh guild, by id; the bot's own is not among them. */
export const firstRoles = (): Map<string, APIRole> =>
  new Map([EVERYONES_ROLE, FANS_ROLE, MODERATORS_ROLE].map((one) => [one.id, one]));

/** What of the state decides the roles: the bot brings its own, and takes it along. */
export interface RoleState {
  readonly bot: BotMembership;
  readonly roles: ReadonlyMap<string, APIRole>;
  /** The roles of members, where they are not those that the guild began with. */
  readonly memberRoles: ReadonlyMap<string, readonly string[]>;
}

/** The roles of the guild as Discord's API objects, the lowest first. */
export const rolesOf = ({ bot, roles }: RoleState): APIRole[] =>
  [...roles.values(), ...(bot.isMember ? [botRole(bot)] : [])].toSorted(
    (one, other) => one.position - other.position,
  );

/** The ids of a member's roles. */
export const roleIdsOf = (state: RoleState, { id, roleIds }: Account): readonly string[] =>
  (state.memberRoles.get(id) ?? roleIds).filter(
    (roleId) => roleId === BOT_ROLE_ID || state.roles.has(roleId),
  );

/** Where the bot's role stands: it manages the roles below. */
export const BOT_ROLE_POSITION = 2;

const botRole = ({ permissions }: BotMembership): APIRole =>
  role(BOT_ROLE_ID, 'Bandeja', BOT_ROLE_POSITION, 0x3fb68b, BigInt(permissions), {
    managed: true,
    tags: { bot_id: APPLICATION_ID },
  });

/** What each role of the guild gives. */
export const rolePermissionsOf = (state: RoleState): RolePermissions => {
  const bitsOfRole = new Map(rolesOf(state).map(({ id, permissions }) => [id, permissions]));
  return { everyoneId: GUILD_ID, ofRole: (id) => BigInt(bitsOfRole.get(id) ?? 0) };
};
