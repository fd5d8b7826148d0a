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
    .columns(['kind', 'target_id', 'channel_id', 'member_id', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('channels')
        .select([
          eb.val('match').as('kind'),
          eb.val(matchId).as('target_id'),
          'id as channel_id',
          eb.val('').as('member_id'),
          eb.val(0).as('created_at'),
        ])
        .where('id', '>=', first)
        .where('id', '<=', last),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};
