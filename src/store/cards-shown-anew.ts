import { sql } from 'kysely';
import type { Instant } from '../domain/terms.ts';
import { MINUTE } from '../lib/time.ts';
import { ACTIVE_FOR } from './cards.ts';
import type { Db } from './schema.ts';

/** Has a card rendered again. Counted: what is on its way at this moment does not count as that. */
const SHOWN_ANEW = { shown_rev: 0, refreshes: sql<number>`refreshes + 1` };

/** From so many messages on a card is buried (alerts/cards/deliver-cards.ts). */
export const BURIED_BY = 10;

/** It is posted anew then, but not again and again in the rush of a conversation. */
export const ANCHORED_FOR = 3 * MINUTE;

/**
 * Counts messages below the live cards of a channel.
 * @returns whether one of them is buried now, and may be posted anew.
 */
export const buryCards = async (
  db: Db,
  discordId: string,
  count: number,
  now: Instant,
): Promise<boolean> => {
  const own = () =>
    db
      .updateTable('cards')
      .where('message_id', 'is not', null)
      .where('closed_at', 'is', null)
      .where('channel_id', 'in', (eb) =>
        eb
          .selectFrom('channels')
          .select('id')
          .where('discord_id', '=', discordId)
          .where('kind', '!=', 'forum')
          .where('reposts_cards', '=', 1),
      )
      .where('match_id', 'in', (eb) =>
        eb.selectFrom('matches').select('id').where('phase', '=', 'playing'),
      );
  await own()
    .set((eb) => ({ buried: eb('buried', '+', count) }))
    .execute();
  const { numUpdatedRows } = await own()
    .set(SHOWN_ANEW)
    .where('buried', '>=', BURIED_BY)
    .where('posted_at', '<', now - ANCHORED_FOR)
    // At once when it is buried; where it is not posted anew then (quiet hours, a limit) it would be
    // edited with every message.
    .where((eb) =>
      eb.or([eb('buried', '<', BURIED_BY + count), eb('shown_at', '<', now - ANCHORED_FOR)]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Looks anew at the cards of a channel: what it wants of them has changed. */
export const reviewCards = async (db: Db, channelKey: number, now: Instant): Promise<void> => {
  await db
    .updateTable('cards')
    .set({ ...SHOWN_ANEW, due_at: 0 })
    .where('channel_id', '=', channelKey)
    .where('match_id', 'in', (eb) =>
      eb
        .selectFrom('matches')
        .select('id')
        .where('changed_at', '>', now - ACTIVE_FOR),
    )
    .where('match_id', 'in', (eb) =>
      eb.selectFrom('matches').select('id').where('phase', '=', 'playing'),
    )
    .execute();
};

/**
 * Has every card shown anew that was shown since a moment: an older edit may have come after that.
 * @returns how many there are.
 */
export const showAgainSince = async (db: Db, since: Instant): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('cards')
    .set({ ...SHOWN_ANEW, due_at: 0 })
    .where('message_id', 'is not', null)
    .where('closed_at', 'is', null)
    .where('shown_at', '>=', since)
    .executeTakeFirst();
  return Number(numUpdatedRows);
};
