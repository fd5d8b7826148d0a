import { guildPermissionsOf } from '../channels/access.ts';
import { Complaint } from '../complaint.ts';
import type { Person } from '../shown-state.ts';
import { MODERATOR_ROLE_ID, PEOPLE, type Account } from '../guild/accounts.ts';
import { commandPermissionOf } from '../interactions/command-permissions.ts';
import { namesOf } from '../permissions.ts';
import type { State } from '../state/state.ts';

const roleOf = ({ roleIds }: Account): Person['role'] =>
  roleIds.includes(MODERATOR_ROLE_ID) ? 'moderator' : 'member';

/** A person as the control API shows them. */
export const presentPerson = (state: Readonly<State>, account: Account): Person => ({
  id: account.id,
  username: account.username,
  displayName: account.displayName,
  role: roleOf(account),
  permissions: namesOf(guildPermissionsOf(state, account)),
  locale: account.locale,
  hasApp: state.appUsers.has(account.id),
  takesDirectMessages: !state.closedDirect.has(account.id),
  commandPermissions: Object.fromEntries(
    [...state.commandPermissions.keys()].flatMap((id) => {
      const setting = commandPermissionOf(state, id, account);
      return setting === null ? [] : [[id, setting]];
    }),
  ),
});

/** A person named by id, username or role; a role means the first who has it. */
export const personNamed = (name: string): Account => {
  const person =
    PEOPLE.find(({ id, username }) => id === name || username === name) ??
    PEOPLE.find((account) => roleOf(account) === name);
  if (person !== undefined) return person;
  const known = PEOPLE.map(({ username }) => username).join(', ');
  throw new Complaint(
    `There is nobody called "${name}". Use member, moderator, or one of: ${known}`,
  );
};
