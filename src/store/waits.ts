import type { DeliveryReason } from '../domain/delivery-reasons.ts';
import type { Instant } from '../domain/terms.ts';
import type { Db } from './schema.ts';

/** What a channel chose to wait for. Everything else that is parked waits for trouble to end. */
export const CHOSEN_WAITS = [
  'delay',
  'quiet-hours',
  'paused',
  'in-order',
] as const satisfies DeliveryReason[];

type ChosenWait = (typeof CHOSEN_WAITS)[number];

/** What ends by a new choice. What waits for another of its match (`in-order`) goes with that one. */
const BY_CHOICE = ['delay', 'quiet-hours', 'paused'] as const satisfies ChosenWait[];

/** What waits for a channel to work may be tried now: it can be written to again. */
export const releaseParked = async (db: Db, channelKey: number, now: Instant): Promise<void> => {
  await parkedIn(db, channelKey)
    .set({ due_at: now })
    .where('reason', 'not in', BY_CHOICE)
    .execute();
};

/** What a channel chose to wait for is looked at anew: it may have chosen otherwise. */
export const reviewWaits = async (db: Db, channelKey: number, now: Instant): Promise<void> => {
  await parkedIn(db, channelKey)
    .set({ due_at: now })
    .where('reason', 'in', [...BY_CHOICE, 'in-order'] satisfies ChosenWait[])
    .execute();
};

const parkedIn = (db: Db, channelKey: number) =>
  db.updateTable('deliveries').where('channel_id', '=', channelKey).where('outcome', '=', 'parked');
