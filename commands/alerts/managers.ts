import type { ComponentRequest, Services } from '../../src/discord/command.ts';
import type { SettingChange } from '../../src/domain/alerts/setting-changes.ts';
import { UserError } from '../../src/errors.ts';
import {
  addManagerRole,
  managerRoles,
  removeManagerRoles,
} from '../../src/store/channels/manager-roles.ts';
import { recordChange } from '../../src/store/channels/setting-changes.ts';
import type { Tx } from '../../src/store/connection/database.ts';
import { rolesChosen } from './settings.ts';

/**
 * Lets exactly the chosen roles use everything of `/alerts`. Somebody with such a role cannot name others.
 * @throws UserError without the permission Manage Server, and for @everyone
 */
export const chooseManagers = async (
  { mayManage, chosen, userId }: ComponentRequest,
  guildId: string,
  { db, now }: Services,
): Promise<void> => {
  if (!mayManage) throw new UserError('managers-need-permission');
  if (chosen.includes(guildId)) throw new UserError('managers-everyone');
  const wanted = rolesChosen(chosen, guildId);
  await db.transaction().execute(async (tx) => {
    const change = await setManagers(tx, guildId, wanted);
    const author = { guildId, channelKey: null, memberId: userId };
    if (change !== null) await recordChange(tx, author, change, now());
  });
};

/**
 * Lets exactly these roles manage alerts, in a transaction.
 * @returns what it was and is; null where it was so already
 */
export const setManagers = async (
  tx: Tx,
  guildId: string,
  wanted: readonly string[],
): Promise<SettingChange | null> => {
  const before = await managerRoles(tx, guildId);
  const gone = before.filter((role) => !wanted.includes(role));
  await removeManagerRoles(tx, guildId, gone);
  for (const role of wanted) await addManagerRole(tx, guildId, role);
  const after = await managerRoles(tx, guildId);
  return String(before) === String(after) ? null : { what: 'managers', before, after };
};
