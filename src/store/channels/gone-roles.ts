import type { Db } from '../connection/schema.ts';
import { settingsIn } from './channels.ts';

/** Notes which of the roles that channels ping were deleted: all channels, or those of a server. */
export const noteGoneRoles = async (
  db: Db,
  isRole: (guildId: string, roleId: string) => boolean,
  guildId?: string,
): Promise<void> => {
  const rows = await db
    .selectFrom('channels')
    .select(['id', 'guild_id', 'types', 'settings', 'gone_roles'])
    .where('left_at', 'is', null)
    .$if(guildId !== undefined, (query) => query.where('guild_id', '=', guildId ?? ''))
    .execute();
  for (const { id, guild_id, gone_roles: known, ...row } of rows) {
    const gone = settingsIn(row).roles.filter((roleId) => !isRole(guild_id, roleId));
    const gone_roles = gone.join(' ');
    if (gone_roles === known) continue;
    await db.updateTable('channels').set({ gone_roles }).where('id', '=', id).execute();
  }
};
