import type { HeldMatch } from '../domain/held-match.ts';
import { phaseOf } from '../domain/match.ts';
import { readerIn } from '../i18n/i18n.ts';
import { post } from '../render/posts.ts';
import { cardPosted, findCard, type CardKey } from '../store/cards.ts';
import { markBroken } from '../store/channels.ts';
import type { Db } from '../store/database.ts';
import { earlierUntold, recordDelivery, type Outcome } from '../store/deliveries.ts';
import type { OutboxEvent } from '../store/events.ts';
import type { Audience } from '../store/follows.ts';
import { findMatch } from '../store/matches.ts';
import { retryAt, type DeliveryOptions } from './delivery.ts';
import { laneOf, nonceOf } from './news.ts';
import { removeReplaced } from './replaced-card.ts';
import type { ChannelWriter, SendOutcome } from './sender.ts';

/** One piece of news on its way to one channel. */
export interface Delivery {
  readonly outbox: OutboxEvent;
  readonly held: HeldMatch;
  readonly audience: Audience;
  /** Failed tries before this one. */
  readonly attempts: number;
}

/** How long news waits for what comes before it in the same match. */
const IN_ORDER_AFTER = 200;

/** How often a channel that is broken is looked at, beside the events that mend it. */
const WHILE_BROKEN = 10 * 60_000;

const keyOf = ({ outbox, audience }: Delivery) => ({
  eventId: outbox.id,
  channelKey: audience.channel.key,
});

/** The message of a delivery. */
export const renderPost = ({ outbox, audience }: Delivery, held: HeldMatch) =>
  post(readerIn(audience.channel.locale), {
    event: outbox.event,
    held,
    memberIds: audience.memberIds,
    correctedAt: outbox.correctedAt,
  });

/** Sends news to a channel, and notes what became of it. */
export const createPostSender = ({ db, sender, now, log }: DeliveryOptions) => {
  const reasonToSuppress = ({ outbox }: Delivery, held: HeldMatch): string | null => {
    if (now() > outbox.expiresAt) return 'expired';
    const isOver = phaseOf(held.state.status) === 'over';
    return outbox.event.kind === 'start' && isOver ? 'already-over' : null;
  };

  const parkedUntil = (dueAt: number, reason: string, { attempts }: Delivery): Outcome => ({
    outcome: 'parked',
    reason,
    dueAt,
    attempts,
  });

  /** What is to be noted instead of sending; null when nothing stands in the way. */
  const obstacle = async (delivery: Delivery, held: HeldMatch): Promise<Outcome | null> => {
    const reason = reasonToSuppress(delivery, held);
    if (reason !== null) return { outcome: 'suppressed', reason };
    const { channel } = delivery.audience;
    // Kept until the channel can be written to again; a mended one does not wait so long.
    if (channel.broken !== null) {
      return parkedUntil(now() + WHILE_BROKEN, channel.broken, delivery);
    }
    // A match is told in order: what waits of it goes first.
    const earlier = await earlierUntold(db, keyOf(delivery), delivery.outbox.event.matchId);
    if (earlier === null) return null;
    // What is due already may be on its way: parked in the past, this would be taken up at once, and
    // again, and leave nobody else a turn.
    const dueAt = Math.max(earlier.dueAt ?? 0, now()) + IN_ORDER_AFTER;
    return parkedUntil(dueAt, 'in-order', delivery);
  };

  /** True when there was a reason not to send, and it is noted. */
  const isHeldBack = async (delivery: Delivery, held: HeldMatch): Promise<boolean> => {
    const outcome = await obstacle(delivery, held);
    if (outcome === null) return false;
    await recordDelivery(db, keyOf(delivery), outcome, now());
    return true;
  };

  const sendInTurn = async (delivery: Delivery, writer: ChannelWriter): Promise<void> => {
    const { outbox, audience } = delivery;
    // Read now, not when it was queued: the start post is the card, and shows the newest state.
    const held = (await findMatch(db, outbox.event.matchId)) ?? delivery.held;
    if (await isHeldBack(delivery, held)) return;
    const nonce = nonceOf(outbox.key, audience.channel.discordId);
    const sent = await writer.post(renderPost(delivery, held), nonce);
    await record(delivery, held, sent, writer);
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
    held: HeldMatch,
    sent: SendOutcome,
    writer: ChannelWriter,
  ): Promise<void> => {
    const { channel } = delivery.audience;
    const card = { matchId: held.match.id, channelKey: channel.key };
    const replaced = await db.transaction().execute(async (tx) => {
      await recordDelivery(tx, keyOf(delivery), outcomeOf(delivery, sent), now());
      if (sent.kind === 'refused') await markBroken(tx, channel.key, sent.reason, now());
      if (sent.kind !== 'sent' || delivery.outbox.event.kind !== 'start') return null;
      return await becomeCard(tx, card, { messageId: sent.messageId, rev: held.rev });
    });
    try {
      await removeReplaced(db, card, replaced, writer);
    } catch (error) {
      // It was sent, and that is noted: what is left over must not have it sent again.
      log.warn({ err: error, card }, 'a replaced card could not be deleted');
    }
    const details = { channel: channel.discordId, event: delivery.outbox.key, sent };
    if (sent.kind === 'rejected') log.error(details, 'Discord rejected a post of ours');
    else if (sent.kind === 'refused' || sent.kind === 'failed') log.warn(details, 'a post failed');
  };

  const outcomeOf = ({ outbox, attempts }: Delivery, sent: SendOutcome): Outcome => {
    switch (sent.kind) {
      case 'sent':
        return { outcome: 'sent', messageId: sent.messageId, shownRev: outbox.rev };
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
    send: async (delivery: Delivery): Promise<void> => {
      // What is not to be sent does not wait for a turn.
      if (await isHeldBack(delivery, delivery.held)) return;
      const { channel } = delivery.audience;
      await sender.inTurn(channel.discordId, laneOf(delivery.outbox.lane), (writer) =>
        sendInTurn(delivery, writer),
      );
    },
    /** Something of ours went wrong on the way: again later, never lost, never in a tight loop. */
    park: (delivery: Pick<Delivery, 'outbox' | 'audience' | 'attempts'>): Promise<void> => {
      const attempts = delivery.attempts + 1;
      const key = { eventId: delivery.outbox.id, channelKey: delivery.audience.channel.key };
      const dueAt = retryAt(now(), attempts);
      return recordDelivery(
        db,
        key,
        { outcome: 'parked', reason: 'error', dueAt, attempts },
        now(),
      );
    },
  };
};

export type PostSender = ReturnType<typeof createPostSender>;
