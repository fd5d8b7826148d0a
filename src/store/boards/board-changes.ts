import type { PinRefusal } from '../../domain/alerts/delivery-reasons.ts';
import type { Instant } from '../../domain/terms.ts';
import { MINUTE } from '../../lib/time.ts';
import { boardRow, changeKept, isPosting, isShownBy, type Posting } from '../cards/kept-rows.ts';
import type { Db } from '../connection/schema.ts';

/** A board is edited once in this time at most, and checked as often. */
export const BOARD_INTERVAL_MS = MINUTE;

interface PostedBoard {
  readonly messageId: string;
  /** Empty when an earlier attempt may have posted something else. */
  readonly shown: string;
  readonly at: Instant;
}

/** One that replaces another is pinned when that is deleted: it is due at once. @returns false when another process has posted it */
export const completeBoardPosting = (
  db: Db,
  discordId: string,
  posting: Posting,
  { messageId, shown, at }: PostedBoard,
): Promise<boolean> => {
  const change = {
    messageId,
    postedAt: at,
    postingSince: null,
    shown,
    shownAt: at,
    pinnedAt: null,
    dueAt: shown === '' || posting.replacedId !== null ? 0 : at + BOARD_INTERVAL_MS,
    attempts: 0,
  };
  return changeKept(db, boardRow(discordId), change, isPosting(posting));
};

/** Records what the message of a board shows now. */
export const recordBoardEdited = (
  db: Db,
  discordId: string,
  { messageId, shown, at }: PostedBoard,
): Promise<boolean> => {
  const change = { shown, shownAt: at, dueAt: at + BOARD_INTERVAL_MS, attempts: 0 };
  return changeKept(db, boardRow(discordId), change, isShownBy(messageId));
};

/** The message of a board is gone: it is posted anew. */
export const recordBoardGone = (db: Db, discordId: string, messageId: string): Promise<boolean> =>
  changeKept(db, boardRow(discordId), { shown: '' }, isShownBy(messageId));

/** Records when the message of a board was pinned, or that Discord refused to. */
export const recordBoardPin = (
  db: Db,
  discordId: string,
  messageId: string,
  at: Instant,
  refusal: PinRefusal | null,
): Promise<boolean> => {
  const change =
    refusal === null
      ? { pinnedAt: at, pinRefusedAt: null, pinRefusal: null }
      : { pinRefusedAt: at, pinRefusal: refusal };
  return changeKept(db, boardRow(discordId), change, isShownBy(messageId));
};

/** Forgets the board of a channel. */
export const deleteBoard = async (db: Db, discordId: string): Promise<void> => {
  await db.deleteFrom('boards').where('discordId', '=', discordId).execute();
};

/** Schedules the next check of boards that show what they should. */
export const postponeBoards = async (
  db: Db,
  discordIds: readonly string[],
  dueAt: Instant,
): Promise<void> => {
  if (discordIds.length === 0) return;
  await db
    .updateTable('boards')
    .set({ dueAt, attempts: 0 })
    .where('discordId', 'in', discordIds)
    .execute();
};

/** Takes boards, those too that are not posted yet: until `dueAt` they are not due again. */
export const claimBoards = async (
  db: Db,
  discordIds: readonly string[],
  dueAt: Instant,
): Promise<void> => {
  if (discordIds.length === 0) return;
  await db
    .insertInto('boards')
    .values(discordIds.map((discordId) => ({ discordId, dueAt })))
    .onConflict((conflict) => conflict.column('discordId').doUpdateSet({ dueAt }))
    .execute();
};

/**
 * A moderator changed something: the board is checked as soon as it may be edited, and pinned if it
 * may be.
 */
export const refreshBoard = async (db: Db, channelKey: number): Promise<void> => {
  await db
    .updateTable('boards')
    .set((eb) => ({
      dueAt: eb('shownAt', '+', BOARD_INTERVAL_MS),
      pinRefusedAt: null,
      attempts: 0,
    }))
    .where('discordId', 'in', (eb) =>
      eb.selectFrom('channels').select('discordId').where('id', '=', channelKey),
    )
    .execute();
};

/** Makes every board stale that was edited since an instant: an older edit may have arrived after that one. */
export const refreshBoardsShownSince = async (db: Db, since: Instant): Promise<void> => {
  await db
    .updateTable('boards')
    .set({ shown: '', dueAt: 0 })
    .where('messageId', 'is not', null)
    .where('shownAt', '>=', since)
    .execute();
};
