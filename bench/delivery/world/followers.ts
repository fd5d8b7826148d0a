import type { Db } from '#src/store/connection/database.ts';
import type { News } from './news.ts';

/** Lets a row of channels follow a match. */
export const followMatch = async (
  db: Db,
  matchId: number,
  [first, last]: News['channels'],
): Promise<void> => {
  await db
    .insertInto('follows')
    .columns(['kind', 'targetId', 'channelKey', 'memberId', 'createdAt'])
    .expression((eb) =>
      eb
        .selectFrom('channels')
        .select([
          eb.val('match').as('kind'),
          eb.val(matchId).as('targetId'),
          'id as channelKey',
          eb.val('').as('memberId'),
          eb.val(0).as('createdAt'),
        ])
        .where('id', '>=', first)
        .where('id', '<=', last),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};
