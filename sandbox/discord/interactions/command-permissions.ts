import {
  ApplicationCommandPermissionType,
  type APIApplicationCommandPermission,
} from 'discord-api-types/v10';
import { GUILD_ID, type Account } from '../guild/accounts.ts';
import { roleIdsOf } from '../guild/roles.ts';
import type { State } from '../state/state.ts';

/**
 * What the server settings (Integrations) say of a command for a person: their own entry first, then
 * those of their roles, of which one that allows is enough, then that of everyone; null for nothing.
 * https://docs.discord.com/developers/interactions/application-commands#permissions
 */
export const commandPermissionOf = (
  state: Readonly<State>,
  commandId: string,
  person: Account,
): boolean | null => {
  const entries = state.commandPermissions.get(commandId) ?? [];
  const { User, Role } = ApplicationCommandPermissionType;
  const of = (type: APIApplicationCommandPermission['type'], ids: readonly string[]) =>
    entries.filter((entry) => entry.type === type && ids.includes(entry.id));
  const [own] = of(User, [person.id]);
  if (own !== undefined) return own.permission;
  const roles = of(Role, roleIdsOf(state, person));
  if (roles.length > 0) return roles.some(({ permission }) => permission);
  return of(Role, [GUILD_ID])[0]?.permission ?? null;
};
