import type { CommandRequest, Services } from '../../src/discord/command.ts';
import { ROLES_MAX } from '../../src/domain/alerts/settings.ts';
import { UserError } from '../../src/errors.ts';
import { managersMessage } from '../../src/render/moderation/managers.ts';
import type { MessageBody } from '../../src/render/message.ts';
import { managerRoles, setManagerRoles } from '../../src/store/channels/server-settings.ts';
import { recordChange } from '../../src/store/channels/setting-changes.ts';

/**
 * `/alerts managers`: names roles that may use everything of `/alerts`. Whoever has such a role cannot
 * name others.
 * @throws UserError without the permission Manage Server, for @everyone, and for too many roles
 */
export const managers = async (
  request: CommandRequest,
  { db, now }: Services,
  guildId: string,
): Promise<MessageBody> => {
  const [add, remove] = [request.role('add'), request.role('remove')];
  if (add === null && remove === null) {
    return managersMessage(request, await managerRoles(db, guildId));
  }
  if (!request.mayManage) throw new UserError('managers-need-permission');
  if (add === guildId) throw new UserError('managers-everyone');
  const roles = await db.transaction().execute(async (tx) => {
    const before = await managerRoles(tx, guildId);
    const kept = before.filter((role) => role !== remove);
    const after = add === null || kept.includes(add) ? kept : [...kept, add];
    if (after.length > ROLES_MAX) throw new UserError('too-many-roles', { count: `${ROLES_MAX}` });
    await setManagerRoles(tx, guildId, after);
    const author = { guildId, channelKey: null, memberId: request.userId };
    await recordChange(tx, author, { what: 'managers', before, after }, now());
    return after;
  });
  return managersMessage(request, roles);
};
