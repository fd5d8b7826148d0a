import { ApplicationCommandPermissionType } from 'discord-api-types/v10';
import { DiscordAPIError, RESTJSONErrorCodes, Routes, type REST } from 'discord.js';
import type { Logger } from '../../lib/logger.ts';
import type { CommandUser } from '../command.ts';
import { commandPermissionsWire, type CommandPermission } from '../rest/wire.ts';

type Member = Pick<CommandUser, 'guildId' | 'userId' | 'roleIds' | 'mayManage'>;

interface ManagerSources {
  /** Ids of the roles that the server's settings name. */
  readonly managerRoles: (guildId: string) => Promise<readonly string[]>;
  /** What the server chose for `/alerts` under Integrations. */
  readonly commandPermissions: (guildId: string) => Promise<readonly CommandPermission[]>;
  readonly log: Logger;
}

/** Numbers, because entries may be of a type that discord-api-types does not know yet. */
const USER: number = ApplicationCommandPermissionType.User;
const ROLE: number = ApplicationCommandPermissionType.Role;

/**
 * Whether a member is allowed by what the server chose under Integrations: their own entry goes before
 * those of their roles, and these before that of @everyone, whose id is the server's.
 * https://docs.discord.com/developers/interactions/application-commands#permissions
 */
const isAllowed = (
  entries: readonly CommandPermission[],
  { guildId, userId, roleIds }: Member,
): boolean => {
  const own = entries.find(({ type, id }) => type === USER && id === userId);
  if (own !== undefined) return own.permission;
  const ofRoles = entries.filter(({ type, id }) => type === ROLE && roleIds.includes(id));
  if (ofRoles.length > 0) return ofRoles.some(({ permission }) => permission);
  return entries.some(({ type, id, permission }) => type === ROLE && id === guildId && permission);
};

/**
 * Who may use every control of a server's alerts: those with Discord's permission Manage Server, those
 * with a role that the server's settings name, and those whom the server allowed `/alerts` under
 * Integrations. The only place that decides. What cannot be read allows nobody.
 */
export const createAlertManagers =
  ({ managerRoles, commandPermissions, log }: ManagerSources) =>
  async (member: Member): Promise<boolean> => {
    const { guildId, roleIds, mayManage } = member;
    if (guildId === null) return false;
    if (mayManage) return true;
    try {
      const roles = await managerRoles(guildId);
      if (roles.some((role) => roleIds.includes(role))) return true;
      return isAllowed(await commandPermissions(guildId), member);
    } catch (error) {
      log.warn({ err: error, guildId }, 'who manages alerts is unreadable, member refused');
      return false;
    }
  };

/** Reads what servers chose for one of our commands under Integrations. */
export const commandPermissionsOf =
  (rest: REST, applicationId: string, commandId: () => string | undefined) =>
  async (guildId: string): Promise<readonly CommandPermission[]> => {
    const id = commandId();
    if (id === undefined) return [];
    try {
      const route = Routes.applicationCommandPermissions(applicationId, guildId, id);
      return commandPermissionsWire.parse(await rest.get(route)).permissions;
    } catch (error) {
      // Discord's answer for a server that chose nothing.
      const isNone =
        error instanceof DiscordAPIError &&
        error.code === RESTJSONErrorCodes.UnknownApplicationCommandPermissions;
      if (isNone) return [];
      throw error;
    }
  };
