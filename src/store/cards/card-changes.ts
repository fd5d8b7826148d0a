import { sql, type UpdateObject } from 'kysely';
import type { Instant } from '../../domain/terms.ts';
import type { Card, CardKey } from './cards.ts';
import type { Db, Tables } from '../connection/schema.ts';

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

/** Records a posted card; it is stale if a refresh was requested meanwhile. */
export const recordCardPosted = async (
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
    messages_below: 0,
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
 * Records the revision that the message shows; the card stays stale if a refresh was requested
 * meanwhile: `refreshes` is of the time when the card was read.
 */
export const recordCardEdited = (
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

/** Records since when the message of a card is being sent; null when Discord has accepted none. */
export const markCardPosting = (db: Db, key: CardKey, since: Instant | null): Promise<void> =>
  changeCard(db, key, { posting_since: since });

/** Closes the card of a message that somebody deleted, so that it is not posted again. */
export const closeCard = (db: Db, key: CardKey, now: Instant): Promise<void> =>
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
): Promise<void> => changeCard(db, key, { due_at: dueAt, attempts });

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
