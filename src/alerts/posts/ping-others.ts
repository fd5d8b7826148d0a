import type { Instant } from '../../domain/terms.ts';
import { writeWithRetry } from '../../store/connection/with-retry.ts';
import { MENTIONS_IN_ONE, mentionsOnly } from '../../render/message.ts';
import { membersPinged } from '../../render/posts/posts.ts';
import { postponePost } from '../../store/outbox/deliveries.ts';
import { recordPingsUpTo, type UnfinishedPings } from '../../store/outbox/pings.ts';
import type { Delivery, DeliveryOptions } from '../delivery/delivery.ts';
import {
  channelOutcome,
  threadOutcome,
  classifyResponse,
  recordFailure,
} from '../delivery/response-classification.ts';
import { nonceOf } from '../ingest/news.ts';
import type { ChannelWriter } from '../delivery/sender.ts';

/** All who are pinged by a post, in the order of their ids. */
const pingedBy = ({ outbox, audience }: Delivery): readonly string[] =>
  membersPinged(audience.channel.settings, outbox.event, audience.memberIds);

/** The last member whom a post pings itself; null when it pings all of them. */
export const lastInPost = (delivery: Delivery): string | null => {
  const members = pingedBy(delivery);
  return members.length > MENTIONS_IN_ONE ? (members[MENTIONS_IN_ONE - 1] ?? null) : null;
};

/** Whether it is too late to ping: the event is stale, or the channel receives nothing. */
const isOver = ({ outbox, audience }: Delivery, now: Instant): boolean =>
  outbox.expiresAt < now || audience.channel.broken !== null || audience.channel.pausedAt !== null;

/** How Discord takes those who are next. @returns the last of them while others are left */
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
    : pingedBy(delivery).filter((memberId) => memberId > pingedTo);
  const members = left.slice(0, MENTIONS_IN_ONE);
  if (members.length === 0) {
    await recordPingsUpTo(db, pending, null);
    return null;
  }
  const body = mentionsOnly(members);
  const nonce = nonceOf(`${outbox.key} after ${pingedTo}`, channel.discordId);
  const sent =
    pending.targetId === null
      ? channelOutcome(await writer.post(body, nonce))
      : threadOutcome(await writer.within(pending.targetId).post(body, nonce));
  const response = classifyResponse(sent, now(), pending.attempts);
  const isAll = response.kind !== 'done' || left.length === members.length;
  const last = isAll ? null : (members.at(-1) ?? null);
  await writeWithRetry(async () => {
    await recordFailure(options, { channel, what: 'pings', of: outbox.key }, response);
    if (response.kind !== 'later') await recordPingsUpTo(db, pending, last);
    else await postponePost(db, pending, response.dueAt, response.attempts);
  });
  return last;
};

/**
 * Pings those who did not fit into a post, in messages of their own. How far that went is noted after
 * each, so that a retry continues from there. What Discord rejects is dropped.
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
