import type { UpdateObject } from 'kysely';
import type { PinRefusal } from '../../domain/alerts/delivery-reasons.ts';
import type { Instant } from '../../domain/terms.ts';
import type { PostingBoard } from './boards.ts';
import { BOARD_INTERVAL_MS } from './refresh-boards.ts';
import type { Db, Row, Tables } from '../connection/schema.ts';

/**
 * What a board must still be for a change to count: a process that was frozen writes on when it wakes,
 * though another has posted meanwhile.
 */
type BoardPrecondition = Partial<
  Pick<Row<'boards'>, 'message_id' | 'posting_since' | 'replaced_id'>
>;

/** @returns whether the board was as expected, and is changed */
const changeBoard = async (
  db: Db,
  discordId: string,
  expected: BoardPrecondition,
  change: UpdateObject<Tables, 'boards'>,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('boards')
    .set(change)
    .where('discord_id', '=', discordId)
    .where((eb) => eb.and(expected))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/**
 * Records that a message is being sent which is to replace `messageId`, the one that the board was read
 * with. Its nonce is made of `since`: of what is marked twice, Discord takes one message.
 * @returns false when another process has posted, or is posting
 */
export const markBoardPosting = async (
  db: Db,
  discordId: string,
  { since, words }: PostingBoard,
  messageId: string | null,
): Promise<boolean> => {
  const change = { posting_since: since, posting_words: words };
  const marked = await db
    .insertInto('boards')
    .values({ discord_id: discordId, ...change })
    .onConflict((conflict) =>
      conflict
        .column('discord_id')
        .doUpdateSet(change)
        .where('boards.message_id', messageId === null ? 'is' : '=', messageId)
        .where((eb) =>
          eb.or([eb('boards.posting_since', 'is', null), eb('boards.posting_since', '=', since)]),
        ),
    )
    .returning('discord_id')
    .executeTakeFirst();
  return marked !== undefined;
};

/** Records that Discord has accepted no message of this attempt. */
export const clearBoardPosting = async (
  db: Db,
  discordId: string,
  { since }: PostingBoard,
): Promise<void> => {
  const change = { posting_since: null, posting_words: null };
  await changeBoard(db, discordId, { posting_since: since }, change);
};

interface PostedBoard {
  readonly posting: PostingBoard;
  readonly messageId: string;
  /** The message before, which is to be deleted. */
  readonly replacedId: string | null;
  /** Empty when an earlier attempt may have posted something else. */
  readonly shown: string;
  readonly at: Instant;
}

/** @returns false when another process has recorded the message of this attempt */
export const recordBoardPosted = (
  db: Db,
  discordId: string,
  { posting, messageId, replacedId, shown, at }: PostedBoard,
): Promise<boolean> =>
  changeBoard(
    db,
    discordId,
    { posting_since: posting.since },
    {
      message_id: messageId,
      posted_at: at,
      posting_since: null,
      posting_words: null,
      replaced_id: replacedId,
      shown,
      shown_at: at,
      pinned_at: null,
      due_at: shown === '' ? 0 : at + BOARD_INTERVAL_MS,
      attempts: 0,
    },
  );

/** Records what the message of a board shows now. */
export const recordBoardEdited = async (
  db: Db,
  discordId: string,
  { messageId, shown, at }: Pick<PostedBoard, 'messageId' | 'shown' | 'at'>,
): Promise<void> => {
  const change = { shown, shown_at: at, due_at: at + BOARD_INTERVAL_MS, attempts: 0 };
  await changeBoard(db, discordId, { message_id: messageId }, change);
};

/** The message of a board is gone: it is posted anew. */
export const recordBoardGone = async (
  db: Db,
  discordId: string,
  messageId: string,
): Promise<void> => {
  await changeBoard(db, discordId, { message_id: messageId }, { shown: '' });
};

/** The message that was replaced is deleted, or Discord keeps it. */
export const recordReplacedRemoved = async (
  db: Db,
  discordId: string,
  replacedId: string,
): Promise<void> => {
  await changeBoard(db, discordId, { replaced_id: replacedId }, { replaced_id: null });
};

/** Records when the message of a board was pinned, or that Discord refused to. */
export const recordBoardPin = async (
  db: Db,
  discordId: string,
  messageId: string,
  at: Instant,
  refusal: PinRefusal | null,
): Promise<void> => {
  const change =
    refusal === null
      ? { pinned_at: at, pin_refused_at: null, pin_refusal: null }
      : { pin_refused_at: at, pin_refusal: refusal };
  await changeBoard(db, discordId, { message_id: messageId }, change);
};

/** Forgets the board of a channel. */
export const deleteBoard = async (db: Db, discordId: string): Promise<void> => {
  await db.deleteFrom('boards').where('discord_id', '=', discordId).execute();
};
