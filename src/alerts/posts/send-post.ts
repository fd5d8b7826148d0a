import { eventKey, withoutLaterOutcome } from '../../domain/alerts/events.ts';
import { delayOf } from '../../domain/alerts/verdict.ts';
import type { AlertSubject } from '../../domain/alerts/subject.ts';
import type { Instant } from '../../domain/terms.ts';
import { channelByKey, type Channel } from '../../store/channels/channels.ts';
import {
  isDeliveryPending,
  recordDelivery,
  type DeliveryResult,
} from '../../store/outbox/deliveries.ts';
import type { OutboxEvent } from '../../store/outbox/events.ts';
import { postBody } from './post-body.ts';
import { createAfterPost } from './after-post.ts';
import type { DeleteMessage } from '../kept/deletions.ts';
import {
  cardKeyOf,
  deliveryKey,
  retryAt,
  type Delivery,
  type DeliveryOf,
  type DeliveryOptions,
  type DeliverySignals,
} from '../delivery/delivery.ts';
import { delayedSnapshot, subjectOf } from '../delivery/subject.ts';
import { sendPriorityOf, nonceOf, NONCE_KNOWN_FOR_MS } from '../ingest/news.ts';
import { deliverableFrom, policyOutcome, type PolicyOutcome } from './delivery-policy.ts';
import { lastInPost } from './ping-others.ts';
import { placeFor } from '../delivery/place.ts';
import { createPostRecorder, keepNewsForDigest } from './record-post.ts';
import type { ChannelWriter, PossibleMessage, PossibleForumPost } from '../delivery/sender.ts';
import { writePost, type PostAttempt } from '../delivery/write-post.ts';

interface Judged {
  readonly delivery: Delivery;
  /** What blocks it; null when nothing does. */
  readonly instead: PolicyOutcome | null;
}

/** Whether Discord may have what is never posted any more: an earlier try had no answer. */
const mayStand = ({ delivery, instead }: Judged): boolean =>
  instead?.outcome.outcome === 'suppressed' &&
  delivery.triedDigests.length > 0 &&
  delivery.audience.channel.broken === null;

/**
 * Sends posts: checks that nothing blocks them, waits for the channel's turn, checks again what may
 * have changed meanwhile, posts, and stores the outcome.
 */
export const createPostSender = (
  options: DeliveryOptions,
  deleteUnwanted: DeleteMessage,
  signals: DeliverySignals,
) => {
  const { db, sender, now } = options;
  const startedAt = now();
  const onOutcome = (outcome: DeliveryResult, priority: number): void => {
    options.onOutcome?.(outcome.outcome, priority);
    if (outcome.outcome === 'pending') signals.emit('scheduled', outcome.dueAt);
  };
  const record = createPostRecorder({ ...options, onOutcome });
  const afterPost = createAfterPost(options, deleteUnwanted, () => signals.emit('cards'));

  /** The delivery with its channel and its subject as they are stored now. */
  const renewed = async (delivery: Delivery): Promise<Delivery> => {
    const { outbox, audience } = delivery;
    const channel = (await channelByKey(db, audience.channel.key)) ?? audience.channel;
    const subject = (await subjectOf(db, outbox.event, delivery.subject)) ?? delivery.subject;
    return { ...delivery, audience: { ...audience, channel }, subject };
  };

  /** A subject as a channel with a spoiler delay may know it by now. */
  const subjectKnownIn = async (channel: Channel, subject: AlertSubject): Promise<AlertSubject> => {
    if (subject.kind === 'match') {
      // Undefined while the channel may know nothing: then the delivery waits for the delay, too.
      const { held = subject.held } = await delayedSnapshot(db, subject.held, channel, now());
      return { ...subject, held };
    }
    if (subject.kind !== 'matches' && subject.kind !== 'day') return subject;
    const snapshots = await Promise.all(
      subject.matches.map((held) => delayedSnapshot(db, held, channel, now())),
    );
    return { ...subject, matches: snapshots.flatMap(({ held }) => held ?? []) };
  };

  /** The delivery as its channel may know it by now, with what is stored instead of a post; null once it is done. */
  const judge = async (delivery: Delivery): Promise<Judged | null> => {
    if (delivery.isRetry && !(await isDeliveryPending(db, deliveryKey(delivery)))) return null;
    const subject = await subjectKnownIn(delivery.audience.channel, delivery.subject);
    const outbox = outboxKnownIn(delivery, now());
    const checked = { ...delivery, outbox, subject };
    return { delivery: checked, instead: await policyOutcome({ db, now }, checked) };
  };

  const keepBack = async (
    delivery: Delivery,
    { outcome, keptUntil }: PolicyOutcome,
  ): Promise<void> => {
    await db.transaction().execute(async (tx) => {
      await recordDelivery(tx, deliveryKey(delivery), outcome, now());
      if (keptUntil !== null) await keepNewsForDigest(tx, delivery, keptUntil, now());
    });
    onOutcome(outcome, delivery.outbox.priority);
    // The digest of the quiet hours is scheduled, too.
    if (keptUntil !== null) signals.emit('scheduled', keptUntil);
  };

  const write = async (delivery: Delivery, writer: ChannelWriter): Promise<PostAttempt> =>
    writePost(
      { db, writer },
      { key: cardKeyOf(delivery), place: await placeFor(db, delivery) },
      {
        body: await postBody(db, delivery),
        nonce: nonceOf(nameOf(delivery), delivery.audience.channel.discordId),
        lost: lostPost(delivery),
        forgotten: lostMessage(delivery),
      },
    );

  /** What Discord took without an answer, and what counts as posted, whatever keeps it back by now. */
  const find = async (delivery: Delivery, writer: ChannelWriter): Promise<PostAttempt | null> => {
    const { outbox, triedDigests } = delivery;
    const place = await placeFor(db, delivery);
    const at = place.threadId === null ? writer : writer.within(place.threadId);
    const sent = await at.find({ since: outbox.createdAt, digests: triedDigests });
    return sent === null ? null : { sent, place, text: '' };
  };

  /** Whether Discord may have taken an earlier try: a failed one, or one of the process before. */
  const mayBePosted = (delivery: Delivery): boolean =>
    delivery.attempts > 0 || deliverableFrom(delivery) < startedAt;

  /** The forum post that an earlier try may have opened. */
  const lostPost = ({ outbox, audience, attempts }: Delivery): PossibleForumPost | undefined =>
    attempts > 0 || outbox.createdAt <= startedAt
      ? { guildId: audience.channel.guildId, since: outbox.createdAt }
      : undefined;

  /** Discord recognises a message by its nonce for some minutes. */
  const lostMessage = ({ outbox, attempts, triedDigests }: Delivery): PossibleMessage | undefined =>
    attempts > 0 && now() - outbox.createdAt > NONCE_KNOWN_FOR_MS
      ? { since: outbox.createdAt, ...(triedDigests.length > 0 ? { digests: triedDigests } : {}) }
      : undefined;

  return {
    send: async (queued: Delivery): Promise<void> => {
      const first = await judge(queued);
      if (first === null) return;
      // A post that is held back does not wait for a turn.
      if (first.instead !== null && !mayStand(first)) {
        await keepBack(first.delivery, first.instead);
        return;
      }
      const { channel } = first.delivery.audience;
      await sender.inTurn(
        channel.discordId,
        sendPriorityOf(first.delivery.outbox.priority),
        async (writer) => {
          // The turn may come much later: the channel's settings and the match count as they are then.
          const judged = await judge(await renewed(first.delivery));
          if (judged === null) return;
          const { delivery, instead } = judged;
          const written =
            instead === null
              ? await write(delivery, writer)
              : mayStand(judged)
                ? await find(delivery, writer)
                : null;
          if (written === null) {
            if (instead !== null) await keepBack(delivery, instead);
            return;
          }
          const replacedMessageId = await record(delivery, written, mayBePosted(delivery));
          if (written.sent.kind !== 'sent') return;
          const { messageId } = written.sent;
          await afterPost({ delivery, messageId, place: written.place, replacedMessageId }, writer);
          if (lastInPost(delivery) !== null) signals.emit('scheduled', now());
        },
      );
    },
    /** Schedules a retry after an error of ours: nothing is lost, and nothing is retried in a tight loop. */
    retryLater: async (delivery: DeliveryOf & Pick<Delivery, 'attempts'>): Promise<void> => {
      const attempts = delivery.attempts + 1;
      const dueAt = retryAt(now(), attempts);
      const outcome = { outcome: 'pending', reason: 'error', dueAt, attempts } as const;
      await recordDelivery(db, deliveryKey(delivery), outcome, now());
      onOutcome(outcome, delivery.outbox.priority);
    },
  };
};

/**
 * The event as a channel with a spoiler delay may know it: what came of a moment is told by an edit,
 * when its own delay is over.
 */
const outboxKnownIn = ({ outbox, audience }: DeliveryOf, now: Instant): OutboxEvent => {
  const event = withoutLaterOutcome(outbox.event, now - delayOf(audience.channel.settings));
  if (event === outbox.event) return outbox;
  return { ...outbox, event, rev: outbox.rev - 1, revisedAt: null };
};

/**
 * What identifies a post: its event, whatever its key becomes when records are merged or a result is withdrawn,
 * and in which database. A second digest of the same quiet hours has other contents.
 */
const nameOf = ({ outbox: { id, createdAt }, subject }: Delivery): string => {
  const [first] = subject.kind === 'quiet-hours-digest' ? subject.news : [];
  return `event:${id}:${createdAt} ${first === undefined ? '' : eventKey(first.event)}`;
};

export type PostSender = ReturnType<typeof createPostSender>;
