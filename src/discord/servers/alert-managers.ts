import {
  ApplicationCommandPermissionType,
  RESTJSONErrorCodes,
  Routes,
} from 'discord-api-types/v10';
import { LRUCache } from 'lru-cache';
import type { Logger } from '../../lib/logger.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import type { CommandUser } from '../command.ts';
import type { Rest } from '../rest/rest.ts';
import { codeOf } from '../rest/errors.ts';
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
const isAllowed = (entries: readonly CommandPermission[], { guildId, userId, roleIds }: Member) => {
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

interface CommandPermissionsOptions {
  readonly rest: Rest;
  readonly applicationId: string;
  /** The id of the command; undefined until Discord has told it. */
  readonly commandId: () => string | undefined;
  readonly monotonic: () => number;
  readonly log: Logger;
}

/** How long an answer of Discord's counts, where no event says that it has changed. */
const KNOWN_FOR_MS = 60_000;
/** While Discord does not answer, nobody is asked for this long, and nobody is allowed by Integrations. */
const UNKNOWN_FOR_MS = 10_000;
const TIMEOUT_MS = 1_500;
const GUILDS_MAX = 1_000;

/**
 * What servers chose for one of our commands under Integrations: one request for each server and minute
 * at most, however many members ask.
 */
export const createCommandPermissions = (options: CommandPermissionsOptions) => {
  const { rest, applicationId, commandId, monotonic, log } = options;

  const read = async (guildId: string): Promise<readonly CommandPermission[]> => {
    const id = commandId();
    if (id === undefined) throw new Error('the id of the command is not known yet');
    try {
      const route = Routes.applicationCommandPermissions(applicationId, guildId, id);
      const answer = await withTimeout(rest.get(route), TIMEOUT_MS);
      return commandPermissionsWire.parse(answer).permissions;
    } catch (error) {
      // Discord's answer for a server that chose nothing.
      const none = RESTJSONErrorCodes.UnknownApplicationCommandPermissions.valueOf();
      if (codeOf(error) === none) return [];
      throw error;
    }
  };

  const known = new LRUCache<string, Promise<readonly CommandPermission[]>>({
    max: GUILDS_MAX,
    ttl: KNOWN_FOR_MS,
    ttlResolution: 0,
    perf: { now: monotonic },
  });

  return {
    /** Never throws: what cannot be read allows nobody. */
    of: (guildId: string): Promise<readonly CommandPermission[]> => {
      const before = known.get(guildId);
      if (before !== undefined) return before;
      const asked = read(guildId).catch((error: unknown) => {
        log.warn(
          { err: error, guildId },
          'who may use /alerts is unreadable, nobody by Integrations',
        );
        known.set(guildId, Promise.resolve([]), { ttl: UNKNOWN_FOR_MS });
        return [];
      });
      known.set(guildId, asked);
      return asked;
    },
    forget: (guildId: string): void => {
      known.delete(guildId);
    },
  };
};
