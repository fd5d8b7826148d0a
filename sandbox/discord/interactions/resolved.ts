import { answerPermissionsIn, permissionsIn } from '../channels/access.ts';
import { presentChannel } from '../channels/present.ts';
import { ACCOUNTS, userOf, type Account } from '../guild/accounts.ts';
import { memberOutline } from '../guild/members.ts';
import { rolesOf } from '../guild/roles.ts';
import type { State, StoredChannel } from '../state/state.ts';

/**
 * The objects behind the ids in an interaction, as its `resolved` data has them; channels with the
 * permissions of the person and of the bot.
 */
export const resolvedData = (
  state: Readonly<State>,
  place: StoredChannel,
  person: Account,
  ids: readonly string[],
) => {
  const accounts = [...ACCOUNTS.values()].filter(({ id }) => ids.includes(id));
  const channels = [...state.channels.values()].filter(({ id }) => ids.includes(id));
  const roles = rolesOf(state).filter(({ id }) => ids.includes(id));
  return {
    ...keyed(
      'users',
      accounts.map((one) => [one.id, userOf(one)]),
    ),
    ...keyed(
      'members',
      (place.recipientId === null ? accounts : []).map((one) => {
        return [
          one.id,
          { ...memberOutline(state, one), permissions: String(permissionsIn(state, place, one)) },
        ];
      }),
    ),
    ...keyed(
      'roles',
      roles.map((role) => [role.id, role]),
    ),
    ...keyed(
      'channels',
      channels.map((one) => [
        one.id,
        {
          ...presentChannel(state, one),
          permissions: String(permissionsIn(state, one, person)),
          app_permissions: String(answerPermissionsIn(state, one)),
        },
      ]),
    ),
  };
};

/** Nothing at all where Discord leaves an empty kind out. */
const keyed = (name: string, entries: readonly (readonly [string, unknown])[]) =>
  entries.length === 0 ? {} : { [name]: Object.fromEntries(entries) };
