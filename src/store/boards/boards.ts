import type { UpdateObject } from 'kysely';
import type { ChannelKind } from '../../domain/alerts/channel.ts';
import type { PinRefusal } from '../../domain/alerts/delivery-reasons.ts';
import type { Instant } from '../../domain/terms.ts';
import { MINUTE } from '../../lib/time.ts';
import { channelFromRow, type Channel } from '../channels/channels.ts';
import type { Db, Row, Tables } from '../connection/schema.ts';

/** A message that Discord knows by its nonce only, which is made from the instant, or by its words. */
export interface PostingBoard {
  readonly since: Instant;
  readonly words: string;
}

/** The standing board: one message per channel that shows the day. */
export interface Board {
  readonly channel: Channel;
  /** Null until it is posted. */
  readonly messageId: string | null;
  readonly postedAt: Instant | null;
  /** The message that is being sent: Discord may have it already. */
  readonly posting: PostingBoard | null;
  /** The message that it replaced and that is to be deleted. */
  readonly replacedId: string | null;
  /** Digest of what the message shows; empty when it is to be edited whatever it shows. */
  readonly shown: string;
  readonly pinnedAt: Instant | null;
  readonly pinRefusedAt: Instant | null;
  readonly attempts: number;
}

/** A board is edited once in this time at most, and checked as often. */
export const BOARD_INTERVAL_MS = MINUTE;

/** In a forum every message is a post of its own, and a member's direct messages are no place for one. */
const KINDS: readonly string[] = ['text', 'announcement', 'thread'] satisfies ChannelKind[];

const selectWanted = (db: Db) =>
  db
    .selectFrom('channels')
    .leftJoin('boards', 'boards.discord_id', 'channels.discord_id')
    .where('channels.wants_board', '=', 1)
    .where('channels.kind', 'in', KINDS)
    .where('channels.broken_at', 'is', null)
    .where('channels.paused_at', 'is', null)
    .where('channels.left_at', 'is', null)
    .selectAll('channels')
    .select([
      'boards.message_id',
      'boards.posted_at',
      'boards.posting_since',
      'boards.posting_words',
      'boards.replaced_id',
      'boards.shown',
      'boards.pinned_at',
      'boards.pin_refused_at',
      'boards.attempts',
    ]);

type WantedRow = Awaited<ReturnType<ReturnType<typeof selectWanted>['executeTakeFirstOrThrow']>>;

const postingOf = (row: Pick<WantedRow, 'posting_since' | 'posting_words'>): PostingBoard | null =>
  row.posting_since === null ? null : { since: row.posting_since, words: row.posting_words ?? '' };

const boardOf = (row: WantedRow): Board => ({
  channel: channelFromRow(row),
  messageId: row.message_id,
  postedAt: row.posted_at,
  posting: postingOf(row),
  replacedId: row.replaced_id,
  shown: row.shown ?? '',
  pinnedAt: row.pinned_at,
  pinRefusedAt: row.pin_refused_at,
  attempts: row.attempts ?? 0,
});

/** The boards to check at an instant, the longest due first. */
export const dueBoards = async (db: Db, now: Instant, limit: number): Promise<readonly Board[]> => {
  const rows = await selectWanted(db)
    .where((eb) => eb(eb.fn.coalesce('boards.due_at', eb.lit(0)), '<=', now))
    .orderBy((eb) => eb.fn.coalesce('boards.due_at', eb.lit(0)))
    .limit(limit)
    .execute();
  return rows.map(boardOf);
};

/** When the next board is due after an instant; null without one. */
export const nextBoardDue = async (db: Db, now: Instant): Promise<Instant | null> => {
  const row = await db
    .selectFrom('boards')
    .select((eb) => eb.fn.min('due_at').as('due'))
    .where('due_at', '>', now)
    .executeTakeFirst();
  return row?.due ?? null;
};

/** The board of a channel now; undefined when none can be written there. */
export const findBoard = async (db: Db, key: number): Promise<Board | undefined> => {
  const row = await selectWanted(db).where('channels.id', '=', key).executeTakeFirst();
  return row === undefined ? undefined : boardOf(row);
};

/** The board of a channel that no longer wants it, or of one that was removed. */
export interface UnwantedBoard {
  readonly discordId: string;
  readonly messageId: string | null;
  readonly posting: PostingBoard | null;
  readonly replacedId: string | null;
  readonly attempts: number;
}

const selectUnwanted = (db: Db) =>
  db
    .selectFrom('boards')
    .leftJoin('channels', 'channels.discord_id', 'boards.discord_id')
    .where((eb) =>
      eb.or([
        eb('channels.id', 'is', null),
        eb.and([eb('channels.wants_board', '=', 0), eb('channels.left_at', 'is', null)]),
        eb('channels.kind', 'not in', KINDS),
      ]),
    )
    .selectAll('boards');

const unwantedOf = (row: Row<'boards'>): UnwantedBoard => ({
  discordId: row.discord_id,
  messageId: row.message_id,
  posting: postingOf(row),
  replacedId: row.replaced_id,
  attempts: row.attempts,
});

export const unwantedBoards = async (
  db: Db,
  now: Instant,
  limit: number,
): Promise<readonly UnwantedBoard[]> => {
  const query = selectUnwanted(db).where('due_at', '<=', now).orderBy('due_at').limit(limit);
  return (await query.execute()).map(unwantedOf);
};

export const findUnwantedBoard = async (
  db: Db,
  discordId: string,
): Promise<UnwantedBoard | undefined> => {
  const query = selectUnwanted(db).where('boards.discord_id', '=', discordId);
  const row = await query.executeTakeFirst();
  return row === undefined ? undefined : unwantedOf(row);
};

export const deleteBoard = async (db: Db, discordId: string): Promise<void> => {
  await db.deleteFrom('boards').where('discord_id', '=', discordId).execute();
};

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

/** Why the board of a channel is not pinned; null while it is, or before it was tried. */
export const pinRefusalIn = async (db: Db, discordId: string): Promise<PinRefusal | null> => {
  const row = await db
    .selectFrom('boards')
    .select('pin_refusal')
    .where('discord_id', '=', discordId)
    .executeTakeFirst();
  return row?.pin_refusal ?? null;
};

/** The channels of a server whose board was not pinned for want of the permission. */
export const channelsWithoutPin = async (db: Db, guildId: string): Promise<readonly Board[]> => {
  const rows = await selectWanted(db)
    .where('channels.guild_id', '=', guildId)
    .where('boards.pin_refusal', '=', 'missing-permissions' satisfies PinRefusal)
    .execute();
  return rows.map(boardOf);
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

/** Schedules a try at `dueAt` of a board that cannot be written before. */
export const postponeBoard = async (
  db: Db,
  discordId: string,
  dueAt: Instant,
  attempts: number,
): Promise<void> => {
  const later = { due_at: dueAt, attempts };
  await db
    .insertInto('boards')
    .values({ discord_id: discordId, ...later })
    .onConflict((conflict) => conflict.column('discord_id').doUpdateSet(later))
    .execute();
};

/** A moderator changed something: the board is checked as soon as it may be edited, and pinned if it may be. */
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
