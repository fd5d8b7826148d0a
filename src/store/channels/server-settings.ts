import { z } from 'zod';
import type { Db } from '../connection/schema.ts';
import { reader } from '../connection/documents.ts';

const readRoles = reader(z.array(z.string().regex(/^\d{1,20}$/)));

/** Ids of the roles that may manage a server's alerts without Discord's permission Manage Server. */
export const managerRoles = async (db: Db, guildId: string): Promise<readonly string[]> => {
  const row = await db
    .selectFrom('server_settings')
    .select('manager_roles')
    .where('guild_id', '=', guildId)
    .executeTakeFirst();
  return row === undefined ? [] : readRoles(row.manager_roles);
};

export const setManagerRoles = async (
  db: Db,
  guildId: string,
  roles: readonly string[],
): Promise<void> => {
  const columns = { manager_roles: JSON.stringify(roles) };
  await db
    .insertInto('server_settings')
    .values({ guild_id: guildId, ...columns })
    .onConflict((conflict) => conflict.column('guild_id').doUpdateSet(columns))
    .execute();
};
