import type { APIRole, RoleFlags } from 'discord-api-types/v10';
import { withFlags } from '../flags.ts';
import { bitsOf, type PermissionName, type RolePermissions } from '../permissions.ts';
import {
  APPLICATION_ID,
  BOT_ROLE_ID,
  FANS_ROLE_ID,
  GUILD_ID,
  MODERATOR_ROLE_ID,
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

const role = (
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

/** What of the state decides the roles: the bot brings its own, and takes it along. */
interface WithBot {
  readonly bot: BotMembership;
}

/** The roles of the guild as Discord's API objects. */
export const rolesOf = ({ bot }: WithBot): APIRole[] => [
  EVERYONES_ROLE,
  FANS_ROLE,
  ...(bot.isMember ? [botRole(bot)] : []),
  MODERATORS_ROLE,
];

const botRole = ({ permissions }: BotMembership): APIRole =>
  role(BOT_ROLE_ID, 'Bandeja', 2, 0x3fb68b, BigInt(permissions), {
    managed: true,
    tags: { bot_id: APPLICATION_ID },
  });

/** What each role of the guild gives. */
export const rolePermissionsOf = (state: WithBot): RolePermissions => {
  const bitsOfRole = new Map(rolesOf(state).map(({ id, permissions }) => [id, permissions]));
  return { everyoneId: GUILD_ID, ofRole: (id) => BigInt(bitsOfRole.get(id) ?? 0) };
};
