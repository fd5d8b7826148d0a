import { MessageFlags } from 'discord-api-types/v10';
import type { HeldMatch } from '../domain/held-match.ts';
import { phaseOf } from '../domain/match.ts';
import type { Instant } from '../domain/terms.ts';
import { liveCard, quietCard } from '../render/live-card.ts';
import {
  cardPosted,
  cardShown,
  closeCard,
  nextCardDue,
  postponeCard,
  replacedCardDeleted,
  staleCards,
  type Card,
} from '../store/cards.ts';
import { markBroken } from '../store/channels.ts';
import { findMatch } from '../store/matches.ts';
import type { DeliveryOptions } from './deliver-posts.ts';
import { nonceOf, retryAt } from './news.ts';
import { LANES, type ChannelWriter, type SendOutcome } from './sender.ts';

/** Cards in flight at once; more only wait in a queue, with a state that grows old. */
const IN_FLIGHT = 48;

/** Discord lets messages older than an hour be edited only rarely: a card is posted anew before. */
const REPOST_AFTER = 50 * 60_000;

/** No push notification: a badge only. */
const QUIET = MessageFlags.SuppressNotifications;

/**
 * Level-triggered live cards: whatever trails its match is shown the newest state, one edit per
 * card at a time. Points that fall meanwhile coalesce by construction.
 */
export const createCardDelivery = (
  options: DeliveryOptions,
  /** Called when a card is done: another one may take its place. */
  wake: () => void,
) => {
  const { db, sender, readerOf, now, log } = options;
  const inFlight = new Set<string>();

  const show = (card: Card): Promise<void> =>
    sender.inTurn(card.channel.discordId, LANES.card, async (writer) => {
      const held = await findMatch(db, card.matchId);
      if (held !== undefined) await showInTurn(card, held, writer);
    });

  const showInTurn = async (card: Card, held: HeldMatch, writer: ChannelWriter): Promise<void> => {
    await removeReplaced(card, writer);
    const reader = readerOf(card.channel.locale);
    const isYoung = card.postedAt !== null && now() - card.postedAt < REPOST_AFTER;
    // The last edits of a match that is over are few: its card stays where it is.
    const staysInPlace = isYoung || phaseOf(held.state.status) === 'over';
    if (card.messageId !== null && staysInPlace) {
      await record(card, held.rev, await writer.edit(card.messageId, liveCard(reader, held)));
      return;
    }
    const nonce = nonceOf(
      `card:${card.matchId}:${card.messageId ?? 'first'}`,
      card.channel.discordId,
    );
    const sent = await writer.post({ ...quietCard(reader, held), flags: QUIET }, nonce);
    if (sent.kind !== 'sent') {
      await record(card, held.rev, sent);
      return;
    }
    const posted = { messageId: sent.messageId, rev: held.rev, at: now() };
    await cardPosted(db, keyOf(card), { ...posted, replacedMessageId: card.messageId });
    await removeReplaced({ ...card, replacedMessageId: card.messageId }, writer);
  };

  const removeReplaced = async (card: Card, writer: ChannelWriter): Promise<void> => {
    if (card.replacedMessageId === null) return;
    const outcome = await writer.remove(card.replacedMessageId);
    if (outcome.kind !== 'failed') await replacedCardDeleted(db, keyOf(card));
  };

  const record = async (card: Card, rev: number, sent: SendOutcome): Promise<void> => {
    const key = keyOf(card);
    switch (sent.kind) {
      case 'sent':
        await cardShown(db, key, rev);
        return;
      case 'gone':
        await closeCard(db, key);
        return;
      case 'refused':
        log.warn({ channel: card.channel.discordId, reason: sent.reason }, 'channel marked broken');
        await markBroken(db, card.channel.key, sent.reason, now());
        return;
      case 'rejected':
        log.error(
          { matchId: card.matchId, reason: sent.reason },
          'Discord rejected a card of ours',
        );
        await cardShown(db, key, rev);
        return;
      case 'failed': {
        const attempts = card.attempts + 1;
        await postponeCard(db, key, retryAt(now(), attempts, sent.retryAfter), attempts);
      }
    }
  };

  const launch = (card: Card): void => {
    const name = `${card.matchId}:${card.channel.key}`;
    if (inFlight.has(name)) return;
    inFlight.add(name);
    show(card)
      .catch((error: unknown) => {
        log.error({ err: error, matchId: card.matchId }, 'a live card could not be shown');
      })
      .finally(() => {
        inFlight.delete(name);
        wake();
      });
  };

  return async (): Promise<number | null> => {
    for (const card of await staleCards(db, now(), IN_FLIGHT)) {
      if (inFlight.size < IN_FLIGHT) launch(card);
    }
    const due: Instant | null = await nextCardDue(db, now());
    return due === null ? null : due - now();
  };
};

const keyOf = (card: Card) => ({ matchId: card.matchId, channelKey: card.channel.key });
