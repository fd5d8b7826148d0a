import { OAuth2Scopes, PermissionsBitField } from 'discord.js';
import type { PermissionName } from '../domain/alert-channel.ts';
import { NEEDED_TO_POST } from './permissions.ts';

/**
 * For threads of matches and events of the server. Not for pings of roles that are not for everybody
 * to mention: a moderator gives "Mention Everyone" in the channel where they want that.
 */
const FOR_MORE = [
  'CreatePublicThreads',
  'CreateEvents',
  'ManageEvents',
] as const satisfies readonly PermissionName[];

/** What the bot asks for when it is invited. */
export const INVITED_WITH: readonly PermissionName[] = [...NEEDED_TO_POST, ...FOR_MORE];

/** What goes into the link as `permissions` (Discord's documentation, "Bot Authorization Flow"). */
export const INVITE_PERMISSIONS = new PermissionsBitField([...INVITED_WITH]).bitfield.toString();

/** The link by which somebody who manages a server lets the bot in, with exactly what it needs. */
export const inviteLink = (applicationId: string): string => {
  const link = new URL('https://discord.com/oauth2/authorize');
  link.searchParams.set('client_id', applicationId);
  link.searchParams.set('scope', `${OAuth2Scopes.Bot} ${OAuth2Scopes.ApplicationsCommands}`);
  link.searchParams.set('permissions', INVITE_PERMISSIONS);
  return link.href;
};
