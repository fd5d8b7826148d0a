import { MessageFlags } from 'discord-api-types/v10';
import { unwantedMatch } from '../domain/alert-settings.ts';
import type { HeldMatch } from '../domain/held-match.ts';
import { phaseOf } from '../domain/match.ts';
import { quietUntil } from '../domain/quiet-hours.ts';
import { readerIn } from '../i18n/i18n.ts';
import { createInFlight } from '../lib/in-flight.ts';
import { liveCard, quietCard } from '../render/live-card.ts';
import type { MessageBody } from '../render/message.ts';
import { threadName } from '../render/posts.ts';
import {
  ANCHORED_FOR,
  BURIED_BY,
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
import { postsSince, startPendingUntil } from '../store/deliveries.ts';
import { findMatch } from '../store/matches.ts';
import { noteThread, threadOf } from '../store/threads.ts';
import { retryAt, type DeliveryOptions } from './delivery.ts';
import { standingFor } from './hindsight.ts';
import { nonceOf } from './news.ts';
import { CAN_THREAD } from './place.ts';
import { removeReplaced } from './replaced-card.ts';
import { LANES, type ChannelWriter, type SendOutcome } from './sender.ts';

/** Cards on their way at once; more only wait in a queue. */
const IN_FLIGHT = 48;

/** Discord lets messages older than an hour be edited only rarely: a card is posted anew before. */
const REPOST_AFTER = 50 * 60_000;

/** How soon a card is looked at again whose start post goes first. */
const AFTER_START = 500;

/** No push notification: a badge only. */
const QUIET = MessageFlags.SuppressNotifications;

/** How soon a card is looked at again whose match has not begun for its channel. */
const NOT_BEGUN_FOR = 5_000;

const HOUR = 60 * 60_000;

const isCardWanted = ({ settings }: Card['channel'], held: HeldMatch): boolean =>
  settings.kinds.includes('card') && unwantedMatch(settings, held) === null;

const keyOf = (card: Card): CardKey => ({ matchId: card.matchId, channelKey: card.channel.key });

/**
 * Level-triggered live cards: whatever trails its match is shown the newest state, one edit per
 * card at a time. Points that fall meanwhile coalesce by construction. A channel with a spoiler delay
 * is shown the match as it stood that long ago. Answers when the next postponed card is due.
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
        if (card === undefined || held === undefined) return;
        if (card.channel.broken !== null) return;
        await showInTurn(card, held, writer);
      });
    } catch (error) {
      const attempts = queued.attempts + 1;
      await postponeCard(db, keyOf(queued), retryAt(now(), attempts), attempts);
      throw error;
    }
  };

  const showInTurn = async (card: Card, held: HeldMatch, writer: ChannelWriter): Promise<void> => {
    const key = keyOf(card);
    await removeReplaced(db, key, card.replacedMessageId, writer);
    const standing = await standingFor(db, held, card.channel, now());
    const { moreAt } = standing;
    if (moreAt !== null && (standing.held?.rev ?? 0) <= card.shownRev) {
      await postponeCard(db, key, moreAt, card.attempts);
      return;
    }
    // What is no revision of the match itself (that data was late) counts as seen with all the rest.
    const shown = standing.held ?? held;
    await (card.messageId === null
      ? postFirst(card, shown, writer)
      : showAgain(card, card.messageId, shown, writer));
    if (moreAt !== null) await postponeCard(db, key, moreAt, card.attempts);
  };

  /** Why a card that was never posted is not going to be, or not yet. */
  const postFirst = async (card: Card, held: HeldMatch, writer: ChannelWriter): Promise<void> => {
    const key = keyOf(card);
    const { settings } = card.channel;
    const phase = phaseOf(held.state.status);
    if (phase === 'over' || !isCardWanted(card.channel, held)) {
      await closeCard(db, key);
      return;
    }
    // In a channel that is told later the match has not begun yet.
    if (phase === 'upcoming') {
      await postponeCard(db, key, now() + NOT_BEGUN_FOR, card.attempts);
      return;
    }
    const { postsPerHour } = settings;
    if (
      postsPerHour !== null &&
      (await postsSince(db, key.channelKey, now() - HOUR)) >= postsPerHour
    ) {
      await closeCard(db, key);
      return;
    }
    const quiet = quietUntil(settings.quietHours, settings.timeZone, now());
    if (quiet !== null) {
      await postponeCard(db, key, quiet, card.attempts);
      return;
    }
    // The start post is the card: where one is on its way, a quiet one only stands in its place.
    const pending = await startPendingUntil(db, key, now());
    if (pending !== null) {
      await postponeCard(db, key, pending + AFTER_START, card.attempts);
      return;
    }
    await postAnew(card, held, writer);
  };

  const showAgain = async (
    card: Card,
    messageId: string,
    held: HeldMatch,
    writer: ChannelWriter,
  ): Promise<void> => {
    const { settings, kind } = card.channel;
    // Not wanted any more: what was posted stays as it is.
    if (!isCardWanted(card.channel, held)) {
      await closeCard(db, keyOf(card));
      return;
    }
    const age = now() - (card.postedAt ?? 0);
    // The last edits of a match that is over are few: its card stays where it is.
    const isOver = phaseOf(held.state.status) === 'over';
    if (isOver && settings.removeCards && kind !== 'forum') {
      const { kind: removed } = await writer.remove(messageId);
      if (removed !== 'failed' && removed !== 'limited') await closeCard(db, keyOf(card));
      else
        await postponeCard(db, keyOf(card), retryAt(now(), card.attempts + 1), card.attempts + 1);
      return;
    }
    const isBuried = settings.reanchor && card.buried >= BURIED_BY && age > ANCHORED_FOR;
    const isQuiet = quietUntil(settings.quietHours, settings.timeZone, now()) !== null;
    // In a forum the card is the first message of its post, which stays on top.
    const isFixed = isOver || isQuiet || kind === 'forum';
    const staysInPlace = isFixed || (age < REPOST_AFTER && !isBuried);
    if (!staysInPlace) {
      await postAnew(card, held, writer);
      return;
    }
    const reader = readerIn(card.channel.locale);
    const body = liveCard(reader, held, settings);
    if (kind !== 'forum') {
      await record(card, held.rev, await writer.edit(messageId, body));
      return;
    }
    const { threadId = messageId } = (await threadOf(db, keyOf(card))) ?? {};
    const sent = await writer.within(threadId ?? messageId).edit(messageId, body);
    // A deleted post is not the forum: that one goes on without it.
    const isGone = sent.kind === 'refused' && sent.reason === 'unknown-channel';
    if (isGone || sent.kind === 'gone') await noteThread(db, keyOf(card), null);
    await record(card, held.rev, isGone ? { kind: 'gone' } : sent);
  };

  const postAnew = async (card: Card, held: HeldMatch, writer: ChannelWriter): Promise<void> => {
    const { channel, messageId } = card;
    const reader = readerIn(channel.locale);
    const name = `card:${card.matchId}:${messageId ?? 'first'}`;
    const nonce = nonceOf(name, channel.discordId);
    const body = { ...quietCard(reader, held, channel.settings), flags: QUIET };
    const title = threadName(held);
    const thread = channel.kind === 'forum' ? await threadOf(db, keyOf(card)) : undefined;
    if (thread !== undefined) {
      await postInThread(card, held, { threadId: thread.threadId, body, nonce }, writer);
      return;
    }
    const sent =
      channel.kind === 'forum'
        ? await writer.openPost(title, body)
        : await writer.post(body, nonce);
    if (sent.kind !== 'sent') {
      await record(card, held.rev, sent);
      return;
    }
    const posted = { messageId: sent.messageId, rev: held.rev, at: now() };
    await cardPosted(db, keyOf(card), { ...posted, replacedMessageId: messageId });
    await removeReplaced(db, keyOf(card), messageId, writer);
    if (channel.kind === 'forum') await noteThread(db, keyOf(card), sent.messageId);
    else await openThread(card, sent.messageId, title, writer);
  };

  /** In a forum where news of the match has opened its post already. */
  const postInThread = async (
    card: Card,
    held: HeldMatch,
    {
      threadId,
      body,
      nonce,
    }: { readonly threadId: string | null; readonly body: MessageBody; readonly nonce: string },
    writer: ChannelWriter,
  ): Promise<void> => {
    if (threadId === null) {
      await closeCard(db, keyOf(card));
      return;
    }
    const sent = await writer.within(threadId).post(body, nonce);
    if (sent.kind !== 'sent') {
      await record(card, held.rev, sent);
      return;
    }
    const posted = { messageId: sent.messageId, rev: held.rev, at: now() };
    await cardPosted(db, keyOf(card), { ...posted, replacedMessageId: null });
  };

  const openThread = async (
    card: Card,
    messageId: string,
    title: string,
    writer: ChannelWriter,
  ): Promise<void> => {
    const { settings, kind } = card.channel;
    if (!settings.threads || !CAN_THREAD.has(kind)) return;
    if ((await threadOf(db, keyOf(card))) !== undefined) return;
    const thread = await writer.openThread(messageId, title);
    if (thread.kind === 'sent') await noteThread(db, keyOf(card), thread.messageId);
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
        // The next revision may be accepted; this one never will.
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
