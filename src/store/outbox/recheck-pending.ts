import type { DeliveryReason } from '../../domain/alerts/delivery-reasons.ts';
import type { Instant } from '../../domain/terms.ts';
import type { Db } from '../connection/schema.ts';

/** Reasons to wait that a channel chose. Every other pending delivery retries after a failure. */
export const SETTING_DELAYS = [
  'delay',
  'quiet-hours',
  'paused',
  'in-order',
] as const satisfies DeliveryReason[];

type SettingDelay = (typeof SETTING_DELAYS)[number];

/** Waits that a new choice can end. `in-order` waits for another post of its match and goes with it. */
const ENDED_BY_SETTING = ['delay', 'quiet-hours', 'paused'] as const satisfies SettingDelay[];

/** Makes pending deliveries due now, in a channel that can be written to again. */
export const retryPendingNow = async (db: Db, channelKey: number, now: Instant): Promise<void> => {
  await pendingIn(db, channelKey)
    .set({ dueAt: now })
    .where('reason', 'not in', ENDED_BY_SETTING)
    .execute();
};

/** Makes deliveries that wait by the channel's choice due for a check: its settings have changed. */
export const recheckDelayed = async (db: Db, channelKey: number, now: Instant): Promise<void> => {
  await pendingIn(db, channelKey)
    .set({ dueAt: now })
    .where('reason', 'in', [...ENDED_BY_SETTING, 'in-order'] satisfies SettingDelay[])
    .execute();
};

const pendingIn = (db: Db, channelKey: number) =>
  db.updateTable('deliveries').where((eb) => eb.and({ channelKey, outcome: 'pending' }));
