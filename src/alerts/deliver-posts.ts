import { targetsOf } from '../domain/follows.ts';
import type { HeldMatch } from '../domain/held-match.ts';
import { phaseOf } from '../domain/match.ts';
import { keyOf } from '../domain/match-events.ts';
import type { Instant } from '../domain/terms.ts';
import type { Logger } from '../lib/logger.ts';
import { post } from '../render/posts.ts';
import { cardPosted, hasPostedCard } from '../store/cards.ts';
import { markBroken } from '../store/channels.ts';
import type { Db } from '../store/database.ts';
import {
  channelsReached,
  dueDeliveries,
  nextDeliveryDue,
  postponePost,
  postShown,
  recordDelivery,
  stalePosts,
  type Outcome,
  type PendingDelivery,
} from '../store/deliveries.ts';
import {
  advanceCursor,
  findEvents,
  finishEvent,
  nextOpenEvent,
  type OutboxEvent,
} from '../store/events.ts';
import { audiencesAfter, audiencesOf, type Audience } from '../store/follows.ts';
import { findMatch } from '../store/matches.ts';
import { laneOf, nonceOf, retryAt } from './news.ts';
import type { ReaderOf } from './readers.ts';
import { LANES, type ChannelWriter, type Sender, type SendOutcome } from './sender.ts';

export interface DeliveryOptions {
  readonly db: Db;
  readonly sender: Sender;
  readonly readerOf: ReaderOf;
  readonly now: () => Instant;
  readonly log: Logger;
}

/** Channels reached in one go: a page of the fan-out. */
const PAGE = 50;

/** One event on its way to one channel. */
interface Delivery {
  readonly outbox: OutboxEvent;
  readonly held: HeldMatch;
  readonly audience: Audience;
  /** Failed tries before this one. */
  readonly attempts: number;
}

/**
 * Edge-triggered posts: pages through the followers of each open event, sends, notes what became
 * of it, moves the cursor. A run does all there is to do, and answers when the next retry is due.
 */
export const createPostDelivery = (options: DeliveryOptions) => {
  const { db, sender, readerOf, now, log } = options;

  const render = (held: HeldMatch, { audience, outbox }: Delivery) =>
    post(readerOf(audience.channel.locale), {
      event: outbox.event,
      held,
      memberIds: audience.memberIds,
      correctedAt: outbox.correctedAt,
    });

  const deliver = (delivery: Delivery): Promise<void> => {
    const { channel } = delivery.audience;
    return sender.inTurn(channel.discordId, laneOf(delivery.outbox.lane), (writer) =>
      deliverInTurn(delivery, writer),
    );
  };

  const deliverInTurn = async (delivery: Delivery, writer: ChannelWriter): Promise<void> => {
    const { outbox, audience } = delivery;
    const key = { eventId: outbox.id, channelKey: audience.channel.key };
    // Read now, not when it was queued: the start post is the card, and shows the newest state.
    const held = (await findMatch(db, outbox.event.matchId)) ?? delivery.held;
    const reason = await reasonToSuppress(delivery, held);
    if (reason !== null) {
      await recordDelivery(db, key, { outcome: 'suppressed', reason }, now());
      return;
    }
    const nonce = nonceOf(keyOf(outbox.event), audience.channel.discordId);
    const outcome = await writer.post(render(held, delivery), nonce);
    await record(delivery, held, outcome);
  };

  const reasonToSuppress = async (
    { outbox, audience }: Delivery,
    held: HeldMatch,
  ): Promise<string | null> => {
    if (now() > outbox.expiresAt) return 'expired';
    if (audience.channel.broken !== null) return 'channel-broken';
    if (outbox.event.kind !== 'start') return null;
    if (phaseOf(held.state.status) === 'over') return 'already-over';
    const card = { matchId: held.match.id, channelKey: audience.channel.key };
    return (await hasPostedCard(db, card)) ? 'card-posted' : null;
  };

  const record = async (delivery: Delivery, held: HeldMatch, sent: SendOutcome): Promise<void> => {
    const { outbox, audience } = delivery;
    const { channel } = audience;
    const key = { eventId: outbox.id, channelKey: channel.key };
    await db.transaction().execute(async (tx) => {
      await recordDelivery(tx, key, outcomeOf(delivery, sent), now());
      if (sent.kind === 'refused') await markBroken(tx, channel.key, sent.reason, now());
      if (sent.kind !== 'sent' || outbox.event.kind !== 'start') return;
      const card = { matchId: held.match.id, channelKey: channel.key };
      const { messageId } = sent;
      await cardPosted(tx, card, { messageId, rev: held.rev, at: now(), replacedMessageId: null });
    });
    if (sent.kind === 'sent' || sent.kind === 'gone') return;
    const details = { channel: channel.discordId, event: keyOf(outbox.event), reason: sent.reason };
    if (sent.kind === 'rejected') log.error(details, 'Discord rejected a post of ours');
    else log.warn(details, `post ${sent.kind}`);
  };

  const outcomeOf = ({ outbox, attempts }: Delivery, sent: SendOutcome): Outcome => {
    switch (sent.kind) {
      case 'sent':
        return { outcome: 'sent', messageId: sent.messageId, shownRev: outbox.rev };
      case 'refused':
      case 'rejected':
        return { outcome: 'failed', reason: sent.reason };
      case 'gone':
        return { outcome: 'failed', reason: 'gone' };
      case 'failed': {
        const tried = attempts + 1;
        const dueAt = retryAt(now(), tried, sent.retryAfter);
        return { outcome: 'parked', reason: sent.reason, dueAt, attempts: tried };
      }
    }
  };

  /** One page of one event; true when there may be more to do. */
  const fanOut = async (): Promise<boolean> => {
    const outbox = await nextOpenEvent(db);
    if (outbox === undefined) return false;
    const held = await findMatch(db, outbox.event.matchId);
    if (held === undefined || now() > outbox.expiresAt) {
      await finishEvent(db, outbox.id, now());
      return true;
    }
    const page = await audiencesAfter(db, targetsOf(held.match), outbox.cursor, PAGE);
    const reached = await channelsReached(
      db,
      outbox.id,
      page.map(({ channel }) => channel.key),
    );
    const open = page.filter(({ channel }) => !reached.has(channel.key));
    await Promise.all(open.map((audience) => deliver({ outbox, held, audience, attempts: 0 })));
    const last = page.at(-1);
    if (last !== undefined) await advanceCursor(db, outbox.id, last.channel.key);
    if (page.length < PAGE) await finishEvent(db, outbox.id, now());
    return true;
  };

  /** Runs `act` for deliveries noted earlier, with their event, match and audience. */
  const forEach = async (
    pending: readonly PendingDelivery[],
    act: (delivery: Delivery, pending: PendingDelivery) => Promise<void>,
  ): Promise<boolean> => {
    const events = await findEvents(db, [...new Set(pending.map(({ eventId }) => eventId))]);
    await Promise.all(
      pending.map(async (each) => {
        const outbox = events.get(each.eventId);
        const held = outbox === undefined ? undefined : await findMatch(db, outbox.event.matchId);
        const targets = held === undefined ? [] : targetsOf(held.match);
        const [audience] = await audiencesOf(db, targets, [each.channelKey]);
        if (outbox === undefined || held === undefined || audience === undefined) {
          await recordDelivery(db, each, { outcome: 'failed', reason: 'removed' }, now());
          return;
        }
        await act({ outbox, held, audience, attempts: each.attempts }, each);
      }),
    );
    return pending.length > 0;
  };

  const retry = async (): Promise<boolean> =>
    forEach(await dueDeliveries(db, now(), PAGE), deliver);

  const correct = async (): Promise<boolean> =>
    forEach(await stalePosts(db, now(), PAGE), (delivery, { messageId }) => {
      const { outbox, audience, held } = delivery;
      const key = { eventId: outbox.id, channelKey: audience.channel.key };
      return sender.inTurn(audience.channel.discordId, LANES.other, async (writer) => {
        // The start post is the live card, which is kept up to date by itself.
        if (messageId !== null && outbox.event.kind !== 'start') {
          const sent = await writer.edit(messageId, render(held, delivery));
          if (sent.kind === 'failed') {
            await postponePost(db, key, retryAt(now(), 1, sent.retryAfter));
            return;
          }
        }
        await postShown(db, key, outbox.rev);
      });
    });

  return async (signal: AbortSignal): Promise<number | null> => {
    while (!signal.aborted) {
      const worked = [await retry(), await correct(), await fanOut()].some(Boolean);
      if (!worked) break;
    }
    const due = await nextDeliveryDue(db);
    return due === null ? null : Math.max(0, due - now());
  };
};
