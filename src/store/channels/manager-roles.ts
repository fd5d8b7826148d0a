import type { Db } from '../connection/schema.ts';

/** Ids of the roles that may manage a server's alerts without Discord's permission Manage Server. */
export const managerRoles = async (db: Db, guildId: string): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('managerRoles')
    .select('roleId')
    .where('guildId', '=', guildId)
    .orderBy('roleId')
    .execute();
  return rows.map((row) => row.roleId);
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
  await db.deleteFrom('managerRoles').where('guildId', '=', guildId).execute();
  for (const roleId of roles) {
    await db
      .insertInto('managerRoles')
      .values({ guildId, roleId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return { before, after: await managerRoles(db, guildId) };
};
