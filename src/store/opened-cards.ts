import { sql } from 'kysely';
import { bitOf } from '../domain/alert-kinds.ts';
import type { FollowTarget } from '../domain/follows.ts';
import type { Instant } from '../domain/terms.ts';
import type { CardKey } from './cards.ts';
import { followsTelling } from './follows.ts';
import type { Db } from './schema.ts';

/**
 * Opens a card in every channel, or in one, that follows one of the targets, wants live cards and has
 * none for the match; the card loop posts it without a ping, in its current state.
 */
export const openCards = async (
  db: Db,
  matchId: number,
  targets: readonly FollowTarget[],
  now: Instant,
  channelKey?: number,
): Promise<void> => {
  await db
    .insertInto('cards')
    .columns(['match_id', 'channel_id', 'opened_at'])
    .expression((eb) =>
      eb
        .selectFrom('follows')
        .innerJoin('channels', 'channels.id', 'follows.channel_id')
        // PostgreSQL takes an untyped parameter in a select as text.
        .select([
          eb.cast<number>(eb.val(matchId), 'bigint').as('match_id'),
          'follows.channel_id',
          eb.cast<number>(eb.val(now), 'bigint').as('opened_at'),
        ])
        .distinct()
        .where(followsTelling(targets))
        .where(sql<number>`channels.kinds & ${sql.lit(bitOf('card'))}`, '!=', 0)
        .where('channels.left_at', 'is', null)
        .$if(channelKey !== undefined, (query) =>
          query.where('follows.channel_id', '=', channelKey ?? 0),
        ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Opens the card of a match in one channel, unless it exists. */
export const openCard = async (
  db: Db,
  { matchId, channelKey }: CardKey,
  now: Instant,
): Promise<void> => {
  await db
    .insertInto('cards')
    .values({ match_id: matchId, channel_id: channelKey, opened_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};
