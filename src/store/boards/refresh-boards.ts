import type { Instant } from '../../domain/terms.ts';
import { MINUTE } from '../../lib/time.ts';
import type { Db } from '../connection/schema.ts';

/** A board is edited once in this time at most, and checked as often. */
export const BOARD_INTERVAL_MS = MINUTE;

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
