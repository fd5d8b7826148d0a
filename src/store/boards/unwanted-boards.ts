import type { Instant } from '../../domain/terms.ts';
import { BOARD_KINDS, postingOf, type PostingBoard } from './boards.ts';
import type { Db, Row } from '../connection/schema.ts';

/** The board of a channel that no longer wants it, or of one that was removed. */
export interface UnwantedBoard {
  readonly discordId: string;
  /** Null once the alerts of its channel were removed. */
  readonly channelKey: number | null;
  readonly messageId: string | null;
  readonly posting: PostingBoard | null;
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
        eb('channels.kind', 'not in', BOARD_KINDS),
      ]),
    )
    .selectAll('boards')
    .select('channels.id as channel_key');

type UnwantedRow = Row<'boards'> & { readonly channel_key: number | null };

const unwantedOf = (row: UnwantedRow): UnwantedBoard => ({
  discordId: row.discord_id,
  channelKey: row.channel_key,
  messageId: row.message_id,
  posting: postingOf(row),
  attempts: row.attempts,
});

/** Boards to delete that are due at an instant, the longest due first. */
export const unwantedBoards = async (
  db: Db,
  now: Instant,
  limit: number,
): Promise<readonly UnwantedBoard[]> => {
  const query = selectUnwanted(db).where('due_at', '<=', now).orderBy('due_at').limit(limit);
  return (await query.execute()).map(unwantedOf);
};

/** The board to delete in a channel; undefined when there is none any more. */
export const findUnwantedBoard = async (
  db: Db,
  discordId: string,
): Promise<UnwantedBoard | undefined> => {
  const query = selectUnwanted(db).where('boards.discord_id', '=', discordId);
  const row = await query.executeTakeFirst();
  return row === undefined ? undefined : unwantedOf(row);
};
