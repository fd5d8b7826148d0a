import { quietUntil } from '../domain/quiet-hours.ts';
import type { Instant } from '../domain/terms.ts';
import type { Tx } from '../store/database.ts';
import { keepUntil, recordDelivery } from '../store/deliveries.ts';
import { finishedEvent } from '../store/events.ts';
import { keepTogether } from '../store/missed.ts';
import { deliveryKey, type DeliveryOf } from './delivery.ts';
import { LANES } from './sender.ts';

/** How long what was kept in quiet hours is worth telling after them. */
const MISSED_LASTS = 6 * 60 * 60_000;

/**
 * What is not told in quiet hours is told when they are over, in one post: it is noted for which
 * night it is kept, and that post waits for the end of the night. Also where one of the same night
 * was told already, since somebody had ended the quiet hours for a moment.
 */
export const keepForMorning = async (tx: Tx, delivery: DeliveryOf, now: Instant): Promise<void> => {
  const { key, settings } = delivery.audience.channel;
  const until = quietUntil(settings.quietHours, settings.timeZone, now);
  if (until === null) return;
  await keepUntil(tx, deliveryKey(delivery), until);
  await keepTogether(tx, { channelKey: key, until });
  const event = { kind: 'missed', channelKey: key, until } as const;
  const news = { event, lane: LANES.other, expiresAt: until + MISSED_LASTS };
  await recordDelivery(
    tx,
    { eventId: await finishedEvent(tx, news, now), channelKey: key },
    { outcome: 'parked', reason: 'quiet-hours', dueAt: until, attempts: 0 },
    now,
  );
};
