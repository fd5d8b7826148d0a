import { MessageFlags } from 'discord-api-types/v10';
import type { HeldMatch } from '../domain/held-match.ts';
import { phaseOf } from '../domain/match.ts';
import { readerIn } from '../i18n/i18n.ts';
import { createInFlight } from '../lib/in-flight.ts';
import { liveCard, quietCard } from '../render/live-card.ts';
import {
  cardPosted,
  cardShown,
  closeCard,
  findCard,
  nextCardDue,
  postponeCard,
  staleCards,
  type Card,
  type CardKey,
} from '../store/cards.ts';
import { markBroken } from '../store/channels.ts';
import { findMatch } from '../store/matches.ts';
import { retryAt, type DeliveryOptions } from './delivery.ts';
import { nonceOf } from './news.ts';
import { removeReplaced } from './replaced-card.ts';
import { LANES, type ChannelWriter, type SendOutcome } from './sender.ts';

/** Cards on their way at once; more only wait in a queue. */
const IN_FLIGHT = 48;

/** Discord lets messages older than an hour be edited only rarely: a card is posted anew before. */
const REPOST_AFTER = 50 * 60_000;

/** No push notification: a badge only. */
const QUIET = MessageFlags.SuppressNotifications;

const keyOf = (card: Card): CardKey => ({ matchId: card.matchId, channelKey: card.channel.key });

/**
 * Level-triggered live cards: whatever trails its match is shown the newest state, one edit per
 * card at a time. Points that fall meanwhile coalesce by construction. Answers when the next
 * postponed card is due.
 */
export const createCardDelivery = (options: DeliveryOptions, wake: () => void) => {
  const { db, sender, now, log } = options;
  const inFlight = createInFlight({
    max: IN_FLIGHT,
    onDone: wake,
    onError: (error, name) => {
      log.error({ err: error, card: name }, 'a live card could not be shown');
    },
  });

  const show = async (queued: Card): Promise<void> => {
    try {
      await sender.inTurn(queued.channel.discordId, LANES.card, async (writer) => {
        // Read now, not when it was queued: a start post may have become the card meanwhile.
        const card = await findCard(db, keyOf(queued));
        const held = await findMatch(db, queued.matchId);
        const isSame = card?.channel.discordId === queued.channel.discordId;
        if (card === undefined || held === undefined || !isSame) return;
        if (card.channel.broken === null) await showInTurn(card, held, writer);
      });
    } catch (error) {
      const attempts = queued.attempts + 1;
      await postponeCard(db, keyOf(queued), retryAt(now(), attempts), attempts);
      throw error;
    }
  };

  const showInTurn = async (card: Card, held: HeldMatch, writer: ChannelWriter): Promise<void> => {
    await removeReplaced(db, keyOf(card), card.replacedMessageId, writer);
    const reader = readerIn(card.channel.locale);
    const isYoung = card.postedAt !== null && now() - card.postedAt < REPOST_AFTER;
    // The last edits of a match that is over are few: its card stays where it is.
    const staysInPlace = isYoung || phaseOf(held.state.status) === 'over';
    if (card.messageId !== null && staysInPlace) {
      await record(card, held.rev, await writer.edit(card.messageId, liveCard(reader, held)));
      return;
    }
    const name = `card:${card.matchId}:${card.messageId ?? 'first'}`;
    const nonce = nonceOf(name, card.channel.discordId);
    const sent = await writer.post({ ...quietCard(reader, held), flags: QUIET }, nonce);
    if (sent.kind !== 'sent') {
      await record(card, held.rev, sent);
      return;
    }
    const posted = { messageId: sent.messageId, rev: held.rev, at: now() };
    await cardPosted(db, keyOf(card), { ...posted, replacedMessageId: card.messageId });
    await removeReplaced(db, keyOf(card), card.messageId, writer);
  };

  const record = async (card: Card, rev: number, sent: SendOutcome): Promise<void> => {
    const key = keyOf(card);
    switch (sent.kind) {
      case 'sent':
        await cardShown(db, key, rev, now());
        return;
      case 'gone':
        await closeCard(db, key);
        return;
      case 'refused':
        log.warn({ channel: card.channel.discordId, reason: sent.reason }, 'channel marked broken');
        await markBroken(db, card.channel.key, sent.reason, now());
        return;
      case 'rejected':
        log.error({ card: key, reason: sent.reason }, 'Discord rejected a card of ours');
        await cardShown(db, key, rev, now());
        return;
      case 'limited':
        await postponeCard(db, key, now() + sent.retryAfter, card.attempts);
        return;
      case 'failed': {
        const attempts = card.attempts + 1;
        await postponeCard(db, key, retryAt(now(), attempts, sent.retryAfter), attempts);
      }
    }
  };

  return async (signal: AbortSignal): Promise<number | null> => {
    // Those on their way are still stale: as many more are read as there may be of them.
    for (const card of await staleCards(db, now(), 2 * IN_FLIGHT)) {
      if (signal.aborted || inFlight.room() === 0) break;
      inFlight.launch(`${card.matchId}:${card.channel.key}`, () => show(card));
    }
    const due = await nextCardDue(db, now());
    return due === null ? null : due - now();
  };
};
