import type { Instant } from '../domain/terms.ts';
import { createLanes } from '../lib/in-flight.ts';
import { startLoop, type Loop } from '../lib/loop.ts';
import { persistently } from '../store/persistently.ts';
import { Stopped } from '../lib/stopped.ts';
import { audiencesOf, isRecipient } from '../store/audiences.ts';
import {
  dueDeliveries,
  nextDeliveryDue,
  postponePost,
  recordDelivery,
  type PendingDelivery,
} from '../store/deliveries.ts';
import { pingedUpTo, unfinishedPings, type UnfinishedPings } from '../store/pings.ts';
import { postShown, stalePosts } from '../store/revisions.ts';
import { findEvents } from '../store/events.ts';
import { renderPost, retryAt, type Delivery, type DeliveryOptions } from './delivery.ts';
import { inThread, meaningOf, noteTrouble } from './meaning.ts';
import { laneOf } from './news.ts';
import { tellableFrom } from './obstacle.ts';
import { pingOthers } from './ping-others.ts';
import type { PostSender } from './send-post.ts';
import { LANES, type ChannelWriter, type Lane, type SendOutcome } from './sender.ts';
import { recipientsOf, subjectOf } from './subject.ts';

/** Retries and corrections on their way at once, in each lane. */
const IN_FLIGHT = 64;

interface Restored {
  readonly delivery: Delivery;
  /** Whether the channel still follows what it is about. */
  readonly isStillWanted: boolean;
}

export interface SecondTries extends Loop {
  /** Something was parked until an instant. */
  readonly expect: (dueAt: Instant) => void;
}

/**
 * What was sent, or tried, and has to be taken up again: deliveries parked until their time, posts
 * whose news was corrected, and those that ping more members than fit into one message.
 */
export const startSecondTries = (
  options: DeliveryOptions,
  posts: PostSender,
  onError: (error: unknown) => void,
): SecondTries => {
  const { db, sender, now, log } = options;
  const inLane = createLanes({
    max: IN_FLIGHT,
    wake: () => {
      loop.wake();
    },
    onError: (error, name) => {
      log.error({ err: error, delivery: name }, 'a second try went wrong');
    },
  });

  /** What a pending delivery was about; undefined, and settled, when something of it is gone. */
  const restore = async (pending: PendingDelivery): Promise<Restored | undefined> => {
    const readAt = now();
    const outbox = (await findEvents(db, [pending.eventId])).get(pending.eventId);
    const subject = outbox === undefined ? null : await subjectOf(db, outbox.event);
    if (outbox !== undefined && subject !== null) {
      const recipients = await recipientsOf(db, outbox.event, subject);
      const [audience] = await audiencesOf(db, recipients, [pending.channelKey]);
      if (audience !== undefined) {
        const isStillWanted = await isRecipient(db, recipients, audience.channel);
        const { attempts } = pending;
        const delivery = { outbox, subject, audience, readAt, attempts, mayWait: true };
        return { delivery, isStillWanted };
      }
    }
    await recordDelivery(db, pending, { outcome: 'failed', reason: 'removed' }, now());
    return undefined;
  };

  const retry = async (pending: PendingDelivery): Promise<void> => {
    const restored = await restore(pending);
    if (restored === undefined) return;
    // Whoever stopped following while it waited is not told any more.
    if (restored.isStillWanted) await posts.send(restored.delivery);
    else {
      await recordDelivery(db, pending, { outcome: 'suppressed', reason: 'unfollowed' }, now());
    }
  };

  const correct = async (pending: PendingDelivery): Promise<void> => {
    const restored = await restore(pending);
    if (restored === undefined) return;
    const { delivery } = restored;
    const { messageId } = pending;
    // The start post is the live card, which is kept up to date by itself.
    if (messageId === null || delivery.outbox.event.kind === 'start') {
      await postShown(db, pending, delivery.outbox.rev);
      return;
    }
    // A correction keeps the spoiler delay, as what it corrects did.
    const tellable = tellableFrom(delivery);
    if (tellable > now()) {
      await postponePost(db, pending, tellable, pending.attempts);
      return;
    }
    await sender.inTurn(delivery.audience.channel.discordId, LANES.other, (writer) =>
      correctInTurn(delivery, { ...pending, messageId }, writer),
    );
  };

  const correctInTurn = async (
    delivery: Delivery,
    pending: PendingDelivery & { readonly messageId: string },
    writer: ChannelWriter,
  ): Promise<void> => {
    const { messageId, targetId } = pending;
    const body = renderPost(delivery);
    const sent =
      targetId === null
        ? await writer.edit(messageId, body)
        : inThread(await writer.within(targetId).edit(messageId, body));
    await persistently(() => noteCorrection(delivery, pending, sent));
  };

  const noteCorrection = async (
    { outbox, audience }: Delivery,
    pending: PendingDelivery,
    sent: SendOutcome,
  ): Promise<void> => {
    const meaning = meaningOf(sent, now(), pending.attempts);
    const { channel } = audience;
    await noteTrouble(options, { channel, what: 'a correction', of: outbox.key }, meaning);
    if (meaning.kind === 'later') {
      await postponePost(db, pending, meaning.dueAt, meaning.attempts);
    } else if (meaning.kind !== 'broken') {
      await postShown(db, pending, outbox.rev);
    }
    // In a broken channel it stays stale: it is corrected when that can be written to again.
  };

  const ping = async (unfinished: UnfinishedPings): Promise<void> => {
    const restored = await restore(unfinished);
    if (restored === undefined) return;
    const { delivery, isStillWanted } = restored;
    if (!isStillWanted) {
      await pingedUpTo(db, unfinished, null);
      return;
    }
    const { outbox, audience } = delivery;
    await sender.inTurn(audience.channel.discordId, laneOf(outbox.lane), (writer) =>
      pingOthers(options, delivery, unfinished, writer),
    );
  };

  /** Whatever goes wrong with it, it is not taken up again without a rest. What was stopped was no try. */
  const rested = async <Pending extends PendingDelivery>(
    pending: Pending,
    act: (pending: Pending) => Promise<void>,
  ): Promise<void> => {
    try {
      await act(pending);
    } catch (error) {
      if (error instanceof Stopped) throw error;
      const attempts = pending.attempts + 1;
      await persistently(() => postponePost(db, pending, retryAt(now(), attempts), attempts));
      throw error;
    }
  };

  const launch = <Pending extends PendingDelivery>(
    lane: Lane,
    pending: Pending,
    act: (each: Pending) => Promise<void>,
    signal: AbortSignal,
  ): void => {
    const inFlight = inLane(lane);
    if (signal.aborted || inFlight.room() === 0) return;
    inFlight.launch(`${pending.eventId} ${pending.channelKey}`, () => rested(pending, act));
  };

  /** When this looks again by itself. */
  let nextAt: Instant = Infinity;

  const loop = startLoop({
    onError,
    run: async (signal) => {
      nextAt = Infinity;
      for (const lane of Object.values(LANES)) {
        const parked = await dueDeliveries(db, now(), 2 * IN_FLIGHT, lane);
        for (const pending of parked) launch(lane, pending, retry, signal);
      }
      const stale = await stalePosts(db, now(), IN_FLIGHT);
      for (const pending of stale) launch(LANES.other, pending, correct, signal);
      const pinging = await unfinishedPings(db, now(), IN_FLIGHT);
      for (const pending of pinging) launch(LANES.other, pending, ping, signal);
      const due = await nextDeliveryDue(db, now());
      nextAt = Math.min(nextAt, due ?? Infinity);
      return due === null ? null : due - now();
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
