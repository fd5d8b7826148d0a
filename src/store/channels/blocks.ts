import type { Db } from '../connection/schema.ts';
import type { Block } from '../../domain/stored-data.ts';

/** All blocks, the newest first. */
export const allBlocks = (db: Db): Promise<readonly Block[]> =>
  db.selectFrom('blocks').selectAll().orderBy('since', 'desc').orderBy('discordId').execute();

/** Adds a block; an existing one keeps its time, and its reason unless there is a new one. */
export const addBlock = async (db: Db, block: Block): Promise<void> => {
  const { discordId, reason } = block;
  await db
    .insertInto('blocks')
    .values(block)
    .onConflict((conflict) =>
      conflict.column('discordId').doUpdateSet(reason === '' ? { discordId } : { reason }),
    )
    .execute();
};

export const removeBlock = async (db: Db, discordId: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('blocks')
    .where('discordId', '=', discordId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
};
