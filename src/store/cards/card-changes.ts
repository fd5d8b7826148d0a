import { sql } from 'kysely';
import type { Instant } from '../../domain/terms.ts';
import { MINUTE } from '../../lib/time.ts';
import { CARD_ACTIVE_MS, type Card, type CardKey } from './cards.ts';
import { cardRow, changeKept, isPosting, storedMessageId, type Posting } from './kept-rows.ts';
import type { Db } from '../connection/schema.ts';

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
  messageId,
  postedAt: at,
  postingSince: null,
  shownRev: rev,
  shownAt: at,
  messagesBelow: 0,
  closedAt: null,
  dueAt: 0,
  attempts: 0,
});

const shownRev = ({ refreshes, rev }: PostedCard) =>
  refreshes === undefined ? {} : { shownRev: shownSince(refreshes, rev) };

/** Records a post that is the card from now on; it is stale if a refresh was requested meanwhile. */
export const recordCardPosted = async (
  db: Db,
  { matchId, channelKey }: CardKey,
  posted: PostedCard,
): Promise<void> => {
  const values = postedValues(posted);
  await db
    .insertInto('cards')
    .values({ matchId, channelKey, openedAt: posted.at, ...values })
    .onConflict((conflict) =>
      conflict.columns(['matchId', 'channelKey']).doUpdateSet({ ...values, ...shownRev(posted) }),
    )
    .execute();
};

/** A start's post that is the card stands in another message from now on, or in none. */
export const replaceStartPost = async (
  db: Db,
  { matchId, channelKey }: CardKey,
  replacedId: string | null,
  messageId: string | null,
): Promise<void> => {
  if (replacedId === null) return;
  await db
    .updateTable('deliveries')
    .set({ messageId })
    .where((eb) => eb.and({ channelKey, messageId: replacedId }))
    .where('eventId', 'in', (eb) =>
      eb.selectFrom('events').select('id').where('matchId', '=', matchId),
    )
    .execute();
};

/** The same of a card that was being posted. @returns false when another process has posted it */
export const completeCardPosting = async (
  db: Db,
  key: CardKey,
  posting: Posting,
  posted: PostedCard,
): Promise<boolean> => {
  const change = { ...postedValues(posted), ...shownRev(posted) };
  const isRecorded = await changeKept(db, cardRow(key), change, isPosting(posting));
  if (isRecorded) await replaceStartPost(db, key, posting.replacedId, posted.messageId);
  return isRecorded;
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
  changeKept(db, cardRow(key), {
    shownRev: shownSince(refreshes, rev),
    shownAt: at,
    dueAt: 0,
    attempts: 0,
  });

/** Closes the card of a message that somebody deleted, so that it is not posted again. */
export const closeCard = async (db: Db, key: CardKey, now: Instant): Promise<void> => {
  await replaceStartPost(db, key, await storedMessageId(db, cardRow(key)), null);
  await changeKept(db, cardRow(key), { closedAt: now, dueAt: 0 });
};

/** Schedules an update of the card at an instant; a longer backoff after a failure is kept. */
export const scheduleCard = (db: Db, key: CardKey, at: Instant): Promise<boolean> =>
  changeKept(db, cardRow(key), { dueAt: at }, sql<boolean>`due_at < ${at}`);

/** Deletes a card that is no longer wanted; it may be opened again. */
export const deleteCard = async (db: Db, key: CardKey): Promise<void> => {
  await db.deleteFrom('cards').where(cardRow(key).is).execute();
};

/** Makes a card stale. The counter keeps an edit in flight from marking it as up to date. */
const REFRESHED = { shownRev: 0, refreshes: sql<number>`refreshes + 1` };

/** A card below this many messages is reposted (alerts/kept/cards.ts). */
export const REPOST_AFTER_MESSAGES = 10;

/** Minimum time between two reposts, so that a busy conversation does not cause one after another. */
export const MIN_REPOST_INTERVAL_MS = 3 * MINUTE;

/**
 * Counts messages below the live cards of a channel.
 * @returns whether one of them is now far enough down to be reposted
 */
export const pushDownCards = async (
  db: Db,
  discordId: string,
  count: number,
  now: Instant,
): Promise<boolean> => {
  const own = () =>
    db
      .updateTable('cards')
      .where('messageId', 'is not', null)
      .where('closedAt', 'is', null)
      .where('channelKey', 'in', (eb) =>
        eb
          .selectFrom('channels')
          .select('id')
          .where('discordId', '=', discordId)
          .where('kind', '!=', 'forum'),
      )
      .where('matchId', 'in', (eb) =>
        eb.selectFrom('matches').select('id').where('phase', '=', 'playing'),
      );
  await own()
    .set((eb) => ({ messagesBelow: eb('messagesBelow', '+', count) }))
    .execute();
  const { numUpdatedRows } = await own()
    .set(REFRESHED)
    .where('messagesBelow', '>=', REPOST_AFTER_MESSAGES)
    .where('postedAt', '<', now - MIN_REPOST_INTERVAL_MS)
    // Only when the limit is reached: a card that is not reposted (quiet hours, a limit) would
    // otherwise be edited after every message.
    .where((eb) =>
      eb.or([
        eb('messagesBelow', '<', REPOST_AFTER_MESSAGES + count),
        eb('shownAt', '<', now - MIN_REPOST_INTERVAL_MS),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const refreshCards = async (db: Db, channelKey: number, now: Instant): Promise<void> => {
  await db
    .updateTable('cards')
    .set({ ...REFRESHED, dueAt: 0 })
    .where('channelKey', '=', channelKey)
    .where('matchId', 'in', (eb) =>
      eb
        .selectFrom('matches')
        .select('id')
        .where('changedAt', '>', now - CARD_ACTIVE_MS),
    )
    .where('matchId', 'in', (eb) =>
      eb.selectFrom('matches').select('id').where('phase', '=', 'playing'),
    )
    .execute();
};

/**
 * Refreshes every card that was edited since an instant: an older edit may have arrived after that one.
 * @returns how many
 */
export const refreshCardsShownSince = async (db: Db, since: Instant): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('cards')
    .set({ ...REFRESHED, dueAt: 0 })
    .where('messageId', 'is not', null)
    .where('closedAt', 'is', null)
    .where('shownAt', '>=', since)
    .executeTakeFirst();
  return Number(numUpdatedRows);
};
