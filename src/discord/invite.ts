import { OAuth2Scopes, PermissionFlagsBits } from 'discord-api-types/v10';
import type { PermissionName } from '../domain/alerts/channel.ts';
import { NEEDED_TO_POST } from './servers/permissions.ts';

/**
 * For pictures, match threads and scheduled events. Mentions of non-mentionable roles and pins are not included: a
 * moderator grants "Mention Everyone" or "Pin Messages" in a channel where it is wanted.
 */
const FOR_MORE = [
  'AttachFiles',
  'CreatePublicThreads',
  'CreateEvents',
  'ManageEvents',
] as const satisfies readonly PermissionName[];

/** What the link asks for. */
export const INVITE_PERMISSION_NAMES: readonly PermissionName[] = [...NEEDED_TO_POST, ...FOR_MORE];

const INVITE_PERMISSIONS = INVITE_PERMISSION_NAMES.reduce(
  (all, name) => all | PermissionFlagsBits[name],
  0n,
);

const INVITE_SCOPES = [OAuth2Scopes.Bot, OAuth2Scopes.ApplicationsCommands] as const;

/** The invitation link for a server, with exactly the permissions that the bot needs. */
export const inviteLink = (applicationId: string): string => {
  const link = new URL('https://discord.com/oauth2/authorize');
  link.searchParams.set('client_id', applicationId);
  link.searchParams.set('scope', INVITE_SCOPES.join(' '));
  // The link's parameter is a decimal number (Discord's documentation, "Bot Authorization Flow").
  link.searchParams.set('permissions', String(INVITE_PERMISSIONS));
  return link.href;
};
