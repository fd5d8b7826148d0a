import { eventKey, withoutLaterOutcome } from '../../domain/alerts/events.ts';
import { ALERT_TRAITS } from '../../domain/alerts/traits.ts';
import { delayOf } from '../../domain/alerts/verdict.ts';
import type { AlertSubject } from '../../domain/alerts/subject.ts';
import type { Instant } from '../../domain/terms.ts';
import { ShutdownError } from '../../lib/shutdown.ts';
import { channelByKey, type Channel } from '../../store/channels/channels.ts';
import { isDeliveryPending } from '../../store/outbox/deliveries.ts';
import type { OutboxEvent } from '../../store/outbox/events.ts';
import { findMatch } from '../../store/matches/matches.ts';
import {
  cardKeyOf,
  type Delivery,
  type DeliveryOf,
  type DeliveryOptions,
  type DeliverySignals,
} from '../delivery/delivery.ts';
import { placeFor } from '../delivery/place.ts';
import type { ChannelWriter, PossibleMessage, PossibleForumPost } from '../delivery/sender.ts';
import { delayedSnapshot, subjectOf } from '../delivery/subject.ts';
import { openThreadAt, writePost, type PostAttempt } from '../delivery/write-post.ts';
import { sendPriorityOf, nonceOf, NONCE_KNOWN_FOR_MS } from '../ingest/news.ts';
import { deliverableFrom, policyOutcome } from './delivery-policy.ts';
import { lastInPost } from './ping-others.ts';
import { postBody } from './post-body.ts';
import type { PostRecorder } from './record.ts';

/** Checks that nothing blocks a post, waits for the channel's turn, checks again, posts, and stores the outcome. */
export const createPostSender = (
  options: DeliveryOptions,
  record: PostRecorder,
  signals: DeliverySignals,
) => {
  const { db, sender, now, serviceNow = now, log } = options;
  const startedAt = now();

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

  /**
   * The delivery as its channel may know it by now; null once it is done, or kept back, which is stored. What is kept back
   * is looked for first, where Discord may have it: an earlier try had no answer.
   */
  const judge = async (delivery: Delivery) => {
    if (delivery.isRetry && !(await isDeliveryPending(db, delivery))) return null;
    const { channel } = delivery.audience;
    const subject = await subjectKnownIn(channel, delivery.subject);
    const judged = { ...delivery, outbox: outboxKnownIn(delivery, now()), subject };
    const instead = await policyOutcome({ db, now, serviceNow }, judged);
    const isSought =
      instead?.outcome === 'suppressed' &&
      delivery.triedDigests.length > 0 &&
      channel.broken === null;
    if (instead === null || isSought) return { delivery: judged, instead };
    await record.keptBack(judged, instead);
    return null;
  };

  const write = async (delivery: Delivery, writer: ChannelWriter): Promise<PostAttempt> =>
    writePost(
      { db, writer },
      { key: cardKeyOf(delivery), place: await placeFor(db, delivery) },
      {
        body: await postBody(options, delivery),
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

  const lostPost = ({ outbox, audience, attempts }: Delivery): PossibleForumPost | undefined =>
    attempts > 0 || outbox.createdAt <= startedAt
      ? { guildId: audience.channel.guildId, since: outbox.createdAt }
      : undefined;

  /** Discord recognises a message by its nonce for some minutes. */
  const lostMessage = ({ outbox, attempts, triedDigests }: Delivery): PossibleMessage | undefined =>
    attempts > 0 && now() - outbox.createdAt > NONCE_KNOWN_FOR_MS
      ? { since: outbox.createdAt, ...(triedDigests.length > 0 ? { digests: triedDigests } : {}) }
      : undefined;

  /** Whether a start post shows an older revision than is known by now: it may be the card. */
  const isOvertaken = async ({ outbox, subject }: Delivery): Promise<boolean> => {
    if (outbox.event.kind !== 'start' || subject.kind !== 'match') return false;
    const held = await findMatch(db, subject.held.match.id);
    return held !== undefined && held.rev > subject.held.rev;
  };

  /** Publishes a post to those who follow an announcement channel. */
  const publish = async (
    { outbox, audience: { channel } }: Delivery,
    messageId: string,
    writer: ChannelWriter,
  ): Promise<void> => {
    const { isPublished } = ALERT_TRAITS[outbox.event.kind];
    if (channel.kind !== 'announcement' || !isPublished) return;
    const published = await writer.publish(messageId);
    if (published.kind !== 'sent') {
      log.info({ channel: channel.discordId, published }, 'post was not published to followers');
    }
  };

  /** What follows a post that was sent, and is stored: a failure here must not have it sent again. */
  const followUp = async (
    delivery: Delivery,
    place: PostAttempt['place'],
    messageId: string,
    writer: ChannelWriter,
  ): Promise<void> => {
    try {
      if (await isOvertaken(delivery)) signals.emit('cards');
      await openThreadAt({ db, now, writer }, { key: cardKeyOf(delivery), place }, messageId);
      await publish(delivery, messageId, writer);
    } catch (error) {
      if (error instanceof ShutdownError) return;
      log.warn({ err: error, event: delivery.outbox.key }, 'post sent, but what follows it failed');
    }
  };

  const sendInTurn = async (queued: Delivery, writer: ChannelWriter): Promise<void> => {
    // The turn may come much later: the channel's settings and the match count as they are then.
    const judged = await judge(await renewed(queued));
    if (judged === null) return;
    const { delivery, instead } = judged;
    const written = await (instead === null ? write(delivery, writer) : find(delivery, writer));
    if (written === null) {
      if (instead !== null) await record.keptBack(delivery, instead);
      return;
    }
    const { sent, place } = written;
    await record.written(delivery, written, mayBePosted(delivery));
    if (sent.kind !== 'sent') return;
    await followUp(delivery, place, sent.messageId, writer);
    if (lastInPost(delivery) !== null) signals.emit('scheduled', now());
  };

  return async (queued: Delivery): Promise<void> => {
    // A post that is held back does not wait for a turn.
    const delivery = (await judge(queued))?.delivery;
    if (delivery === undefined) return;
    const { audience, outbox } = delivery;
    await sender.inTurn(audience.channel.discordId, sendPriorityOf(outbox.priority), (writer) =>
      sendInTurn(delivery, writer),
    );
  };
};

/** The event as a channel with a spoiler delay may know it: a moment's outcome comes by an edit after its own delay. */
const outboxKnownIn = ({ outbox, audience }: DeliveryOf, now: Instant): OutboxEvent => {
  const event = withoutLaterOutcome(outbox.event, now - delayOf(audience.channel.settings));
  if (event === outbox.event) return outbox;
  return { ...outbox, event, rev: outbox.rev - 1, revisedAt: null };
};

/** Names a post, whatever its event's key becomes, and its database. A second digest of one night has other contents. */
const nameOf = ({ outbox: { id, createdAt }, subject }: Delivery): string => {
  const [first] = subject.kind === 'quiet-hours-digest' ? subject.news : [];
  return `event:${id}:${createdAt} ${first === undefined ? '' : eventKey(first.event)}`;
};

export type SendPost = ReturnType<typeof createPostSender>;
