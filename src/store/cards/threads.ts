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
    .select('thread_id')
    .where('match_id', '=', matchId)
    .where('channel_id', '=', channelKey)
    .executeTakeFirst();
  return row === undefined ? undefined : { threadId: row.thread_id };
};

export const saveThread = async (
  db: Db,
  { matchId, channelKey }: CardKey,
  threadId: string | null,
): Promise<void> => {
  await db
    .insertInto('threads')
    .values({ match_id: matchId, channel_id: channelKey, thread_id: threadId })
    .onConflict((conflict) =>
      conflict.columns(['match_id', 'channel_id']).doUpdateSet({ thread_id: threadId }),
    )
    .execute();
};
