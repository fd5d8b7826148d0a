import type { ChannelKind } from '../../domain/alerts/channel.ts';
import type { PinRefusal } from '../../domain/alerts/delivery-reasons.ts';
import type { Instant } from '../../domain/terms.ts';
import { channelFromRow, type Channel } from '../channels/channels.ts';
import type { Db, Row } from '../connection/schema.ts';

/** A message that Discord knows by its nonce only, which is made from the instant, or by its words. */
export interface PostingBoard {
  readonly since: Instant;
  readonly words: string;
}

/** The standing board: one message per channel that shows the day (../connection/schema.ts). */
export interface Board extends Readonly<
  Pick<Row<'boards'>, 'messageId' | 'postedAt' | 'shown' | 'pinnedAt' | 'pinRefusedAt' | 'attempts'>
> {
  readonly channel: Channel;
  /** The message that is being sent: Discord may have it already. */
  readonly posting: PostingBoard | null;
}

/**
 * Channels that may have a board. In a forum every message is a post of its own, and direct messages are no
 * place for one.
 */
export const BOARD_KINDS: readonly string[] = [
  'text',
  'announcement',
  'thread',
] satisfies ChannelKind[];

const selectWanted = (db: Db) =>
  db
    .selectFrom('channels')
    .leftJoin('boards', 'boards.discordId', 'channels.discordId')
    .where('channels.wantsBoard', '=', 1)
    .where('channels.kind', 'in', BOARD_KINDS)
    .where('channels.brokenAt', 'is', null)
    .where('channels.pausedAt', 'is', null)
    .where('channels.leftAt', 'is', null)
    .selectAll('channels')
    .select(['boards.messageId', 'boards.postedAt', 'boards.postingSince', 'boards.postingWords'])
    .select(['boards.shown', 'boards.pinnedAt', 'boards.pinRefusedAt', 'boards.attempts']);

type WantedRow = Awaited<ReturnType<ReturnType<typeof selectWanted>['executeTakeFirstOrThrow']>>;

/** The message that a row says is being sent. */
const postingOf = (row: Pick<WantedRow, 'postingSince' | 'postingWords'>): PostingBoard | null =>
  row.postingSince === null ? null : { since: row.postingSince, words: row.postingWords ?? '' };

const boardOf = (row: WantedRow): Board => ({
  ...row,
  channel: channelFromRow(row),
  posting: postingOf(row),
  shown: row.shown ?? '',
  attempts: row.attempts ?? 0,
});

/** The boards to check at an instant, the longest due first. */
export const dueBoards = async (db: Db, now: Instant, limit: number): Promise<readonly Board[]> => {
  const rows = await selectWanted(db)
    .where((eb) => eb(eb.fn.coalesce('boards.dueAt', eb.lit(0)), '<=', now))
    .orderBy((eb) => eb.fn.coalesce('boards.dueAt', eb.lit(0)))
    .limit(limit)
    .execute();
  return rows.map(boardOf);
};

/** The board of a channel now; undefined when none can be written there. */
export const findBoard = async (db: Db, key: number): Promise<Board | undefined> => {
  const row = await selectWanted(db).where('channels.id', '=', key).executeTakeFirst();
  return row === undefined ? undefined : boardOf(row);
};

/** Why the board of a channel is not pinned; null while it is, or before it was tried. */
export const pinRefusalIn = async (db: Db, discordId: string): Promise<PinRefusal | null> => {
  const row = await db
    .selectFrom('boards')
    .select('pinRefusal')
    .where('discordId', '=', discordId)
    .executeTakeFirst();
  return row?.pinRefusal ?? null;
};

/** The channels of a server whose board was not pinned for want of the permission. */
export const channelsWithoutPin = async (db: Db, guildId: string): Promise<readonly Board[]> => {
  const rows = await selectWanted(db)
    .where('channels.guildId', '=', guildId)
    .where('boards.pinRefusal', '=', 'missing-permissions' satisfies PinRefusal)
    .execute();
  return rows.map(boardOf);
};

/** Boards of channels that no longer want them, or were removed. */
const selectUnwanted = (db: Db) =>
  db
    .selectFrom('boards')
    .leftJoin('channels', 'channels.discordId', 'boards.discordId')
    .where((eb) =>
      eb.or([
        eb('channels.id', 'is', null),
        eb.and([eb('channels.wantsBoard', '=', 0), eb('channels.leftAt', 'is', null)]),
        eb('channels.kind', 'not in', BOARD_KINDS),
      ]),
    )
    .selectAll('boards');

const unwantedOf = (row: Row<'boards'>) => ({ ...row, posting: postingOf(row) });

export type UnwantedBoard = Readonly<ReturnType<typeof unwantedOf>>;

/** Boards to delete that are due at an instant, the longest due first. */
export const unwantedBoards = async (
  db: Db,
  now: Instant,
  limit: number,
): Promise<readonly UnwantedBoard[]> => {
  const query = selectUnwanted(db).where('dueAt', '<=', now).orderBy('dueAt').limit(limit);
  return (await query.execute()).map(unwantedOf);
};

/** The board to delete in a channel; undefined when there is none any more. */
export const findUnwantedBoard = async (
  db: Db,
  discordId: string,
): Promise<UnwantedBoard | undefined> => {
  const query = selectUnwanted(db).where('boards.discordId', '=', discordId);
  const row = await query.executeTakeFirst();
  return row === undefined ? undefined : unwantedOf(row);
};
