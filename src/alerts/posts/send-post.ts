import { keyOf } from '../../domain/alert-events.ts';
import type { Subject } from '../../domain/alert-subject.ts';
import type { Instant } from '../../domain/terms.ts';
import { MINUTE } from '../../lib/time.ts';
import { channelByKey, type Channel } from '../../store/channels.ts';
import { recordDelivery, type Outcome } from '../../store/deliveries.ts';
import { createAfterPost, type AfterPostOptions } from './after-post.ts';
import type { DeleteUnwanted } from '../cards/delete-unwanted.ts';
import {
  cardKeyOf,
  deliveryKey,
  renderPost,
  retryAt,
  type Delivery,
  type DeliveryOf,
  type DeliveryOptions,
} from '../delivery.ts';
import { standingFor } from '../hindsight.ts';
import { laneOf, nonceOf } from '../news.ts';
import { obstacleTo } from './obstacle.ts';
import { lastInPost } from './ping-others.ts';
import { placeFor } from './place.ts';
import { keepForMorning } from './quiet-news.ts';
import { createPostRecorder } from './record-post.ts';
import type { ChannelWriter, LostMessage, LostPost } from '../sender.ts';
import { subjectOf } from '../subject.ts';
import { writePost } from './write-post.ts';

export interface PostSenderEvents extends Pick<AfterPostOptions, 'overtaken'> {
  /** A post, or what is left of it, waits until an instant for whoever looks again then. */
  readonly parked: (dueAt: Instant) => void;
}

/** Discord checks a nonce for "the past few minutes" (documentation, "Create Message"), and says no more. */
const NONCE_IS_KNOWN_FOR = 3 * MINUTE;

/** What was read so few milliseconds ago is not read again. */
const FRESH_FOR = 100;

/** What is told for the first time is known to nobody else. */
const isNew = (): Promise<boolean> => Promise.resolve(true);

/** Sends news to a channel, and notes what became of it. */
export const createPostSender = (
  options: DeliveryOptions,
  deleteUnwanted: DeleteUnwanted,
  { parked, overtaken }: PostSenderEvents,
) => {
  const { db, sender, now } = options;
  const startedAt = now();
  const onOutcome = (outcome: Outcome, lane: number): void => {
    options.onOutcome?.(outcome.outcome, lane);
    if (outcome.outcome === 'parked') parked(outcome.dueAt);
  };
  const record = createPostRecorder({ ...options, onOutcome });
  const afterPost = createAfterPost(options, { deleteUnwanted, overtaken });

  /** The delivery as it stands now: what was chosen while it waited for its turn counts, too. */
  const renewed = async (delivery: Delivery): Promise<Delivery> => {
    const { outbox } = delivery;
    const channel =
      (await channelByKey(db, delivery.audience.channel.key)) ?? delivery.audience.channel;
    const audience = { ...delivery.audience, channel };
    const subject = (await subjectOf(db, outbox.event)) ?? delivery.subject;
    return { ...delivery, audience, subject, readAt: now() };
  };

  /** When posts of the last moment were noted: what was read of their channels before is old. */
  const recordedAt = new Map<number, Instant>();

  const isFresh = ({ readAt, audience }: Delivery): boolean =>
    Math.abs(now() - readAt) <= FRESH_FOR &&
    (recordedAt.get(audience.channel.key) ?? -Infinity) < readAt;

  const noteRecorded = ({ audience }: Delivery): void => {
    recordedAt.delete(audience.channel.key);
    recordedAt.set(audience.channel.key, now());
    for (const [key, at] of recordedAt) {
      // The oldest come first.
      if (now() - at <= FRESH_FOR) break;
      recordedAt.delete(key);
    }
  };

  /** What a channel may know by now of what an event is about. */
  const asKnownIn = async (channel: Channel, subject: Subject): Promise<Subject> => {
    if (subject.kind === 'match') {
      // It may not know yet how it stands: then this waits for its delay, too.
      const { held = subject.held } = await standingFor(db, subject.held, channel, now());
      return { ...subject, held };
    }
    if (subject.kind !== 'matches' && subject.kind !== 'day') return subject;
    const standings = await Promise.all(
      subject.matches.map((held) => standingFor(db, held, channel, now())),
    );
    return { ...subject, matches: standings.flatMap(({ held }) => held ?? []) };
  };

  /** True when there was a reason not to send, and it is noted. */
  const isHeldBack = async (delivery: Delivery): Promise<boolean> => {
    const obstacle = await obstacleTo({ db, now }, delivery);
    if (obstacle === null) return false;
    const { outcome, keptUntil } = obstacle;
    await db.transaction().execute(async (tx) => {
      await recordDelivery(tx, deliveryKey(delivery), outcome, now());
      if (keptUntil !== null) await keepForMorning(tx, delivery, keptUntil, now());
    });
    onOutcome(outcome, delivery.outbox.lane);
    // The summary of the night waits, too.
    if (keptUntil !== null) parked(keptUntil);
    return true;
  };

  /** The delivery as it is to be sent now; null when it is not, and why is noted. */
  const checked = async (delivery: Delivery): Promise<Delivery | null> => {
    const newest = isFresh(delivery) ? delivery : await renewed(delivery);
    const subject = await asKnownIn(newest.audience.channel, newest.subject);
    const known = { ...newest, subject };
    return (await isHeldBack(known)) ? null : known;
  };

  /** What an earlier try may have posted: one of this process that failed, or of one before it. */
  const lostPost = ({ outbox, audience, attempts }: Delivery): LostPost | undefined =>
    attempts > 0 || outbox.createdAt <= startedAt
      ? { guildId: audience.channel.guildId, since: outbox.createdAt }
      : undefined;

  /** The same of a message, which Discord tells by its nonce for some minutes. */
  const forgotten = ({ outbox, attempts }: Delivery): LostMessage | undefined =>
    attempts > 0 && now() - outbox.createdAt > NONCE_IS_KNOWN_FOR
      ? { since: outbox.createdAt }
      : undefined;

  const sendInTurn = async (delivery: Delivery, writer: ChannelWriter): Promise<void> => {
    const at = { key: cardKeyOf(delivery), place: await placeFor(db, delivery) };
    const written = await writePost({ db, writer }, at, {
      body: renderPost(delivery),
      nonce: nonceOf(nameOf(delivery), delivery.audience.channel.discordId),
      lost: lostPost(delivery),
      forgotten: forgotten(delivery),
    });
    const replacedMessageId = await record(delivery, written);
    noteRecorded(delivery);
    if (written.sent.kind !== 'sent') return;
    const { messageId } = written.sent;
    await afterPost({ delivery, messageId, place: written.place, replacedMessageId }, writer);
    if (lastInPost(delivery) !== null) parked(now());
  };

  return {
    /** @param isOpen whether nobody has told it meanwhile; asked again when its turn has come */
    send: async (queued: Delivery, isOpen: () => Promise<boolean> = isNew): Promise<void> => {
      if (!(await isOpen())) return;
      // What is not to be sent does not wait for a turn.
      const first = await checked(queued);
      if (first === null) return;
      const { channel } = queued.audience;
      await sender.inTurn(channel.discordId, laneOf(queued.outbox.lane), async (writer) => {
        if (!(await isOpen())) return;
        // Read now, not when it was queued: the start post is the card, and shows the newest state.
        const delivery = isFresh(first) ? first : await checked(queued);
        if (delivery !== null) await sendInTurn(delivery, writer);
      });
    },
    /** Something of ours went wrong on the way: again later, never lost, never in a tight loop. */
    park: async (delivery: DeliveryOf & Pick<Delivery, 'attempts'>): Promise<void> => {
      const attempts = delivery.attempts + 1;
      const dueAt = retryAt(now(), attempts);
      const outcome = { outcome: 'parked', reason: 'error', dueAt, attempts } as const;
      await recordDelivery(db, deliveryKey(delivery), outcome, now());
      onOutcome(outcome, delivery.outbox.lane);
    },
  };
};

/** What a post is told from others by: a second summary of one night tells something else. */
const nameOf = ({ outbox, subject }: Delivery): string => {
  const [first] = subject.kind === 'missed' ? subject.news : [];
  return first === undefined ? outbox.key : `${outbox.key} ${keyOf(first.event)}`;
};

export type PostSender = ReturnType<typeof createPostSender>;
