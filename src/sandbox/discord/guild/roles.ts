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

/** What an invitation of the bot asks for. */
const BOT: readonly PermissionName[] = [
  'ViewChannel',
  'SendMessages',
  'SendMessagesInThreads',
  'CreatePublicThreads',
  'ManageThreads',
  'ManageMessages',
  'PinMessages',
  'EmbedLinks',
  'AttachFiles',
  'AddReactions',
  'ReadMessageHistory',
  'MentionEveryone',
];

const role = (
  id: string,
  name: string,
  position: number,
  color: number,
  permissions: readonly PermissionName[],
  more: Partial<APIRole> = {},
): APIRole => {
  const described = {
    id,
    name,
    colors: { primary_color: color, secondary_color: null, tertiary_color: null },
    hoist: position > 1,
    position,
    permissions: String(bitsOf(permissions)),
    managed: false,
    mentionable: false,
    flags: withFlags<RoleFlags>(undefined, 0),
    ...more,
  };
  // Deprecated by `colors`, and still what many clients read.
  return Object.assign(described, { color });
};

/** The roles of the guild as Discord's API objects. */
export const ROLES: readonly APIRole[] = [
  role(GUILD_ID, '@everyone', 0, 0, EVERYONE),
  role(FANS_ROLE_ID, 'Padel', 1, 0xd7f205, [], { mentionable: true }),
  role(BOT_ROLE_ID, 'Bandeja', 2, 0x3fb68b, BOT, {
    managed: true,
    tags: { bot_id: APPLICATION_ID },
  }),
  role(MODERATOR_ROLE_ID, 'Moderator', 3, 0x5865f2, MODERATOR),
];

const bitsOfRole = new Map(ROLES.map(({ id, permissions }) => [id, BigInt(permissions)]));

export const ROLE_PERMISSIONS: RolePermissions = {
  everyoneId: GUILD_ID,
  ofRole: (id) => bitsOfRole.get(id) ?? 0n,
};
