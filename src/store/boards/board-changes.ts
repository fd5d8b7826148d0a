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

/** @returns false when another process has posted the board */
export const completeBoardPosting = (
  db: Db,
  discordId: string,
  posting: Posting,
  { messageId, shown, at }: PostedBoard,
): Promise<boolean> => {
  const change = {
    message_id: messageId,
    posted_at: at,
    posting_since: null,
    shown,
    shown_at: at,
    pinned_at: null,
    due_at: shown === '' ? 0 : at + BOARD_INTERVAL_MS,
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
  const change = { shown, shown_at: at, due_at: at + BOARD_INTERVAL_MS, attempts: 0 };
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
      ? { pinned_at: at, pin_refused_at: null, pin_refusal: null }
      : { pin_refused_at: at, pin_refusal: refusal };
  return changeKept(db, boardRow(discordId), change, isShownBy(messageId));
};

/** Forgets the board of a channel. */
export const deleteBoard = async (db: Db, discordId: string): Promise<void> => {
  await db.deleteFrom('boards').where('discord_id', '=', discordId).execute();
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
    .set({ due_at: dueAt, attempts: 0 })
    .where('discord_id', 'in', discordIds)
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
    .values(discordIds.map((discordId) => ({ discord_id: discordId, due_at: dueAt })))
    .onConflict((conflict) => conflict.column('discord_id').doUpdateSet({ due_at: dueAt }))
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
      due_at: eb('shown_at', '+', BOARD_INTERVAL_MS),
      pin_refused_at: null,
      attempts: 0,
    }))
    .where('discord_id', 'in', (eb) =>
      eb.selectFrom('channels').select('discord_id').where('id', '=', channelKey),
    )
    .execute();
};

/** Makes every board stale that was edited since an instant: an older edit may have arrived after that one. */
export const refreshBoardsShownSince = async (db: Db, since: Instant): Promise<void> => {
  await db
    .updateTable('boards')
    .set({ shown: '', due_at: 0 })
    .where('message_id', 'is not', null)
    .where('shown_at', '>=', since)
    .execute();
};
