import { sql, type UpdateObject } from 'kysely';
import type { Instant } from '../domain/terms.ts';
import type { CardKey } from './cards.ts';
import type { Db, Tables } from './schema.ts';

/** The shown revision becomes `to`, unless the card was to be shown anew since it was `from`. */
const shownFrom = (from: number, to: number) =>
  sql<number>`case when cards.shown_rev = ${from} then ${to} else cards.shown_rev end`;

/** A message that has become the card of a match. */
export interface PostedCard {
  readonly messageId: string;
  /** The revision that it shows. */
  readonly rev: number;
  readonly at: Instant;
  /** The shown revision of the card when the message was written; undefined when there was none. */
  readonly from?: number | undefined;
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
        ...(posted.from === undefined ? {} : { shown_rev: shownFrom(posted.from, posted.rev) }),
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
 * The message now shows revision `to`; the card stays stale when it was to be shown anew meanwhile.
 * @param shown `from`: the shown revision of the card as it was read before
 */
export const cardShown = (
  db: Db,
  key: CardKey,
  { from, to, at }: { readonly from: number; readonly to: number; readonly at: Instant },
): Promise<void> =>
  changeCard(db, key, {
    shown_rev: shownFrom(from, to),
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
