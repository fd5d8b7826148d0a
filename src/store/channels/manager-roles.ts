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

/**
 * Lets exactly these roles manage alerts, in a transaction that has locked the channels.
 * @returns which did so before, and which do so now
 */
export const setManagerRoles = async (
  db: Db,
  guildId: string,
  roles: readonly string[],
): Promise<Record<'before' | 'after', readonly string[]>> => {
  const before = await managerRoles(db, guildId);
  await db.deleteFrom('manager_roles').where('guild_id', '=', guildId).execute();
  for (const role_id of roles) {
    await db
      .insertInto('manager_roles')
      .values({ guild_id: guildId, role_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return { before, after: await managerRoles(db, guildId) };
};
