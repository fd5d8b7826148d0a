import type { Db } from '../connection/schema.ts';
import type { Block } from '../../domain/stored-data.ts';

/** All blocks, the newest first. */
export const allBlocks = async (db: Db): Promise<readonly Block[]> => {
  const rows = await db
    .selectFrom('blocks')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('discord_id')
    .execute();
  return rows.map((row) => ({
    discordId: row.discord_id,
    reason: row.reason,
    since: row.created_at,
  }));
};

/** Adds a block; an existing one keeps its time, and its reason unless there is a new one. */
export const addBlock = async (db: Db, block: Block): Promise<void> => {
  const { discordId, reason, since } = block;
  await db
    .insertInto('blocks')
    .values({ discord_id: discordId, reason, created_at: since })
    .onConflict((conflict) =>
      conflict
        .column('discord_id')
        .doUpdateSet(reason === '' ? { discord_id: discordId } : { reason }),
    )
    .execute();
};

export const removeBlock = async (db: Db, discordId: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('blocks')
    .where('discord_id', '=', discordId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
};
