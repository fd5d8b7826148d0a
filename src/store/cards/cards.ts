import type { Instant } from '../../domain/terms.ts';
import { HOUR } from '../../lib/time.ts';
import { channelFromRow, type Channel } from '../channels/channels.ts';
import { nextDueIn } from '../connection/queries.ts';
import type { Db, Row, Tables } from '../connection/schema.ts';
import { sql, type Selection } from 'kysely';
import { bitOf } from '../../domain/alerts/alert-types.ts';
import type { FollowTarget } from '../../domain/alerts/follows.ts';
import { deliveringFollows } from '../follows/follows.ts';

/** Columns of a card; ../connection/schema.ts says what they hold. */
const COLUMNS = [
  'cards.matchId',
  'cards.openedAt',
  'cards.messageId',
  'cards.postedAt',
  'cards.postingSince',
  'cards.shownRev',
  'cards.refreshes',
  'cards.messagesBelow',
  'cards.attempts',
] as const;

type CardRow = Selection<Tables, 'cards', (typeof COLUMNS)[number]>;

/** The live card: one message per match and channel that is edited during the match. */
export interface Card extends Readonly<CardRow> {
  readonly channel: Channel;
}

/** Older cards are not updated: their match has not changed for that long. */
export const CARD_ACTIVE_MS = 12 * HOUR;

const selectCards = (db: Db) =>
  db
    .selectFrom('cards')
    .innerJoin('channels', 'channels.id', 'cards.channelKey')
    .where('cards.closedAt', 'is', null)
    .selectAll('channels')
    .select(COLUMNS);

const cardOf = (row: Row<'channels'> & CardRow): Card => ({ ...row, channel: channelFromRow(row) });

/** The stale cards that are due at an instant, the least recently shown first. */
const staleCards = async (db: Db, now: Instant, limit: number): Promise<readonly Card[]> => {
  const rows = await selectCards(db)
    .innerJoin('matches', 'matches.id', 'cards.matchId')
    // The post of a start becomes the card: no second message while that post is in flight.
    .where((eb) =>
      eb.or([
        eb('cards.messageId', 'is not', null),
        eb.not(
          eb.exists(
            eb
              .selectFrom('events')
              .select('events.id')
              .whereRef('events.matchId', '=', 'cards.matchId')
              .where('events.kind', '=', 'start')
              .where('events.doneAt', 'is', null),
          ),
        ),
      ]),
    )
    .where('matches.changedAt', '>', now - CARD_ACTIVE_MS)
    .whereRef('cards.shownRev', '<', 'matches.rev')
    .where('cards.dueAt', '<=', now)
    .where('channels.brokenAt', 'is', null)
    .where('channels.pausedAt', 'is', null)
    .where('channels.leftAt', 'is', null)
    .orderBy('cards.shownAt')
    .limit(limit)
    .execute();
  return rows.map(cardOf);
};

/**
 * The cards that are due at an instant, and when the next postponed one is due; null when none is
 * postponed.
 */
export const dueCards = async (
  db: Db,
  now: Instant,
  limit: number,
): Promise<{ readonly due: readonly Card[]; readonly nextAt: Instant | null }> => ({
  due: await staleCards(db, now, limit),
  nextAt: await nextDueIn(db, 'cards', now),
});

export type CardKey = Readonly<Pick<Row<'cards'>, 'matchId' | 'channelKey'>>;

export const cardKey = ({ matchId, channel }: Pick<Card, 'matchId' | 'channel'>): CardKey => ({
  matchId,
  channelKey: channel.key,
});

/** The current state of a card; undefined when the channel has none for the match, or it was deleted. */
export const findCard = async (
  db: Db,
  { matchId, channelKey }: CardKey,
): Promise<Card | undefined> => {
  const row = await selectCards(db)
    .where('cards.matchId', '=', matchId)
    .where('cards.channelKey', '=', channelKey)
    .executeTakeFirst();
  return row === undefined ? undefined : cardOf(row);
};

/**
 * Opens a card in every channel, or in one, that follows one of the targets, wants live cards and has
 * none for the match; the card loop posts it without a ping, in its current state.
 */
export const createCards = async (
  db: Db,
  matchId: number,
  targets: readonly FollowTarget[],
  now: Instant,
  channelKey?: number,
): Promise<void> => {
  await db
    .insertInto('cards')
    .columns(['matchId', 'channelKey', 'openedAt'])
    .expression((eb) =>
      eb
        .selectFrom('follows')
        .innerJoin('channels', 'channels.id', 'follows.channelKey')
        // PostgreSQL takes an untyped parameter in a select as text.
        .select([
          eb.cast<number>(eb.val(matchId), 'bigint').as('matchId'),
          'follows.channelKey',
          eb.cast<number>(eb.val(now), 'bigint').as('openedAt'),
        ])
        .distinct()
        .where(deliveringFollows(targets, bitOf('card')))
        .where(sql<number>`channels.types & ${sql.lit(bitOf('card'))}`, '!=', 0)
        .where('channels.leftAt', 'is', null)
        .$if(channelKey !== undefined, (query) =>
          query.where('follows.channelKey', '=', channelKey ?? 0),
        ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Opens the card of a match in one channel, unless it exists. */
export const createCard = async (
  db: Db,
  { matchId, channelKey }: CardKey,
  now: Instant,
): Promise<void> => {
  await db
    .insertInto('cards')
    .values({ matchId, channelKey, openedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};
