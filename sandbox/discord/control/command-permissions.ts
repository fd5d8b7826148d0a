import {
  ApplicationCommandPermissionType,
  type APIApplicationCommandPermission,
} from 'discord-api-types/v10';
import { Complaint } from '../complaint.ts';
import type { Discord } from '../discord.ts';
import { APPLICATION_ID, GUILD_ID } from '../guild/accounts.ts';
import { allCommands } from '../state/state.ts';
import { personNamed } from './people.ts';

interface Entry {
  /** The name of a role, `@everyone`, or a person. */
  readonly who: string;
  readonly isAllowed: boolean;
}

/** What an administrator chooses under Server Settings, Integrations, in place of what was there. */
export const setCommandPermissions = (
  discord: Discord,
  name: string,
  entries: readonly Entry[],
): void => {
  const command = allCommands(discord.state).find((each) => each.name === name);
  if (command === undefined) throw new Complaint(`There is no command /${name}`);
  const { User, Role } = ApplicationCommandPermissionType;
  const permissions = entries.map(({ who, isAllowed }): APIApplicationCommandPermission => {
    const role = [...discord.state.roles.values()].find((each) => each.name === who);
    const roleId = who === '@everyone' ? GUILD_ID : role?.id;
    return roleId === undefined
      ? { type: User, id: personNamed(who).id, permission: isAllowed }
      : { type: Role, id: roleId, permission: isAllowed };
  });
  discord.commit({ type: 'command-permissions', commandId: command.id, permissions });
  discord.dispatch({
    name: 'APPLICATION_COMMAND_PERMISSIONS_UPDATE',
    guildId: GUILD_ID,
    data: { id: command.id, application_id: APPLICATION_ID, guild_id: GUILD_ID, permissions },
  });
  discord.stateChanged();
};
