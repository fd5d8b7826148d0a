import { audiencesOf, isRecipient, maskOfEvent } from '../../store/members/audiences.ts';
import type { PendingDelivery } from '../../store/outbox/deliveries.ts';
import { findEvents } from '../../store/outbox/events.ts';
import type { Delivery, DeliveryOptions } from '../delivery/delivery.ts';
import { recipientsOf, subjectOf } from '../delivery/subject.ts';

/** A delivery that is taken up again, as it stands now. */
interface RestoredDelivery {
  readonly delivery: Delivery;
  readonly isStillWanted: boolean;
}

/** What a pending delivery was about; undefined when something of it is gone for good. */
export const restoreDelivery = async (
  { db }: Pick<DeliveryOptions, 'db'>,
  pending: PendingDelivery,
): Promise<RestoredDelivery | undefined> => {
  const outbox = (await findEvents(db, [pending.eventId])).get(pending.eventId);
  const subject = outbox === undefined ? null : await subjectOf(db, outbox.event);
  if (outbox !== undefined && subject !== null) {
    const recipients = await recipientsOf(db, outbox.event, subject);
    const { event } = outbox;
    const [audience] = await audiencesOf(db, recipients, event, [pending.channelKey]);
    if (audience !== undefined) {
      const isStillWanted = await isRecipient(db, recipients, maskOfEvent(event), audience.channel);
      const { attempts, triedDigests } = pending;
      const delivery = {
        outbox,
        subject,
        audience,
        attempts,
        triedDigests,
        mayWait: true,
        isRetry: true,
      };
      return { delivery, isStillWanted };
    }
  }
  return undefined;
};
