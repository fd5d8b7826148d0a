import { sql } from 'kysely';
import type { Instant } from '../../domain/terms.ts';
import { MINUTE } from '../../lib/time.ts';
import { CARD_ACTIVE_MS } from './cards.ts';
import type { Db } from '../connection/schema.ts';

/** Makes a card stale. The counter keeps an edit in flight from marking it as up to date. */
const REFRESHED = { shown_rev: 0, refreshes: sql<number>`refreshes + 1` };

/** A card below this many messages is reposted (alerts/kept/cards.ts). */
export const REPOST_AFTER_MESSAGES = 10;

/** Minimum time between two reposts, so that a busy conversation does not cause one after another. */
export const MIN_REPOST_INTERVAL_MS = 3 * MINUTE;

/**
 * Counts messages below the live cards of a channel.
 * @returns whether one of them is now far enough down to be reposted
 */
export const pushDownCards = async (
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
          .where('kind', '!=', 'forum'),
      )
      .where('match_id', 'in', (eb) =>
        eb.selectFrom('matches').select('id').where('phase', '=', 'playing'),
      );
  await own()
    .set((eb) => ({ messages_below: eb('messages_below', '+', count) }))
    .execute();
  const { numUpdatedRows } = await own()
    .set(REFRESHED)
    .where('messages_below', '>=', REPOST_AFTER_MESSAGES)
    .where('posted_at', '<', now - MIN_REPOST_INTERVAL_MS)
    // Only when the limit is reached: a card that is not reposted (quiet hours, a limit) would
    // otherwise be edited after every message.
    .where((eb) =>
      eb.or([
        eb('messages_below', '<', REPOST_AFTER_MESSAGES + count),
        eb('shown_at', '<', now - MIN_REPOST_INTERVAL_MS),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const refreshCards = async (db: Db, channelKey: number, now: Instant): Promise<void> => {
  await db
    .updateTable('cards')
    .set({ ...REFRESHED, due_at: 0 })
    .where('channel_id', '=', channelKey)
    .where('match_id', 'in', (eb) =>
      eb
        .selectFrom('matches')
        .select('id')
        .where('changed_at', '>', now - CARD_ACTIVE_MS),
    )
    .where('match_id', 'in', (eb) =>
      eb.selectFrom('matches').select('id').where('phase', '=', 'playing'),
    )
    .execute();
};

/**
 * Refreshes every card that was edited since an instant: an older edit may have arrived after that one.
 * @returns how many
 */
export const refreshCardsShownSince = async (db: Db, since: Instant): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('cards')
    .set({ ...REFRESHED, due_at: 0 })
    .where('message_id', 'is not', null)
    .where('closed_at', 'is', null)
    .where('shown_at', '>=', since)
    .executeTakeFirst();
  return Number(numUpdatedRows);
};
