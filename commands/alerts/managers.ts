import type { CommandRequest, Services } from '../../src/discord/command.ts';
import type { SettingChange } from '../../src/domain/alerts/setting-changes.ts';
import { ROLES_MAX } from '../../src/domain/alerts/settings.ts';
import type { Instant } from '../../src/domain/terms.ts';
import { UserError } from '../../src/errors.ts';
import { managersMessage } from '../../src/render/moderation/managers.ts';
import type { MessageBody } from '../../src/render/message.ts';
import {
  addManagerRole,
  managerRoles,
  removeManagerRoles,
} from '../../src/store/channels/manager-roles.ts';
import { recordChange, type ChangeAuthor } from '../../src/store/channels/setting-changes.ts';
import type { Tx } from '../../src/store/connection/database.ts';

/**
 * `/alerts managers`: names roles that may use everything of `/alerts`. Somebody with such a role cannot
 * name others. Roles that the server has deleted are dropped.
 * @throws UserError without the permission Manage Server, for @everyone, and for too many roles
 */
export const managers = async (
  request: CommandRequest,
  { db, now, rolesOf }: Services,
  guildId: string,
): Promise<MessageBody> => {
  const [add, remove] = [request.role('add'), request.role('remove')];
  if (add === null && remove === null) {
    return managersMessage(request, await managerRoles(db, guildId));
  }
  if (!request.mayManage) throw new UserError('managers-need-permission');
  if (add === guildId) throw new UserError('managers-everyone');
  const known = rolesOf(guildId);
  const roles = await db.transaction().execute(async (tx) => {
    const left = (await managerRoles(tx, guildId)).filter(
      (role) => role !== remove && known?.has(role) !== false,
    );
    const wanted = add === null ? left : [...left, add];
    if (new Set(wanted).size > ROLES_MAX)
      throw new UserError('too-many-managers', { count: `${ROLES_MAX}` });
    await setManagers(tx, { guildId, memberId: request.userId }, wanted, now());
    return await managerRoles(tx, guildId);
  });
  return managersMessage(request, roles);
};

/**
 * Lets exactly these roles manage alerts, in a transaction, and records who changed that.
 * @returns what it was and is; null where it was so already
 */
export const setManagers = async (
  tx: Tx,
  { guildId, memberId }: Omit<ChangeAuthor, 'channelKey'>,
  wanted: readonly string[],
  now: Instant,
): Promise<SettingChange | null> => {
  const before = await managerRoles(tx, guildId);
  const gone = before.filter((role) => !wanted.includes(role));
  await removeManagerRoles(tx, guildId, gone);
  for (const role of wanted) await addManagerRole(tx, guildId, role);
  const after = await managerRoles(tx, guildId);
  if (String(before) === String(after)) return null;
  const change = { what: 'managers', before, after } as const;
  await recordChange(tx, { guildId, channelKey: null, memberId }, change, now);
  return change;
};
