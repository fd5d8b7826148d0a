import { sql, type Expression, type SqlBool, type UpdateObject } from 'kysely';
import type { Instant } from '../../domain/terms.ts';
import type { Card, CardKey } from './cards.ts';
import type { Db, Tables } from '../connection/schema.ts';
import { isPostingSince, mayPost } from './posting.ts';

/** The card shows a revision, unless a refresh was requested after it was read. */
const shownSince = (refreshes: number, rev: number) =>
  sql<number>`case when cards.refreshes = ${refreshes} then ${rev} else 0 end`;

export interface PostedCard {
  readonly messageId: string;
  readonly rev: number;
  readonly at: Instant;
  /** The card's `refreshes` when the message was written; undefined without a card. */
  readonly refreshes?: number | undefined;
}

const postedValues = ({ messageId, rev, at }: PostedCard) => ({
  message_id: messageId,
  posted_at: at,
  posting_since: null,
  shown_rev: rev,
  shown_at: at,
  messages_below: 0,
  closed_at: null,
  due_at: 0,
  attempts: 0,
});

const shownRev = ({ refreshes, rev }: PostedCard) =>
  refreshes === undefined ? {} : { shown_rev: shownSince(refreshes, rev) };

/** Records a post that is the card from now on; it is stale if a refresh was requested meanwhile. */
export const recordCardPosted = async (
  db: Db,
  { matchId, channelKey }: CardKey,
  posted: PostedCard,
): Promise<void> => {
  const values = postedValues(posted);
  await db
    .insertInto('cards')
    .values({ match_id: matchId, channel_id: channelKey, opened_at: posted.at, ...values })
    .onConflict((conflict) =>
      conflict.columns(['match_id', 'channel_id']).doUpdateSet({ ...values, ...shownRev(posted) }),
    )
    .execute();
};

/** @returns whether the card was as expected, and is changed */
const changeCard = async (
  db: Db,
  { matchId, channelKey }: CardKey,
  change: UpdateObject<Tables, 'cards'>,
  expected: Expression<SqlBool> = sql<SqlBool>`true`,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('cards')
    .set(change)
    .where('match_id', '=', matchId)
    .where('channel_id', '=', channelKey)
    .where(expected)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/**
 * Records the revision that the message shows; the card stays stale if a refresh was requested
 * meanwhile: `refreshes` is of the time when the card was read.
 */
export const recordCardEdited = (
  db: Db,
  key: CardKey,
  { refreshes, rev, at }: Pick<PostedCard, 'rev' | 'at'> & Pick<Card, 'refreshes'>,
): Promise<boolean> =>
  changeCard(db, key, {
    shown_rev: shownSince(refreshes, rev),
    shown_at: at,
    due_at: 0,
    attempts: 0,
  });

/**
 * Records that a message is being sent which is to replace `messageId`, the one that the card was read
 * with.
 * @returns false when another process has posted, or is posting
 */
export const markCardPosting = (
  db: Db,
  key: CardKey,
  since: Instant,
  messageId: string | null,
): Promise<boolean> => changeCard(db, key, { posting_since: since }, mayPost(since, messageId));

/** Records that Discord has accepted no message of this attempt. */
export const clearCardPosting = (db: Db, key: CardKey, since: Instant): Promise<boolean> =>
  changeCard(db, key, { posting_since: null }, isPostingSince(since));

/** @returns false when another process has recorded the message of this attempt */
export const completeCardPosting = (
  db: Db,
  key: CardKey,
  since: Instant,
  posted: PostedCard,
): Promise<boolean> =>
  changeCard(db, key, { ...postedValues(posted), ...shownRev(posted) }, isPostingSince(since));

/** Closes the card of a message that somebody deleted, so that it is not posted again. */
export const closeCard = (db: Db, key: CardKey, now: Instant): Promise<boolean> =>
  changeCard(db, key, { closed_at: now });

/** Deletes a card that is no longer wanted; it may be opened again. */
export const deleteCard = async (db: Db, { matchId, channelKey }: CardKey): Promise<void> => {
  await db
    .deleteFrom('cards')
    .where('match_id', '=', matchId)
    .where('channel_id', '=', channelKey)
    .execute();
};

/** Schedules a retry at `dueAt` after a temporary failure. */
export const postponeCard = (
  db: Db,
  key: CardKey,
  dueAt: Instant,
  attempts: number,
): Promise<boolean> => changeCard(db, key, { due_at: dueAt, attempts });

/** Schedules an update of the card at an instant; a longer backoff after a failure is kept. */
export const scheduleCard = async (
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
