import type { CardKey } from './cards.ts';
import type { Db } from '../connection/schema.ts';

interface MatchThread {
  /** Discord's id; null when it was deleted or closed and must not be opened again. */
  readonly threadId: string | null;
}

/** The thread of a match in a channel; undefined when none was opened. */
export const threadOf = async (
  db: Db,
  { matchId, channelKey }: CardKey,
): Promise<MatchThread | undefined> => {
  const row = await db
    .selectFrom('threads')
    .select('threadId')
    .where('matchId', '=', matchId)
    .where('channelKey', '=', channelKey)
    .executeTakeFirst();
  return row === undefined ? undefined : { threadId: row.threadId };
};

export const saveThread = async (
  db: Db,
  { matchId, channelKey }: CardKey,
  threadId: string | null,
): Promise<void> => {
  await db
    .insertInto('threads')
    .values({ matchId, channelKey, threadId })
    .onConflict((conflict) => conflict.columns(['matchId', 'channelKey']).doUpdateSet({ threadId }))
    .execute();
};
