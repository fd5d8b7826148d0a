import type { CardKey } from './cards.ts';
import type { Db, Row } from '../connection/schema.ts';

/**
 * The thread of a match in a channel; undefined when none was opened. Its id is null when it was deleted or
 * closed and must not be opened again.
 */
export const threadOf = (
  db: Db,
  { matchId, channelKey }: CardKey,
): Promise<Pick<Row<'threads'>, 'threadId'> | undefined> =>
  db
    .selectFrom('threads')
    .select('threadId')
    .where((eb) => eb.and({ matchId, channelKey }))
    .executeTakeFirst();

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
