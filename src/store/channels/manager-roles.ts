import type { Db } from '../connection/schema.ts';

/** Ids of the roles that may manage a server's alerts without Discord's permission Manage Server. */
export const managerRoles = async (db: Db, guildId: string): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('manager_roles')
    .select('role_id')
    .where('guild_id', '=', guildId)
    .orderBy('role_id')
    .execute();
  return rows.map((row) => row.role_id);
};

/** Lets a role manage alerts. @returns whether it did not before */
export const addManagerRole = async (db: Db, guildId: string, roleId: string): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('manager_roles')
    .values({ guild_id: guildId, role_id: roleId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};

/** Takes that back. @returns whether any of these roles managed alerts */
export const removeManagerRoles = async (
  db: Db,
  guildId: string,
  roleIds: readonly string[],
): Promise<boolean> => {
  if (roleIds.length === 0) return false;
  const { numDeletedRows } = await db
    .deleteFrom('manager_roles')
    .where('guild_id', '=', guildId)
    .where('role_id', 'in', roleIds)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};
