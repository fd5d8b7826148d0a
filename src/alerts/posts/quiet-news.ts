import type { Instant } from '../../domain/terms.ts';
import type { Tx } from '../../store/database.ts';
import { keepForDigest, recordDelivery } from '../../store/deliveries.ts';
import { finishedEvent } from '../../store/events.ts';
import { mergeDigests } from '../../store/missed.ts';
import { deliveryKey, type DeliveryOf } from '../delivery.ts';
import { newsOf } from '../news.ts';

/**
 * What is not told in quiet hours is told when they are over, in one post: it is noted for which
 * night it is kept, and that post waits for the end of the night. Also where one of the same night
 * was told already, since somebody had ended the quiet hours for a moment.
 */
export const keepForMorning = async (
  tx: Tx,
  delivery: DeliveryOf,
  until: Instant,
  now: Instant,
): Promise<void> => {
  const { key } = delivery.audience.channel;
  await keepForDigest(tx, deliveryKey(delivery), until);
  await mergeDigests(tx, { channelKey: key, until });
  const news = newsOf({ kind: 'missed', channelKey: key, until }, until);
  await recordDelivery(
    tx,
    { eventId: await finishedEvent(tx, news, now), channelKey: key },
    { outcome: 'parked', reason: 'quiet-hours', dueAt: until, attempts: 0 },
    now,
  );
};
