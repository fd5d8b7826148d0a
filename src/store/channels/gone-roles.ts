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
    .select(['id', 'guildId', 'types', 'settings', 'goneRoles'])
    .where('leftAt', 'is', null)
    .$if(guildId !== undefined, (query) => query.where('guildId', '=', guildId ?? ''))
    .execute();
  for (const { id, guildId, goneRoles: known, ...row } of rows) {
    const gone = settingsIn(row).roles.filter((roleId) => !isRole(guildId, roleId));
    const goneRoles = gone.join(' ');
    if (goneRoles === known) continue;
    await db.updateTable('channels').set({ goneRoles }).where('id', '=', id).execute();
  }
};
