import type { DeliveryReason } from '../../domain/alerts/delivery-reasons.ts';
import type { Instant } from '../../domain/terms.ts';
import type { Db } from '../connection/schema.ts';

/** Reasons to wait that a channel chose. Every other parked delivery retries after a failure. */
export const WAITS_BY_CHOICE = [
  'delay',
  'quiet-hours',
  'paused',
  'in-order',
] as const satisfies DeliveryReason[];

type ChosenWait = (typeof WAITS_BY_CHOICE)[number];

/** Waits that a new choice can end. `in-order` waits for another post of its match and goes with it. */
const BY_CHOICE = ['delay', 'quiet-hours', 'paused'] as const satisfies ChosenWait[];

/** Makes parked deliveries due now, in a channel that can be written to again. */
export const retryParkedNow = async (db: Db, channelKey: number, now: Instant): Promise<void> => {
  await parkedIn(db, channelKey)
    .set({ due_at: now })
    .where('reason', 'not in', BY_CHOICE)
    .execute();
};

/** Makes deliveries that wait by the channel's choice due for a check: its settings have changed. */
export const recheckChosenWaits = async (
  db: Db,
  channelKey: number,
  now: Instant,
): Promise<void> => {
  await parkedIn(db, channelKey)
    .set({ due_at: now })
    .where('reason', 'in', [...BY_CHOICE, 'in-order'] satisfies ChosenWait[])
    .execute();
};

const parkedIn = (db: Db, channelKey: number) =>
  db.updateTable('deliveries').where('channel_id', '=', channelKey).where('outcome', '=', 'parked');
