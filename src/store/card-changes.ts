import { sql, type UpdateObject } from 'kysely';
import type { Instant } from '../domain/terms.ts';
import type { Card, CardKey } from './cards.ts';
import type { Db, Tables } from './schema.ts';

/** The card shows a revision, unless it was asked to be rendered again since it was read. */
const shownSince = (refreshes: number, rev: number) =>
  sql<number>`case when cards.refreshes = ${refreshes} then ${rev} else 0 end`;

/** A message that has become the card of a match. */
export interface PostedCard {
  readonly messageId: string;
  /** The revision that it shows. */
  readonly rev: number;
  readonly at: Instant;
  /** How often the card was to be rendered again when the message was written; undefined without a card. */
  readonly refreshes?: number | undefined;
}

/** Notes a posted card; it is stale when it was to be shown anew meanwhile. */
export const cardPosted = async (
  db: Db,
  { matchId, channelKey }: CardKey,
  posted: PostedCard,
): Promise<void> => {
  const values = {
    message_id: posted.messageId,
    posted_at: posted.at,
    posting_since: null,
    shown_rev: posted.rev,
    shown_at: posted.at,
    buried: 0,
    closed_at: null,
    due_at: 0,
    attempts: 0,
  };
  await db
    .insertInto('cards')
    .values({ match_id: matchId, channel_id: channelKey, opened_at: posted.at, ...values })
    .onConflict((conflict) =>
      conflict.columns(['match_id', 'channel_id']).doUpdateSet({
        ...values,
        ...(posted.refreshes === undefined
          ? {}
          : { shown_rev: shownSince(posted.refreshes, posted.rev) }),
      }),
    )
    .execute();
};

const changeCard = async (
  db: Db,
  { matchId, channelKey }: CardKey,
  change: UpdateObject<Tables, 'cards'>,
): Promise<void> => {
  await db
    .updateTable('cards')
    .set(change)
    .where('match_id', '=', matchId)
    .where('channel_id', '=', channelKey)
    .execute();
};

/**
 * The message now shows a revision; the card stays stale when it was to be rendered again meanwhile.
 * @param shown `refreshes`: as the card was read before
 */
export const cardShown = (
  db: Db,
  key: CardKey,
  { refreshes, rev, at }: Pick<PostedCard, 'rev' | 'at'> & Pick<Card, 'refreshes'>,
): Promise<void> =>
  changeCard(db, key, {
    shown_rev: shownSince(refreshes, rev),
    shown_at: at,
    due_at: 0,
    attempts: 0,
  });

/** A message that is to become the card is sent now; null when Discord has taken none. */
export const cardOnItsWay = (db: Db, key: CardKey, since: Instant | null): Promise<void> =>
  changeCard(db, key, { posting_since: since });

/** Somebody deleted the message: the card is not forced back upon the channel. */
export const closeCard = (db: Db, key: CardKey, now: Instant): Promise<void> =>
  changeCard(db, key, { closed_at: now });

/** The card is not wanted, or not any more; it may be opened again. */
export const dropCard = async (db: Db, { matchId, channelKey }: CardKey): Promise<void> => {
  await db
    .deleteFrom('cards')
    .where('match_id', '=', matchId)
    .where('channel_id', '=', channelKey)
    .execute();
};

/** A temporary failure: not before `dueAt` again. */
export const postponeCard = (
  db: Db,
  key: CardKey,
  dueAt: Instant,
  attempts: number,
): Promise<void> => changeCard(db, key, { due_at: dueAt, attempts });

/** There is more to show at an instant; a longer rest after a failure is kept. */
export const lookAgainAt = async (
  db: Db,
  { matchId, channelKey }: CardKey,
  at: Instant,
): Promise<void> => {
  await db
    .updateTable('cards')
    .set({ due_at: at })
    .where('match_id', '=', matchId)
    .where('channel_id', '=', channelKey)
    .where('due_at', '<', at)
    .execute();
};
