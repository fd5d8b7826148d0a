import type { Instant } from '../domain/terms.ts';
import type { Db } from './schema.ts';

/** What a channel chose to wait for. Everything else that is parked waits for trouble to end. */
export const CHOSEN_WAITS = ['delay', 'quiet-hours', 'paused', 'in-order'] as const;

export type ChosenWait = (typeof CHOSEN_WAITS)[number];

/** What waits for a channel to work may be tried now: it can be written to again. */
export const releaseParked = async (db: Db, channelKey: number, now: Instant): Promise<void> => {
  await db
    .updateTable('deliveries')
    .set({ due_at: now })
    .where('channel_id', '=', channelKey)
    .where('outcome', '=', 'parked')
    .where('reason', 'not in', CHOSEN_WAITS)
    .execute();
};

/** What a channel chose to wait for is looked at anew: it may have chosen otherwise. */
export const reviewWaits = async (db: Db, channelKey: number, now: Instant): Promise<void> => {
  await db
    .updateTable('deliveries')
    .set({ due_at: now })
    .where('channel_id', '=', channelKey)
    .where('outcome', '=', 'parked')
    .where('reason', 'in', ['delay', 'quiet-hours', 'paused'] satisfies ChosenWait[])
    .execute();
};
