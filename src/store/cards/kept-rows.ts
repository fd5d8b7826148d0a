import { sql, type Expression, type SqlBool, type UpdateObject } from 'kysely';
import type { Instant } from '../../domain/terms.ts';
import type { CardKey } from './cards.ts';
import type { Db, Tables } from '../connection/schema.ts';

/** The row of a message that stays in its channel and is kept current: of a live card, or of a board. */
export interface KeptRow {
  readonly table: 'cards' | 'boards';
  readonly is: Expression<SqlBool>;
}

export const cardRow = ({ matchId, channelKey }: CardKey): KeptRow => ({
  table: 'cards',
  is: sql<boolean>`match_id = ${matchId} and channel_key = ${channelKey}`,
});

export const boardRow = (discordId: string): KeptRow => ({
  table: 'boards',
  is: sql<boolean>`discord_id = ${discordId}`,
});

/**
 * Changes a row that is still as expected: a process that was frozen writes on when it wakes, though
 * another has posted meanwhile.
 * @returns whether it was as expected, and is changed
 */
export const changeKept = async (
  db: Db,
  { table, is }: KeptRow,
  change: UpdateObject<Tables, KeptRow['table']>,
  expected: Expression<SqlBool> = sql<boolean>`true`,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable(table)
    .set(change)
    .where(is)
    .where(expected)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const isShownBy = (messageId: string | null) =>
  sql<boolean>`message_id is not distinct from ${messageId}`;

/** A message that is being sent. */
export interface Posting {
  readonly since: Instant;
  /** The message that it is to replace, with which its row was read. */
  readonly replacedId: string | null;
}

export const isPosting = ({ since, replacedId }: Posting) =>
  sql<boolean>`posting_since = ${since} and ${isShownBy(replacedId)}`;

/**
 * Records that a message is being sent. The same process may record that again.
 * @param words the text of a board, which tells its message apart
 * @returns false when another process has posted, or is posting
 */
export const markPosting = (
  db: Db,
  row: KeptRow,
  { since, replacedId }: Posting,
  words?: string,
): Promise<boolean> =>
  changeKept(
    db,
    row,
    { postingSince: since, ...(words === undefined ? {} : { postingWords: words }) },
    sql<boolean>`(posting_since is null or posting_since = ${since}) and ${isShownBy(replacedId)}`,
  );

/** Records that Discord has accepted no message of this attempt. */
export const clearPosting = (db: Db, row: KeptRow, posting: Posting): Promise<boolean> =>
  changeKept(db, row, { postingSince: null }, isPosting(posting));

export const storedMessageId = async (db: Db, { table, is }: KeptRow): Promise<string | null> => {
  const row = await db.selectFrom(table).select('messageId').where(is).executeTakeFirst();
  return row?.messageId ?? null;
};

/** Schedules a try at `dueAt` of what cannot be written before. */
export const postponeKept = (
  db: Db,
  row: KeptRow,
  dueAt: Instant,
  attempts: number,
): Promise<boolean> => changeKept(db, row, { dueAt, attempts });
