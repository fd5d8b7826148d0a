import type { Instant } from '../../domain/terms.ts';
import { writeWithRetry } from '../../store/connection/with-retry.ts';
import { MENTIONS_IN_ONE, mentionsOnly } from '../../render/message.ts';
import { membersPinged, scorelessPing } from '../../render/posts/posts.ts';
import { readerIn } from '../../i18n/i18n.ts';
import { postponePost } from '../../store/outbox/deliveries.ts';
import {
  BEFORE_ALL_PINGS,
  pingCursor,
  recordPingsUpTo,
  type UnfinishedPings,
} from '../../store/outbox/pings.ts';
import type { Delivery, DeliveryOptions } from '../delivery/delivery.ts';
import {
  channelOutcome,
  threadOutcome,
  classifyResponse,
  recordFailure,
} from '../delivery/response-classification.ts';
import { nonceOf } from '../ingest/news.ts';
import type { ChannelWriter } from '../delivery/sender.ts';
import { isExpired } from './delivery-policy.ts';

interface Pinged {
  readonly memberId: string;
  /** They hide scores: a ping tells them that something happened, and not what. */
  readonly isHiding: boolean;
  readonly cursor: string;
}

/** All who are pinged by a post, in the order of their cursors. */
const pingedBy = ({ outbox, audience }: Delivery): readonly Pinged[] => {
  const pinged = (ids: readonly string[], isHiding: boolean): readonly Pinged[] =>
    membersPinged(audience.channel.settings, outbox.event, ids).map((memberId) => ({
      memberId,
      isHiding,
      cursor: pingCursor(memberId, isHiding),
    }));
  return [...pinged(audience.memberIds, false), ...pinged(audience.hidingIds, true)];
};

/** The cursor of the last member whom a post pings itself; null when it pings all of them. */
export const lastInPost = (delivery: Delivery): string | null => {
  const pinged = pingedBy(delivery);
  const inPost = pinged.filter(({ isHiding }) => !isHiding).slice(0, MENTIONS_IN_ONE);
  return inPost.length === pinged.length ? null : (inPost.at(-1)?.cursor ?? BEFORE_ALL_PINGS);
};

/** Whether it is too late to ping: the event is stale, or the channel receives nothing. */
const isOver = (delivery: Delivery, now: Instant): boolean => {
  const { broken, pausedAt } = delivery.audience.channel;
  return isExpired(delivery, now) || broken !== null || pausedAt !== null;
};

/** How Discord takes those who are next. @returns the cursor of the last while others are left */
const pingNext = async (
  options: Omit<DeliveryOptions, 'sender'>,
  delivery: Delivery,
  { pingedTo, ...pending }: UnfinishedPings,
  writer: ChannelWriter,
): Promise<string | null> => {
  const { db, now } = options;
  const { outbox, audience } = delivery;
  const { channel } = audience;
  const left = isOver(delivery, now())
    ? []
    : pingedBy(delivery).filter(({ cursor }) => cursor > pingedTo);
  const [first] = left;
  if (first === undefined) {
    await recordPingsUpTo(db, pending, null);
    return null;
  }
  const members = left
    .filter(({ isHiding }) => isHiding === first.isHiding)
    .slice(0, MENTIONS_IN_ONE);
  const ids = members.map(({ memberId }) => memberId);
  const body = first.isHiding
    ? scorelessPing(readerIn(channel.locale), delivery.subject, ids)
    : mentionsOnly(ids);
  const nonce = nonceOf(`${outbox.key} after ${pingedTo}`, channel.discordId);
  const sent =
    pending.targetId === null
      ? channelOutcome(await writer.post(body, nonce))
      : threadOutcome(await writer.within(pending.targetId).post(body, nonce));
  const response = classifyResponse(sent, now(), pending.attempts);
  const isAll = response.kind !== 'done' || left.length === members.length;
  const last = isAll ? null : (members.at(-1)?.cursor ?? null);
  await writeWithRetry(async () => {
    await recordFailure(options, { channel, what: 'pings', of: outbox.key }, response);
    if (response.kind !== 'later') await recordPingsUpTo(db, pending, last);
    else await postponePost(db, pending, response.dueAt, response.attempts);
  });
  return last;
};

/**
 * Pings those who did not fit into a post, and those whom it would tell a score, in messages of their
 * own. How far that went is noted after each, so that a retry continues from there. What Discord rejects
 * is dropped.
 */
export const pingOthers = async (
  options: Omit<DeliveryOptions, 'sender'>,
  delivery: Delivery,
  unfinished: UnfinishedPings,
  writer: ChannelWriter,
): Promise<void> => {
  let last = await pingNext(options, delivery, unfinished, writer);
  while (last !== null) {
    const next = { ...unfinished, attempts: 0, pingedTo: last };
    last = await pingNext(options, delivery, next, writer);
  }
};
