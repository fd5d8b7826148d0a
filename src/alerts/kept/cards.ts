import { MessageFlags } from 'discord-api-types/v10';
import { bitOf } from '../../domain/alerts/alert-types.ts';
import { silentUntil } from '../../domain/alerts/quiet-hours.ts';
import { filterReason } from '../../domain/alerts/settings.ts';
import { LIMIT_WINDOW_MS, postsLeft } from '../../domain/alerts/verdict.ts';
import { isOver, phaseOf } from '../../domain/match/match.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import type { Instant } from '../../domain/terms.ts';
import { readerIn } from '../../i18n/i18n.ts';
import { createLimiter, nextRunInMs } from '../../lib/limiter.ts';
import { HOUR } from '../../lib/time.ts';
import { liveCard, quietCard } from '../../render/match/live-card.ts';
import {
  closeCard,
  completeCardPosting,
  deleteCard,
  MIN_REPOST_INTERVAL_MS,
  recordCardEdited,
  REPOST_AFTER_MESSAGES,
  scheduleCard,
} from '../../store/cards/card-changes.ts';
import { cardKey, dueCards, findCard, type Card } from '../../store/cards/cards.ts';
import { cardRow, postponeKept } from '../../store/cards/kept-rows.ts';
import { saveThread, threadOf } from '../../store/cards/threads.ts';
import { findMatch } from '../../store/matches/matches.ts';
import { isRecipient } from '../../store/members/audiences.ts';
import { messageCountSince } from '../../store/outbox/delivered.ts';
import { startPostDueAt } from '../../store/outbox/match-order.ts';
import { watchedIn, type DeliveryOptions, type DeliverySignals } from '../delivery/delivery.ts';
import { placeOfCard } from '../delivery/place.ts';
import { isForLater, isGone, threadOutcome } from '../delivery/response-classification.ts';
import { SEND_PRIORITIES, type ChannelWriter, type PossibleForumPost } from '../delivery/sender.ts';
import { delayedSnapshot, targetsIn } from '../delivery/subject.ts';
import { openThreadAt, writePost } from '../delivery/write-post.ts';
import { nonceOf } from '../ingest/news.ts';
import {
  createKeptPoster,
  inTurnOf,
  recordKept,
  REPOST_AFTER_MS,
  type KeptMessage,
} from './post-kept.ts';

/** No push notification: a badge only. */
const QUIET = MessageFlags.SuppressNotifications;

/** No match takes longer: an older post of the same name is another match's. */
const MAX_MATCH_MS = 6 * HOUR;

/** Cards in flight at the same time; more would only wait in the sender's queue. */
const IN_FLIGHT = 48;

const AFTER_START_MS = 500;

/** How soon a card is checked again whose match has not started for a channel with a spoiler delay. */
const NOT_STARTED_RETRY_MS = 5_000;

const isCardWanted = ({ settings }: Card['channel'], held: TrackedMatch): boolean =>
  filterReason(settings, 'card', held) === null;

/** Keeps live cards current, level-triggered: a stale card gets the newest state, so points meanwhile are one edit. */
export const createCardDelivery = (options: DeliveryOptions, signals: DeliverySignals) => {
  const { db, now, log } = options;
  const startedAt = now();
  const postKept = createKeptPoster(options, signals);
  const limiter = createLimiter({
    capacity: IN_FLIGHT,
    wake: () => signals.emit('cards'),
    onError: (error, name) => {
      log.error({ err: error, card: name }, 'live card could not be updated');
    },
  });

  const show = ({ matchId, channel, attempts }: Card): Promise<void> => {
    const { key: channelKey, discordId } = channel;
    const key = { matchId, channelKey };
    const queued = { row: cardRow(key), discordId, attempts };
    return inTurnOf(options, queued, SEND_PRIORITIES.card, async (writer) => {
      // Read now, not when it was queued: a start post may have become the card meanwhile.
      const card = await findCard(db, key);
      const held = await findMatch(db, matchId);
      if (card === undefined || held === undefined || card.channel.broken !== null) return;
      await showInTurn(card, held, writer);
    });
  };

  const showInTurn = async (
    card: Card,
    held: TrackedMatch,
    writer: ChannelWriter,
  ): Promise<void> => {
    const key = cardKey(card);
    const { held: known, moreAt } = await delayedSnapshot(db, held, card.channel, now());
    if (moreAt !== null && (known === undefined || known.rev <= card.shownRev)) {
      await postponeKept(db, cardRow(key), moreAt, card.attempts);
      return;
    }
    // A change that is no revision of the match (late data) counts as shown, too.
    await showMatch(card, watchedIn(options, card.channel, known ?? held), writer);
    if (moreAt !== null) await scheduleCard(db, key, moreAt);
  };

  const showMatch = async (
    card: Card,
    held: TrackedMatch,
    writer: ChannelWriter,
  ): Promise<void> => {
    const { channel, messageId, postingSince } = card;
    // The message may be at Discord already: the same post goes first, with the same nonce.
    const isPosting = postingSince !== null && isCardWanted(channel, held);
    if (isPosting) await post(card, held, writer);
    else if (messageId === null) await postFirst(card, held, writer);
    else if (await staysInPlace(card, held)) await edit(card, messageId, held, writer);
    else await post(card, held, writer);
  };

  const postFirst = async (
    card: Card,
    held: TrackedMatch,
    writer: ChannelWriter,
  ): Promise<void> => {
    const key = cardKey(card);
    if (await isDropped(card, held)) {
      await deleteCard(db, key);
      return;
    }
    const until = await postableAt(card, held);
    if (until !== null) await postponeKept(db, cardRow(key), until, card.attempts);
    else await post(card, held, writer);
  };

  const isDropped = async ({ channel }: Card, held: TrackedMatch): Promise<boolean> => {
    if (isOver(held.state) || !isCardWanted(channel, held)) return true;
    // The channel may have stopped following while the card waited.
    if (!(await isRecipient(db, await targetsIn(db, held), bitOf('card'), channel))) return true;
    return (await remainingPostsIn(channel)) <= 0;
  };

  const remainingPostsIn = async ({ key }: Card['channel']): Promise<number> =>
    postsLeft(await messageCountSince(db, key, now() - LIMIT_WINDOW_MS));

  /** When a card may be posted; null for now. */
  const postableAt = async (card: Card, held: TrackedMatch): Promise<Instant | null> => {
    // In a channel with a spoiler delay the match has not started yet.
    if (phaseOf(held.state.status) === 'upcoming') return now() + NOT_STARTED_RETRY_MS;
    const quiet = silentUntil(card.channel.settings, now());
    if (quiet !== null) return quiet;
    // The start post becomes the card: while it is pending, a separate card would only take its
    // place.
    const pending = await startPostDueAt(db, cardKey(card), now());
    return pending === null ? null : pending + AFTER_START_MS;
  };

  /** Whether a card is edited in place; otherwise it is reposted below newer messages. */
  const staysInPlace = async (card: Card, held: TrackedMatch): Promise<boolean> => {
    const { channel, postedAt } = card;
    const age = now() - (postedAt ?? 0);
    // A finished match has few edits left; in a forum the card stays at the top of its post.
    if (isOver(held.state) || channel.kind === 'forum') return true;
    // A card that the channel no longer wants is still edited to the end: an outdated score would
    // mislead.
    if (!isCardWanted(channel, held)) return true;
    if (silentUntil(channel.settings, now()) !== null) return true;
    return age < REPOST_AFTER_MS && !(await isToRepost(card, age));
  };

  /** Whether a card is pushed down far enough, and old enough for the channel's limit to allow a repost. */
  const isToRepost = async ({ channel, messagesBelow }: Card, age: number): Promise<boolean> => {
    if (messagesBelow < REPOST_AFTER_MESSAGES || age <= MIN_REPOST_INTERVAL_MS) return false;
    const remaining = await remainingPostsIn(channel);
    return remaining > 0 && age > LIMIT_WINDOW_MS / remaining;
  };

  const keptOf = (card: Card, { rev }: TrackedMatch): KeptMessage => {
    const key = cardKey(card);
    const { matchId, refreshes } = card;
    const row = cardRow(key);
    return {
      ...card,
      row,
      what: 'a card',
      of: matchId,
      recordResponse: async (response) => {
        if (isForLater(response)) await postponeKept(db, row, response.dueAt, response.attempts);
        // In a broken channel the card stays stale until the channel is writable again.
        else if (response.outcome === 'pending') return;
        else if (isGone(response)) await closeCard(db, key, now());
        // Discord will never accept a rejected body, but perhaps the next revision.
        else await recordCardEdited(db, key, { refreshes, rev, at: now() });
      },
    };
  };

  /** A forum post that an earlier attempt may have opened: a failed one, or one of the previous process. */
  const lostPost = ({ channel, attempts }: Card): PossibleForumPost | undefined =>
    attempts > 0 || now() - startedAt < MAX_MATCH_MS
      ? { guildId: channel.guildId, since: now() - MAX_MATCH_MS }
      : undefined;

  const post = async (card: Card, held: TrackedMatch, writer: ChannelWriter): Promise<void> => {
    const { channel, matchId, messageId: replacedId, refreshes } = card;
    const key = cardKey(card);
    const body = quietCard(readerIn(channel.locale), held, channel.settings);
    const before = replacedId ?? `first:${card.openedAt}`;
    const nonce = nonceOf(`card:${matchId}:${before}`, channel.discordId);
    const at = { key, place: await placeOfCard(db, card, held) };
    const postedId = await postKept({
      ...keptOf(card, held),
      send: async () => {
        const message = { body: { ...body, flags: QUIET }, nonce, lost: lostPost(card) };
        return (await writePost({ db, writer }, at, message)).sent;
      },
      recordPosted: async (tx, posting, { messageId, at: postedAt, mayBeOlder }) => {
        const posted = { messageId, rev: mayBeOlder ? 0 : held.rev, at: postedAt, refreshes };
        const isRecorded = await completeCardPosting(tx, key, posting, posted);
        // Stored in the same transaction: otherwise later posts would miss the card's forum post.
        if (isRecorded && at.place.isNewPost) await saveThread(tx, key, messageId);
        return isRecorded;
      },
    });
    if (postedId !== null) await openThreadAt({ db, now, writer }, at, postedId);
  };

  const edit = async (
    card: Card,
    messageId: string,
    held: TrackedMatch,
    writer: ChannelWriter,
  ): Promise<void> => {
    const { channel } = card;
    const kept = keptOf(card, held);
    const body = liveCard(readerIn(channel.locale), held, channel.settings);
    if (channel.kind !== 'forum') {
      await recordKept(options, kept, await writer.edit(messageId, body));
      return;
    }
    // In a forum the card is a message in its thread.
    const { threadId } = (await threadOf(db, cardKey(card))) ?? { threadId: messageId };
    const sent = threadOutcome(await writer.within(threadId ?? messageId).edit(messageId, body));
    if (sent.kind === 'gone') await saveThread(db, cardKey(card), null);
    await recordKept(options, kept, sent);
  };

  return async (signal: AbortSignal): Promise<number | null> => {
    // Cards in flight are still stale in the database: read as many again.
    const { due, nextAt } = await dueCards(db, now(), 2 * IN_FLIGHT);
    const nameOf = ({ matchId, channel }: Card): string => `${matchId}:${channel.key}`;
    const isFull = !limiter.launchAll(due, nameOf, show, signal);
    return nextRunInMs(nextAt === null ? null : nextAt - now(), isFull);
  };
};
