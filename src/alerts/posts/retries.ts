import type { Instant } from '../../domain/terms.ts';
import { createLimiters, nextRunInMs } from '../../lib/limiter.ts';
import { startLoop, type Loop } from '../../lib/loop.ts';
import {
  postponePost,
  recordDelivery,
  type PendingDelivery,
  NEVER_CORRECT,
  recordRevisionShown,
} from '../../store/outbox/deliveries.ts';
import { duePosts } from '../../store/outbox/due-posts.ts';
import { recordPingsUpTo, type UnfinishedPings } from '../../store/outbox/pings.ts';
import { type DeliveryOptions, type DeliverySignals, type Delivery } from '../delivery/delivery.ts';
import { postBody } from './post-body.ts';
import { pingOthers } from './ping-others.ts';
import {
  withBackoff,
  threadOutcome,
  classifyResponse,
  recordFailure,
} from '../delivery/response-classification.ts';
import type { SendPost } from './send.ts';
import {
  SEND_PRIORITIES,
  type SendPriority,
  type ChannelWriter,
  type SendOutcome,
} from '../delivery/sender.ts';
import { writeWithRetry } from '../../store/connection/with-retry.ts';
import { audiencesOf, isRecipient, maskOfEvent } from '../../store/members/audiences.ts';
import { findEvents } from '../../store/outbox/events.ts';
import { recipientsOf, subjectOf } from '../delivery/subject.ts';
import { deliverableFrom } from './delivery-policy.ts';

const IN_FLIGHT = 64;

interface Retries extends Loop {
  readonly expect: (dueAt: Instant) => void;
}

/** Retries deliveries that are due, corrects revised posts, and pings members who did not fit into the post itself. */
export const startRetries = (
  options: DeliveryOptions,
  send: SendPost,
  signals: DeliverySignals,
  onError: (error: unknown) => void,
): Retries => {
  const { db, now, log } = options;
  const limiterOf = createLimiters({
    capacity: IN_FLIGHT,
    wake: () => signals.emit('retries'),
    onError: (error, name) => {
      log.error({ err: error, delivery: name }, 'retry of a delivery failed');
    },
  });

  const retry = async (pending: PendingDelivery): Promise<void> => {
    const restored = await restoreDelivery(options, pending);
    if (restored === undefined) {
      await recordDelivery(db, pending, { outcome: 'failed', reason: 'removed' }, now());
      return;
    }
    if (restored.isStillWanted) await send(restored.delivery);
    else {
      await recordDelivery(db, pending, { outcome: 'suppressed', reason: 'unfollowed' }, now());
    }
  };

  const correct = (pending: PendingDelivery): Promise<void> => correctPost(options, pending);

  const ping = async (unfinished: UnfinishedPings): Promise<void> => {
    const restored = await restoreDelivery(options, unfinished);
    if (restored?.isStillWanted !== true) {
      await recordPingsUpTo(db, unfinished, null);
      return;
    }
    await pingOthers(options, restored.delivery, unfinished);
  };

  const postponed =
    (pending: PendingDelivery) =>
    (dueAt: Instant, attempts: number): Promise<void> =>
      postponePost(db, pending, dueAt, attempts);

  /** @returns false when there was no capacity for one of them */
  const launch = <Pending extends PendingDelivery>(
    priority: SendPriority,
    all: readonly Pending[],
    act: (each: Pending) => Promise<void>,
    signal: AbortSignal,
  ): boolean =>
    limiterOf(priority).launchAll(
      all,
      ({ eventId, channelKey }) => `${eventId} ${channelKey}`,
      (each) =>
        withBackoff({ now, attempts: each.attempts, postpone: postponed(each) }, () => act(each)),
      signal,
    );

  /** When the next delivery is due; the loop runs again by then. */
  let nextAt: Instant = Infinity;

  const loop = startLoop({
    onError,
    run: async (signal) => {
      nextAt = Infinity;
      const due = await duePosts(db, now(), Object.values(SEND_PRIORITIES), 2 * IN_FLIGHT);
      const fitting = due.retries.map((each) => launch(each.priority, each.due, retry, signal));
      fitting.push(launch(SEND_PRIORITIES.other, due.corrections, correct, signal));
      fitting.push(launch(SEND_PRIORITIES.other, due.pings, ping, signal));
      nextAt = Math.min(nextAt, due.nextAt ?? Infinity);
      return nextRunInMs(due.nextAt === null ? null : due.nextAt - now(), fitting.includes(false));
    },
  });

  return {
    ...loop,
    expect: (dueAt) => {
      if (dueAt >= nextAt) return;
      nextAt = dueAt;
      loop.wake();
    },
  };
};

const correctPost = async (options: DeliveryOptions, pending: PendingDelivery): Promise<void> => {
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
  const body = await postBody(options.db, delivery);
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

interface RestoredDelivery {
  readonly delivery: Delivery;
  readonly isStillWanted: boolean;
}

/** What a pending delivery was about; undefined when something of it is gone for good. */
const restoreDelivery = async (
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
