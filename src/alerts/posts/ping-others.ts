import type { Instant } from '../../domain/terms.ts';
import { skipReason } from '../../domain/alerts/verdict.ts';
import { writeWithRetry } from '../../store/connection/with-retry.ts';
import { MENTIONS_IN_ONE, mentionsOnly } from '../../render/message.ts';
import { membersPinged, scorelessNews } from '../../render/posts/posts.ts';
import { readerIn } from '../../i18n/i18n.ts';
import { findDirect } from '../../store/channels/channels.ts';
import { findMember } from '../../store/follows/members.ts';
import { isRecipient, maskOfEvent } from '../../store/members/audiences.ts';
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
  isForLater,
  isStale,
  recordFailure,
} from '../delivery/response-classification.ts';
import { nonceOf, sendPriorityOf } from '../ingest/news.ts';
import type { SendOutcome } from '../delivery/sender.ts';
import { recipientsOf } from '../delivery/subject.ts';

interface Pinged {
  readonly memberId: string;
  /** They hide scores: a ping tells them that something happened, and not what. */
  readonly isHiding: boolean;
  readonly cursor: string;
}

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
  return isStale(delivery, now) || broken !== null || pausedAt !== null;
};

/** Pings in the place of the post. */
const mention = (
  { sender }: DeliveryOptions,
  { outbox, audience: { channel } }: Delivery,
  { pingedTo, targetId }: UnfinishedPings,
  memberIds: readonly string[],
): Promise<SendOutcome> => {
  const nonce = nonceOf(`${outbox.key} after ${pingedTo}`, channel.discordId);
  const body = mentionsOnly(memberIds);
  return sender.inTurn(channel.discordId, sendPriorityOf(outbox.priority), async (writer) =>
    targetId === null
      ? channelOutcome(await writer.post(body, nonce))
      : threadOutcome(await writer.within(targetId).post(body, nonce)),
  );
};

/** Tells one who hides scores by direct message. @returns undefined where they take none, or need none */
const tellDirectly = async (
  { sender, db }: DeliveryOptions,
  { outbox, audience: { channel }, subject }: Delivery,
  memberId: string,
): Promise<SendOutcome | undefined> => {
  const { event } = outbox;
  const own = await findDirect(db, memberId);
  // What they follow by direct message tells it there.
  if (own !== undefined && skipReason(own.settings, event, subject) === null) {
    const recipients = await recipientsOf(db, event, subject);
    if (await isRecipient(db, recipients, maskOfEvent(event), own)) return undefined;
  }
  const direct = await sender.directChannel(memberId);
  if (direct === null) return undefined;
  const member = await findMember(db, memberId);
  const locale = member?.locale ?? own?.locale ?? member?.discordLocale ?? channel.locale;
  const body = scorelessNews(readerIn(locale), subject, channel);
  // The same from every channel in which they follow: Discord takes the first.
  const nonce = nonceOf(`${outbox.key} without its score`, direct);
  const sent = await sender.inTurn(direct, sendPriorityOf(outbox.priority), (writer) =>
    writer.post(body, nonce),
  );
  return sent.kind === 'limited' || sent.kind === 'failed' ? sent : undefined;
};

/** How Discord takes those who are next. @returns what is left after them; null where nothing is, or not now */
const pingNext = async (
  options: DeliveryOptions,
  delivery: Delivery,
  pending: UnfinishedPings,
): Promise<UnfinishedPings | null> => {
  const { db, now } = options;
  const { outbox, audience } = delivery;
  const { channel } = audience;
  const left = isOver(delivery, now())
    ? []
    : pingedBy(delivery).filter(({ cursor }) => cursor > pending.pingedTo);
  const [first] = left;
  if (first === undefined) {
    await recordPingsUpTo(db, pending, null);
    return null;
  }
  const { isHiding } = first;
  const members = left.filter((each) => !each.isHiding).slice(0, MENTIONS_IN_ONE);
  const told = isHiding ? [first] : members;
  const sent = isHiding
    ? await tellDirectly(options, delivery, first.memberId)
    : await mention(
        options,
        delivery,
        pending,
        members.map(({ memberId }) => memberId),
      );
  const response = sent && classifyResponse(sent, now(), pending.attempts);
  const isAll = left.length === told.length || (response && response.outcome !== 'sent') === true;
  const last = isAll ? null : (told.at(-1)?.cursor ?? null);
  await writeWithRetry(async () => {
    if (response !== undefined && !isHiding) {
      await recordFailure(options, { channel, what: 'pings', of: outbox.key }, response);
    }
    if (response === undefined || !isForLater(response)) await recordPingsUpTo(db, pending, last);
    else await postponePost(db, pending, response.dueAt, response.attempts);
  });
  return last === null ? null : { ...pending, attempts: 0, pingedTo: last };
};

/** Pings those who did not fit into a post; who hides scores is told directly, since below the post they would read one. */
export const pingOthers = async (
  options: DeliveryOptions,
  delivery: Delivery,
  unfinished: UnfinishedPings,
): Promise<void> => {
  let left: UnfinishedPings | null = unfinished;
  while (left !== null) left = await pingNext(options, delivery, left);
};
