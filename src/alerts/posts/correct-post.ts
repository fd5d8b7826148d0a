import { writeWithRetry } from '../../store/connection/with-retry.ts';
import {
  NEVER_CORRECT,
  postponePost,
  recordRevisionShown,
  type PendingDelivery,
} from '../../store/outbox/deliveries.ts';
import { renderPost, type Delivery, type DeliveryOptions } from '../delivery/delivery.ts';
import {
  threadOutcome,
  classifyResponse,
  recordFailure,
} from '../delivery/response-classification.ts';
import { deliverableFrom } from './delivery-policy.ts';
import { restoreDelivery } from './restore-delivery.ts';
import { SEND_PRIORITIES, type ChannelWriter, type SendOutcome } from '../delivery/sender.ts';

/** Edits a post so that it shows the newest revision of its news. */
export const correctPost = async (
  options: DeliveryOptions,
  pending: PendingDelivery,
): Promise<void> => {
  const { db, sender, now } = options;
  const restored = await restoreDelivery(options, pending);
  if (restored === undefined) {
    await recordRevisionShown(db, pending, NEVER_CORRECT);
    return;
  }
  const { delivery } = restored;
  const { messageId } = pending;
  // The start post is the live card, which is kept up to date by itself.
  if (messageId === null || delivery.outbox.event.kind === 'start') {
    await recordRevisionShown(db, pending, delivery.outbox.rev);
    return;
  }
  // A correction keeps the spoiler delay, as what it corrects did.
  const dueAt = deliverableFrom(delivery);
  if (dueAt > now()) {
    await postponePost(db, pending, dueAt, pending.attempts);
    return;
  }
  await sender.inTurn(delivery.audience.channel.discordId, SEND_PRIORITIES.other, (writer) =>
    correctInTurn(options, delivery, { ...pending, messageId }, writer),
  );
};

const correctInTurn = async (
  options: DeliveryOptions,
  delivery: Delivery,
  pending: PendingDelivery & { readonly messageId: string },
  writer: ChannelWriter,
): Promise<void> => {
  const { messageId, targetId } = pending;
  const body = renderPost(delivery);
  const sent =
    targetId === null
      ? await writer.edit(messageId, body)
      : threadOutcome(await writer.within(targetId).edit(messageId, body));
  await writeWithRetry(() => noteCorrection(options, delivery, pending, sent));
};

const noteCorrection = async (
  options: DeliveryOptions,
  { outbox, audience }: Delivery,
  pending: PendingDelivery,
  sent: SendOutcome,
): Promise<void> => {
  const { db, now } = options;
  const response = classifyResponse(sent, now(), pending.attempts);
  const { channel } = audience;
  await recordFailure(options, { channel, what: 'a correction', of: outbox.key }, response);
  if (response.kind === 'later') {
    await postponePost(db, pending, response.dueAt, response.attempts);
  } else if (response.kind !== 'broken') {
    await recordRevisionShown(db, pending, outbox.rev);
  }
  // In a broken channel it stays stale: it is corrected when that can be written to again.
};
