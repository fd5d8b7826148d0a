import { isDeepStrictEqual } from 'node:util';
import { isAboutMatch } from '../../domain/alerts/events.ts';
import type { Instant } from '../../domain/terms.ts';
import { textDigest } from '../../lib/text.ts';
import { writeWithRetry } from '../../store/connection/with-retry.ts';
import { recordCardPosted, type PostedCard } from '../../store/cards/card-changes.ts';
import { findCard, type CardKey } from '../../store/cards/cards.ts';
import { scheduleDeletion } from '../../store/cards/deletions.ts';
import { resetFailureNotice } from '../../store/channels/channel-failures.ts';
import type { Channel } from '../../store/channels/channels.ts';
import type { Db, Tx } from '../../store/connection/database.ts';
import { recordDelivery, type DeliveryResult } from '../../store/outbox/deliveries.ts';
import { addFinishedEvent, editStalePosts } from '../../store/outbox/events.ts';
import { recordDigestPosted, moveToDigest } from '../../store/outbox/quiet-hours-digest.ts';
import { recordPingsUpTo } from '../../store/outbox/pings.ts';
import { saveThread } from '../../store/cards/threads.ts';
import {
  cardKeyOf,
  type Delivery,
  type DeliveryOf,
  type DeliveryOptions,
  type DeliverySignals,
} from '../delivery/delivery.ts';
import { lacksTimes } from '../delivery/day-matches.ts';
import {
  classifyResponse,
  recordFailure,
  retryAt,
  type ResponseClass,
} from '../delivery/response-classification.ts';
import { newAlertEvent } from '../ingest/news.ts';
import { lastInPost } from './ping-others.ts';
import { titleIn } from './title-picture.ts';
import type { PostTarget } from '../delivery/place.ts';
import type { PostAttempt } from '../delivery/write-post.ts';

/** The revision of a post, before every one of its event, that is edited for a title's picture or a day's times. */
const INCOMPLETE = -1;

/** More texts than one post has while its tries fail. */
const TRIED_MAX = 5;

/** The result of a post, from what follows from Discord's response to it. */
const resultOf = (
  response: ResponseClass,
  { place: { threadId, isNewPost }, text }: PostAttempt,
  { triedDigests }: Delivery,
  shownRev: number,
): DeliveryResult => {
  if (response.outcome === 'sent') {
    return { ...response, targetId: isNewPost ? response.messageId : threadId, shownRev };
  }
  const mayBePosted = response.reason === 'request-failed' && text !== '';
  if (response.outcome === 'failed' || !mayBePosted) return response;
  const digests = new Set([...triedDigests, textDigest(text)]);
  return { ...response, triedDigests: [...digests].slice(-TRIED_MAX) };
};

/** The start post is the live card from now on, also where a quiet one was faster. */
const becomeCard = async (
  tx: Tx,
  key: CardKey,
  { channel, rev, ...posted }: Pick<PostedCard, 'messageId' | 'rev' | 'at'> & { channel: Channel },
): Promise<void> => {
  const card = await findCard(tx, key);
  const quiet = card?.messageId ?? null;
  // Where the channel's settings have changed since it was written, it is edited again.
  const { settings, locale } = card?.channel ?? channel;
  const shown = isDeepStrictEqual([settings, locale], [channel.settings, channel.locale]) ? rev : 0;
  await recordCardPosted(tx, key, { ...posted, rev: shown, refreshes: card?.refreshes });
  if (quiet !== null && quiet !== posted.messageId)
    await scheduleDeletion(tx, channel.discordId, quiet, posted.at);
};

const becomesCard = ({ outbox, audience }: Delivery): boolean =>
  outbox.event.kind === 'start' && audience.channel.settings.types.includes('card');

/** Whether nothing but its row is noted of a post that was sent. */
const isOneRow = (delivery: Delivery, { isNewPost }: PostTarget): boolean =>
  !delivery.audience.channel.isFailureNotified &&
  !isNewPost &&
  !becomesCard(delivery) &&
  delivery.outbox.event.kind !== 'quiet-hours-digest' &&
  lastInPost(delivery) === null;

/** Stores what became of a post in a channel, and counts it. */
export const createPostRecorder = (options: DeliveryOptions, signals: DeliverySignals) => {
  const { db, now, log } = options;

  const count = (outcome: DeliveryResult, { outbox }: DeliveryOf): void => {
    options.onOutcome?.(outcome.outcome, outbox.priority);
    if (outcome.outcome === 'pending') signals.emit('scheduled', outcome.dueAt);
  };

  const noteSent = async (
    tx: Tx,
    delivery: Delivery,
    messageId: string,
    { place, mayBeOlder }: { readonly place: PostTarget; readonly mayBeOlder: boolean },
  ): Promise<void> => {
    const { outbox, audience, subject } = delivery;
    const { event } = outbox;
    const { channel } = audience;
    if (channel.isFailureNotified) await resetFailureNotice(tx, channel.key);
    const last = lastInPost(delivery);
    if (last !== null) await recordPingsUpTo(tx, delivery, last);
    if (event.kind === 'quiet-hours-digest') await recordDigestPosted(tx, event, now());
    if (subject.kind !== 'match') return;
    const card = cardKeyOf({ subject, audience });
    if (place.isNewPost && isAboutMatch(event)) await saveThread(tx, card, messageId);
    if (!becomesCard(delivery)) return;
    const rev = mayBeOlder ? 0 : subject.held.rev;
    await becomeCard(tx, card, { channel, messageId, rev, at: now() });
  };

  /** Records an attempt. `mayBeOlder`: Discord may have answered with an earlier try's message. */
  const written = async (
    delivery: Delivery,
    attempt: PostAttempt,
    mayBeOlder: boolean,
  ): Promise<void> => {
    const { sent, place } = attempt;
    const { outbox, audience } = delivery;
    const { channel } = audience;
    const response = classifyResponse(sent, now(), delivery.attempts);
    const isForLater = lacksTimes(delivery.subject);
    const isIncomplete = isForLater || titleIn(delivery) !== null;
    const shownRev = isIncomplete ? INCOMPLETE : mayBeOlder ? 0 : outbox.rev;
    const result = resultOf(response, attempt, delivery, shownRev);
    const noteIn = async (to: Db): Promise<void> => {
      await recordDelivery(to, delivery, result, now());
      if (isForLater) await editStalePosts(to, outbox.id);
    };
    const isSent = response.outcome === 'sent';
    await writeWithRetry(() =>
      isSent && isOneRow(delivery, place)
        ? noteIn(db)
        : db.transaction().execute(async (tx) => {
            await noteIn(tx);
            const what = { channel, what: 'a post', of: outbox.key } as const;
            await recordFailure({ db: tx, now, log }, what, response);
            if (isSent) await noteSent(tx, delivery, response.messageId, { place, mayBeOlder });
          }),
    );
    count(result, delivery);
    if (isIncomplete) signals.emit('retries');
    if (becomesCard(delivery)) signals.emit('deletions');
  };

  const keptBack = async (delivery: Delivery, result: DeliveryResult): Promise<void> => {
    const until = 'digestAt' in result ? result.digestAt : undefined;
    await db.transaction().execute(async (tx) => {
      await recordDelivery(tx, delivery, result, now());
      if (until !== undefined) await scheduleDigest(tx, delivery, until, now());
    });
    count(result, delivery);
    // The digest of the quiet hours is scheduled, too.
    if (until !== undefined) signals.emit('scheduled', until);
  };

  /** Schedules a retry after an error of ours: nothing is lost, and nothing is retried in a tight loop. */
  const failed = async (delivery: Delivery): Promise<void> => {
    const attempts = delivery.attempts + 1;
    const dueAt = retryAt(now(), attempts);
    const outcome = { outcome: 'pending', reason: 'error', dueAt, attempts } as const;
    await recordDelivery(db, delivery, outcome, now());
    count(outcome, delivery);
  };

  return { written, keptBack, failed };
};

export type PostRecorder = ReturnType<typeof createPostRecorder>;

/** Schedules the digest of the quiet hours; a digest of another end passes its own news on. */
const scheduleDigest = async (
  tx: Tx,
  { outbox: { event }, audience }: DeliveryOf,
  until: Instant,
  now: Instant,
): Promise<void> => {
  const { key } = audience.channel;
  if (event.kind === 'quiet-hours-digest') await moveToDigest(tx, event, until);
  const news = newAlertEvent({ kind: 'quiet-hours-digest', channelKey: key, until }, until);
  await recordDelivery(
    tx,
    { eventId: await addFinishedEvent(tx, news, now), channelKey: key },
    { outcome: 'pending', reason: 'quiet-hours', dueAt: until, attempts: 0 },
    now,
  );
};
