import type { Expression, SqlBool, UpdateObject } from 'kysely';
import type { PinRefusal } from '../../domain/alerts/delivery-reasons.ts';
import type { Instant } from '../../domain/terms.ts';
import type { PostingBoard } from './boards.ts';
import { BOARD_INTERVAL_MS } from './refresh-boards.ts';
import { isPostingSince, isShownBy, mayPost } from '../cards/posting.ts';
import type { Db, Tables } from '../connection/schema.ts';

/** @returns whether the board was as expected, and is changed */
const changeBoard = async (
  db: Db,
  discordId: string,
  expected: Expression<SqlBool>,
  change: UpdateObject<Tables, 'boards'>,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('boards')
    .set(change)
    .where('discord_id', '=', discordId)
    .where(expected)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/**
 * Records that a message is being sent which is to replace `messageId`, the one that the board was read
 * with. Its nonce is made of `since`: of what is marked twice, Discord takes one message.
 * @returns false when another process has posted, or is posting
 */
export const markBoardPosting = (
  db: Db,
  discordId: string,
  { since, words }: PostingBoard,
  messageId: string | null,
): Promise<boolean> => {
  const change = { posting_since: since, posting_words: words };
  return changeBoard(db, discordId, mayPost(since, messageId), change);
};

/** Records that Discord has accepted no message of this attempt. */
export const clearBoardPosting = (db: Db, discordId: string, since: Instant): Promise<boolean> => {
  const change = { posting_since: null, posting_words: null };
  return changeBoard(db, discordId, isPostingSince(since), change);
};

interface PostedBoard {
  readonly messageId: string;
  /** Empty when an earlier attempt may have posted something else. */
  readonly shown: string;
  readonly at: Instant;
}

/** @returns false when another process has recorded the message of this attempt */
export const completeBoardPosting = (
  db: Db,
  discordId: string,
  since: Instant,
  { messageId, shown, at }: PostedBoard,
): Promise<boolean> =>
  changeBoard(db, discordId, isPostingSince(since), {
    message_id: messageId,
    posted_at: at,
    posting_since: null,
    posting_words: null,
    shown,
    shown_at: at,
    pinned_at: null,
    due_at: shown === '' ? 0 : at + BOARD_INTERVAL_MS,
    attempts: 0,
  });

/** Records what the message of a board shows now. */
export const recordBoardEdited = (
  db: Db,
  discordId: string,
  { messageId, shown, at }: PostedBoard,
): Promise<boolean> => {
  const change = { shown, shown_at: at, due_at: at + BOARD_INTERVAL_MS, attempts: 0 };
  return changeBoard(db, discordId, isShownBy(messageId), change);
};

/** The message of a board is gone: it is posted anew. */
export const recordBoardGone = (db: Db, discordId: string, messageId: string): Promise<boolean> =>
  changeBoard(db, discordId, isShownBy(messageId), { shown: '' });

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
  return changeBoard(db, discordId, isShownBy(messageId), change);
};

/** Forgets the board of a channel. */
export const deleteBoard = async (db: Db, discordId: string): Promise<void> => {
  await db.deleteFrom('boards').where('discord_id', '=', discordId).execute();
};
