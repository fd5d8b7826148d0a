import { LRUCache } from 'lru-cache';
import type { Instant } from '../../domain/terms.ts';
import { createLimiters, nextRunInMs } from '../../lib/limiter.ts';
import { startLoop, type Loop } from '../../lib/loop.ts';
import { DAY, MINUTE } from '../../lib/time.ts';
import {
  changeDelivery,
  postponePost,
  recordDelivery,
  type PendingDelivery,
  NEVER_CORRECT,
  recordRevisionShown,
} from '../../store/outbox/deliveries.ts';
import { duePosts } from '../../store/outbox/due-posts.ts';
import { recordPingsUpTo, type UnfinishedPings } from '../../store/outbox/pings.ts';
import type { DeliveryOptions, DeliverySignals } from '../delivery/delivery.ts';
import { withImage, type MessageBody } from '../../render/message.ts';
import { postBody } from './post-body.ts';
import { pingOthers } from './ping-others.ts';
import { createTitleFiles, isFinal, titleIn } from './title-picture.ts';
import {
  withBackoff,
  threadOutcome,
  classifyResponse,
  isForLater,
  isGone,
  recordFailure,
} from '../delivery/response-classification.ts';
import type { SendPost } from './send.ts';
import { SEND_PRIORITIES, type SendOutcome, type SendPriority } from '../delivery/sender.ts';
import type { Db } from '../../store/connection/database.ts';
import { writeWithRetry } from '../../store/connection/with-retry.ts';
import { audiencesOf, isRecipient, maskOfEvent } from '../../store/members/audiences.ts';
import { findOutboxEvent } from '../../store/outbox/events.ts';
import { hasBegun, lacksTimes } from '../delivery/day-matches.ts';
import { recipientsOf, subjectOf } from '../delivery/subject.ts';
import { deliverableFrom } from './delivery-policy.ts';

const IN_FLIGHT = 64;

/** How often a day without all its times is looked at again. */
const TIMES_AGAIN_MS = 15 * MINUTE;

/** Channels in which the bot may attach nothing: asking again counts against it at Discord. */
const FILELESS = { max: 10_000, ttl: DAY } as const;

/** Whether the files of a message may be why Discord refuses it. */
const isAboutFiles = (sent: SendOutcome): boolean =>
  sent.kind === 'refused'
    ? sent.reason === 'missing-permissions'
    : sent.kind === 'declined' || sent.kind === 'rejected';

/** Retries deliveries that are due, corrects revised posts, and pings members who did not fit into the post itself. */
export const startRetries = (
  options: DeliveryOptions,
  send: SendPost,
  signals: DeliverySignals,
  onError: (error: unknown) => void,
): Loop => {
  const { db, now, log } = options;
  const limiterOf = createLimiters({
    capacity: IN_FLIGHT,
    wake: () => signals.emit('retries'),
    onError: (error, name) => {
      log.error({ err: error, delivery: name }, 'retry of a delivery failed');
    },
  });

  const retry = async (pending: PendingDelivery): Promise<void> => {
    const restored = await restoreDelivery(db, pending);
    if (restored?.isStillWanted === true) await send(restored.delivery);
    else {
      const given =
        restored === undefined
          ? ({ outcome: 'failed', reason: 'removed' } as const)
          : ({ outcome: 'suppressed', reason: 'unfollowed' } as const);
      await recordDelivery(db, pending, given, now());
    }
  };

  const ping = async (unfinished: UnfinishedPings): Promise<void> => {
    const restored = await restoreDelivery(db, unfinished);
    if (restored?.isStillWanted !== true) await recordPingsUpTo(db, unfinished, null);
    else await pingOthers(options, restored.delivery, unfinished);
  };

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
      (each) => {
        const postpone = (dueAt: Instant, attempts: number): Promise<void> =>
          postponePost(db, each, dueAt, attempts);
        return withBackoff({ now, attempts: each.attempts, postpone }, () => act(each));
      },
      signal,
    );

  const correct = createCorrector(options);

  /** When the next delivery is due; the loop runs again by then. */
  let nextAt: Instant = Infinity;

  const loop = startLoop({
    onError,
    run: async (signal) => {
      nextAt = Infinity;
      limiterOf(SEND_PRIORITIES.other).reading();
      const due = await duePosts(db, now(), Object.values(SEND_PRIORITIES), 2 * IN_FLIGHT);
      const fitting = due.retries.map((each) => launch(each.priority, each.due, retry, signal));
      fitting.push(launch(SEND_PRIORITIES.other, due.corrections, correct, signal));
      fitting.push(launch(SEND_PRIORITIES.other, due.pings, ping, signal));
      nextAt = Math.min(nextAt, due.nextAt ?? Infinity);
      return nextRunInMs(due.nextAt === null ? null : due.nextAt - now(), fitting.includes(false));
    },
  });

  signals.on('retries', loop.wake);
  signals.on('scheduled', (dueAt) => {
    if (dueAt >= nextAt) return;
    nextAt = dueAt;
    loop.wake();
  });
  return loop;
};

/** Edits posts so that they show the newest revision of their news. */
const createCorrector = (options: DeliveryOptions) => {
  const { db, sender, now } = options;
  const titleFile = createTitleFiles(db, options.draw);
  const fileless = new LRUCache<number, true>(FILELESS);

  return async (pending: PendingDelivery): Promise<void> => {
    const restored = await restoreDelivery(db, pending);
    if (restored === undefined) {
      await recordRevisionShown(db, pending, NEVER_CORRECT);
      return;
    }
    const { delivery } = restored;
    const { outbox, audience, subject } = delivery;
    const { messageId, targetId } = pending;
    // The start post is the live card, which is kept up to date by itself. Of a day no edit tells what has begun.
    if (messageId === null || outbox.event.kind === 'start' || hasBegun(subject)) {
      await recordRevisionShown(db, pending, outbox.rev);
      return;
    }
    // A correction keeps the spoiler delay, as what it corrects did.
    const from = lacksTimes(subject) ? now() + TIMES_AGAIN_MS : deliverableFrom(delivery);
    if (from > now()) {
      await postponePost(db, pending, from, pending.attempts);
      return;
    }
    const { channel } = audience;
    const isFinalResult =
      outbox.event.kind === 'result' && subject.kind === 'match' && isFinal(subject.held);
    const title = titleIn(delivery);
    // Drawn before the turn, which others wait for.
    const picture =
      title === null || fileless.has(channel.key) ? null : await titleFile(title, delivery);
    await sender.inTurn(channel.discordId, SEND_PRIORITIES.other, async (writer) => {
      const body = await postBody(options, delivery);
      const edited = async (shown: MessageBody): Promise<SendOutcome> =>
        targetId === null
          ? await writer.edit(messageId, shown)
          : threadOutcome(await writer.within(targetId).edit(messageId, shown));
      const illustrated = await edited(isFinalResult ? withImage(body, picture) : body);
      // The bot may write there, but attach nothing: what it says matters more.
      const isRefused = picture !== null && isAboutFiles(illustrated);
      if (isRefused) fileless.set(channel.key, true);
      const sent = isRefused ? await edited(withImage(body, null)) : illustrated;
      await writeWithRetry(async () => {
        const response = classifyResponse(sent, now(), pending.attempts);
        await recordFailure(options, { channel, what: 'a correction', of: outbox.key }, response);
        if (isGone(response)) await changeDelivery(db, pending, { messageId: null });
        if (isForLater(response))
          await postponePost(db, pending, response.dueAt, response.attempts);
        // In a broken channel it stays stale: it is corrected when that can be written to again.
        else if (response.outcome !== 'pending') await recordRevisionShown(db, pending, outbox.rev);
      });
    });
  };
};

/** What a pending delivery was about, as it stands now; undefined when something of it is gone for good. */
const restoreDelivery = async (db: Db, pending: PendingDelivery) => {
  const outbox = await findOutboxEvent(db, pending.eventId);
  const subject = outbox === undefined ? null : await subjectOf(db, outbox.event);
  if (outbox === undefined || subject === null) return undefined;
  const { event } = outbox;
  const recipients = await recipientsOf(db, event, subject);
  const [audience] = await audiencesOf(db, recipients, event, [pending.channelKey]);
  if (audience === undefined) return undefined;
  return {
    delivery: { ...pending, outbox, subject, audience, mayWait: true, isRetry: true },
    isStillWanted: await isRecipient(db, recipients, maskOfEvent(event), audience.channel),
  };
};
