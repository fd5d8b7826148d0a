import { setTimeout as pause } from 'node:timers/promises';
import { isAboutMatch } from '../domain/alert-events.ts';
import type { Subject } from '../domain/alert-subject.ts';
import { quietUntil } from '../domain/quiet-hours.ts';
import { readerIn } from '../i18n/i18n.ts';
import { mentionsOnly, MENTIONS_IN_ONE, type MessageBody } from '../render/message.ts';
import { post, threadName } from '../render/posts.ts';
import type { Audience } from '../store/audiences.ts';
import { cardPosted, findCard, type CardKey } from '../store/cards.ts';
import { channelByKey, markBroken, markWorking } from '../store/channels.ts';
import type { Db } from '../store/database.ts';
import { keepUntil, recordDelivery, type Outcome } from '../store/deliveries.ts';
import { addFinishedEvent, type OutboxEvent } from '../store/events.ts';
import { noteThread } from '../store/threads.ts';
import { retryAt, type DeliveryOptions } from './delivery.ts';
import { standingFor } from './hindsight.ts';
import { laneOf, nonceOf } from './news.ts';
import { obstacleTo, WHILE_BROKEN } from './obstacle.ts';
import { removeReplaced } from './replaced-card.ts';
import { LANES, type ChannelWriter, type SendOutcome } from './sender.ts';
import { subjectOf } from './subject.ts';
import { placeFor, type Place } from './place.ts';

/** One piece of news on its way to one channel. */
export interface Delivery {
  readonly outbox: OutboxEvent;
  readonly subject: Subject;
  readonly audience: Audience;
  /** Failed tries before this one. */
  readonly attempts: number;
}

/** How long what was kept in quiet hours is worth telling after them. */
const MISSED_LASTS = 6 * 60 * 60_000;

export const deliveryKey = ({ outbox, audience }: Pick<Delivery, 'outbox' | 'audience'>) => ({
  eventId: outbox.id,
  channelKey: audience.channel.key,
});

const cardKeyOf = ({ subject, audience }: Delivery): CardKey => ({
  matchId: subject.kind === 'match' ? subject.held.match.id : 0,
  channelKey: audience.channel.key,
});

/** The message of a delivery. */
export const renderPost = ({ outbox, subject, audience }: Delivery) => {
  const { channel, memberIds } = audience;
  return post(readerIn(channel.locale), {
    event: outbox.event,
    subject,
    settings: channel.settings,
    memberIds,
    correctedAt: outbox.correctedAt,
  });
};

/** Sends news to a channel, and notes what became of it. */
export const createPostSender = ({ db, sender, now, log }: DeliveryOptions) => {
  /** The delivery as it stands now, or undefined when nothing of what it is about is left. */
  const renewed = async (delivery: Delivery): Promise<Delivery> => {
    const { outbox } = delivery;
    // What was chosen while this waited for its turn counts, too.
    const channel =
      (await channelByKey(db, delivery.audience.channel.key)) ?? delivery.audience.channel;
    const audience = { ...delivery.audience, channel };
    const newest = (await subjectOf(db, outbox.event)) ?? delivery.subject;
    return { ...delivery, audience, subject: await asKnownIn(channel, newest) };
  };

  /** What a channel may know by now of what an event is about. */
  const asKnownIn = async (channel: Audience['channel'], subject: Subject): Promise<Subject> => {
    if (subject.kind === 'match') {
      // It may not know yet how it stands: then this waits for its delay, too.
      const { held = subject.held } = await standingFor(db, subject.held, channel, now());
      return { kind: 'match', held };
    }
    if (subject.kind !== 'matches' && subject.kind !== 'day') return subject;
    const standings = await Promise.all(
      subject.matches.map((held) => standingFor(db, held, channel, now())),
    );
    return { ...subject, matches: standings.flatMap(({ held }) => held ?? []) };
  };

  /** True when there was a reason not to send, and it is noted. */
  const isHeldBack = async (delivery: Delivery): Promise<boolean> => {
    const outcome = await obstacleTo({ db, now }, delivery);
    if (outcome === null) return false;
    await db.transaction().execute(async (tx) => {
      await recordDelivery(tx, deliveryKey(delivery), outcome, now());
      const isKept = outcome.outcome === 'suppressed' && outcome.reason === 'quiet-hours';
      if (isKept) await keepForMorning(tx, delivery);
    });
    return true;
  };

  /** What is kept in quiet hours is told when they are over, in one post. */
  const keepForMorning = async (tx: Db, delivery: Delivery): Promise<void> => {
    const { channel } = delivery.audience;
    const until = quietUntil(channel.settings.quietHours, channel.settings.timeZone, now());
    if (until === null) return;
    await keepUntil(tx, deliveryKey(delivery), until);
    const event = { kind: 'missed', channelKey: channel.key, until } as const;
    const id = await addFinishedEvent(
      tx,
      { event, lane: LANES.other, expiresAt: until + MISSED_LASTS },
      now(),
    );
    if (id === undefined) return;
    const outcome = {
      outcome: 'parked',
      reason: 'quiet-hours',
      dueAt: until,
      attempts: 0,
    } as const;
    await recordDelivery(tx, { eventId: id, channelKey: channel.key }, outcome, now());
  };

  const sendInTurn = async (queued: Delivery, writer: ChannelWriter): Promise<void> => {
    // Read now, not when it was queued: the start post is the card, and shows the newest state.
    const delivery = await renewed(queued);
    if (await isHeldBack(delivery)) return;
    const place = await placeFor(db, delivery);
    const body = renderPost(delivery);
    const nonce = nonceOf(delivery.outbox.key, delivery.audience.channel.discordId);
    const { sent, place: reached } = await write(writer, place, body, nonce);
    // A thread that is gone is not the channel: that one goes on without it.
    if (reached !== place) await noteThread(db, cardKeyOf(delivery), null);
    await record(delivery, sent, reached, writer);
    if (sent.kind !== 'sent') return;
    try {
      await follow(delivery, sent.messageId, reached, writer);
    } catch (error) {
      // It was sent, and that is noted: what goes with it must not have it sent again.
      log.warn({ err: error, event: delivery.outbox.key }, 'what goes with a post was not sent');
    }
  };

  /** Posts at its place; in the channel where the thread of the match is gone. */
  const write = async (
    writer: ChannelWriter,
    place: Place,
    body: MessageBody,
    nonce: string,
  ): Promise<{ readonly sent: SendOutcome; readonly place: Place }> => {
    if (place.isClosed) return { sent: { kind: 'gone' }, place };
    if (place.isNewPost) return { sent: await writer.openPost(place.name, body), place };
    if (place.threadId === null) return { sent: await writer.post(body, nonce), place };
    const sent = await writer.within(place.threadId).post(body, nonce);
    // What is refused in a thread may be written in its channel.
    const isGone = sent.kind === 'gone' || sent.kind === 'refused';
    if (!isGone) return { sent, place };
    // Whoever removed the post of a forum does not want it back.
    if (place.isForum) return { sent: { kind: 'gone' }, place: { ...place, isClosed: true } };
    return { sent: await writer.post(body, nonce), place: { ...place, threadId: null } };
  };

  /** What goes with a post that was sent: those who did not fit into it, and its followers elsewhere. */
  const follow = async (
    { outbox, audience }: Delivery,
    messageId: string,
    place: Place,
    writer: ChannelWriter,
  ): Promise<void> => {
    const { channel, memberIds } = audience;
    const kind = outbox.event.kind;
    const target = place.isNewPost ? messageId : place.threadId;
    if (channel.settings.memberKinds.some((each) => each === kind)) {
      for (let from = MENTIONS_IN_ONE; from < memberIds.length; from += MENTIONS_IN_ONE) {
        const some = memberIds.slice(from, from + MENTIONS_IN_ONE);
        const nonce = nonceOf(`${outbox.key}:${from}`, channel.discordId);
        const place = target === null ? writer : writer.within(target);
        await patiently(() => place.post(mentionsOnly(some), nonce));
      }
    }
    if (channel.kind !== 'announcement' || !PUBLISHED.has(kind)) return;
    const published = await writer.publish(messageId);
    if (published.kind !== 'sent') {
      log.info({ channel: channel.discordId, published }, 'a post was not published to followers');
    }
  };

  /** The start post is the live card from now on, also where a quiet one was faster. */
  const becomeCard = async (tx: Db, card: CardKey, posted: { messageId: string; rev: number }) => {
    const quiet = (await findCard(tx, card))?.messageId ?? null;
    const replacedMessageId = quiet === posted.messageId ? null : quiet;
    await cardPosted(tx, card, { ...posted, at: now(), replacedMessageId });
    return replacedMessageId;
  };

  const record = async (
    delivery: Delivery,
    sent: SendOutcome,
    place: Place,
    writer: ChannelWriter,
  ): Promise<void> => {
    const { outbox, audience, subject } = delivery;
    const { channel } = audience;
    const held = subject.kind === 'match' ? subject.held : null;
    const card = cardKeyOf(delivery);
    const isCard = outbox.event.kind === 'start' && channel.settings.kinds.includes('card');
    const replaced = await db.transaction().execute(async (tx) => {
      await recordDelivery(tx, deliveryKey(delivery), outcomeOf(delivery, sent, place), now());
      if (sent.kind === 'refused') await markBroken(tx, channel.key, sent.reason, now());
      if (sent.kind === 'sent') await markWorking(tx, channel.key);
      if (sent.kind !== 'sent' || held === null) return null;
      const isOwnPost = place.isNewPost && isAboutMatch(outbox.event);
      const replacedId = isCard
        ? await becomeCard(tx, card, { messageId: sent.messageId, rev: held.rev })
        : null;
      if (isOwnPost) await noteThread(tx, card, sent.messageId);
      return replacedId;
    });
    try {
      await removeReplaced(db, card, replaced, writer);
      if (sent.kind === 'sent' && held !== null && place.opensThread) {
        const thread = await writer.openThread(sent.messageId, threadName(held));
        if (thread.kind === 'sent') await noteThread(db, card, thread.messageId);
      }
    } catch (error) {
      // It was sent, and that is noted: what is left over must not have it sent again.
      log.warn({ err: error, card }, 'what belongs to a post could not be done');
    }
    const details = { channel: channel.discordId, event: outbox.key, sent };
    if (sent.kind === 'rejected') log.error(details, 'Discord rejected a post of ours');
    else if (sent.kind === 'refused' || sent.kind === 'failed') log.warn(details, 'a post failed');
  };

  const outcomeOf = (
    { outbox, attempts }: Delivery,
    sent: SendOutcome,
    { threadId, isNewPost }: Place,
  ): Outcome => {
    switch (sent.kind) {
      case 'sent':
        return {
          outcome: 'sent',
          messageId: sent.messageId,
          targetId: isNewPost ? sent.messageId : threadId,
          shownRev: outbox.rev,
        };
      case 'refused':
        return { outcome: 'parked', reason: sent.reason, dueAt: now() + WHILE_BROKEN, attempts };
      case 'rejected':
        return { outcome: 'failed', reason: sent.reason };
      case 'gone':
        return { outcome: 'failed', reason: 'gone' };
      case 'limited':
        return { outcome: 'parked', reason: 'limited', dueAt: now() + sent.retryAfter, attempts };
      case 'failed': {
        const tried = attempts + 1;
        const dueAt = retryAt(now(), tried, sent.retryAfter);
        return { outcome: 'parked', reason: sent.reason, dueAt, attempts: tried };
      }
    }
  };

  return {
    send: async (queued: Delivery): Promise<void> => {
      // What is not to be sent does not wait for a turn.
      if (await isHeldBack(await renewed(queued))) return;
      const { channel } = queued.audience;
      await sender.inTurn(channel.discordId, laneOf(queued.outbox.lane), (writer) =>
        sendInTurn(queued, writer),
      );
    },
    /** Something of ours went wrong on the way: again later, never lost, never in a tight loop. */
    park: (delivery: Pick<Delivery, 'outbox' | 'audience' | 'attempts'>): Promise<void> => {
      const attempts = delivery.attempts + 1;
      const dueAt = retryAt(now(), attempts);
      return recordDelivery(
        db,
        deliveryKey(delivery),
        { outcome: 'parked', reason: 'error', dueAt, attempts },
        now(),
      );
    },
  };
};

/** Discord's limit of a channel ends within seconds: what is left of a post waits for it. */
const patiently = async (send: () => Promise<SendOutcome>): Promise<void> => {
  for (let tries = 0; tries < 4; tries += 1) {
    const sent = await send();
    if (sent.kind !== 'limited') return;
    await pause(Math.min(sent.retryAfter, 6_000));
  }
};

/** What is worth one of the few messages an hour that an announcement channel may publish. */
const PUBLISHED: ReadonlySet<string> = new Set([
  'result',
  'draw',
  'tournament',
  'ranking',
  'morning',
  'missed',
]);

export type PostSender = ReturnType<typeof createPostSender>;
