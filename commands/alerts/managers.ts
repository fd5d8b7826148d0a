import type { CommandRequest, Services } from '../../src/discord/command.ts';
import { ROLES_MAX } from '../../src/domain/alerts/settings.ts';
import { UserError } from '../../src/errors.ts';
import { managersMessage } from '../../src/render/moderation/managers.ts';
import type { MessageBody } from '../../src/render/message.ts';
import {
  addManagerRole,
  managerRoles,
  removeManagerRoles,
} from '../../src/store/channels/manager-roles.ts';
import { recordChange } from '../../src/store/channels/setting-changes.ts';

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
    const before = await managerRoles(tx, guildId);
    const deleted = before.filter((role) => known?.has(role) === false);
    await removeManagerRoles(tx, guildId, remove === null ? deleted : [...deleted, remove]);
    if (add !== null) await addManagerRole(tx, guildId, add);
    const after = await managerRoles(tx, guildId);
    if (after.length > ROLES_MAX)
      throw new UserError('too-many-managers', { count: `${ROLES_MAX}` });
    if (String(before) !== String(after)) {
      const author = { guildId, channelKey: null, memberId: request.userId };
      await recordChange(tx, author, { what: 'managers', before, after }, now());
    }
    return after;
  });
  return managersMessage(request, roles);
};
