import { unwantedMatch } from '../../domain/alert-settings.ts';
import type { HeldMatch } from '../../domain/held-match.ts';
import { phaseOf } from '../../domain/match.ts';
import { quietUntil } from '../../domain/quiet-hours.ts';
import type { Instant } from '../../domain/terms.ts';
import { LIMIT_WINDOW } from '../../domain/verdict.ts';
import { createLimiter, nextRunInMs } from '../../lib/limiter.ts';
import { MINUTE } from '../../lib/time.ts';
import { isRecipient } from '../../store/audiences.ts';
import { dropCard, lookAgainAt, postponeCard } from '../../store/card-changes.ts';
import { cardKey, dueCards, findCard, type Card } from '../../store/cards.ts';
import { ANCHORED_FOR, BURIED_BY } from '../../store/cards-shown-anew.ts';
import { startPendingUntil } from '../../store/in-order.ts';
import { messagesSince } from '../../store/told.ts';
import { findMatch } from '../../store/matches.ts';
import type { DeleteUnwanted } from './delete-unwanted.ts';
import type { DeliveryOptions } from '../delivery.ts';
import { delayedSnapshot } from '../hindsight.ts';
import { createCardPoster } from './post-card.ts';
import { withBackoff } from '../rested.ts';
import { LANES, type ChannelWriter } from '../sender.ts';
import { targetsIn } from '../subject.ts';
import { namedIn } from '../unwanted-matches.ts';

/** Cards on their way at once; more only wait in a queue. */
const IN_FLIGHT = 48;

/** Discord lets messages older than an hour be edited only rarely: a card is posted anew before. */
const REPOST_AFTER = 50 * MINUTE;

/** How soon a card is looked at again whose start post goes first. */
const AFTER_START = 500;

/** How soon a card is looked at again whose match has not begun for its channel. */
const NOT_BEGUN_FOR = 5_000;

/**
 * Level-triggered live cards: whatever trails its match is shown the newest state, one edit per
 * card at a time. Points that fall meanwhile coalesce by construction. A channel with a spoiler delay
 * is shown the match as it stood that long ago. Answers when the next postponed card is due.
 */
export const createCardDelivery = (
  options: DeliveryOptions,
  deleteUnwanted: DeleteUnwanted,
  wake: () => void,
) => {
  const { db, sender, now, log } = options;
  const poster = createCardPoster(options, deleteUnwanted);
  const limiter = createLimiter({
    capacity: IN_FLIGHT,
    wake,
    onError: (error, name) => {
      log.error({ err: error, card: name }, 'a live card could not be shown');
    },
  });

  const isCardWanted = async (channel: Card['channel'], held: HeldMatch): Promise<boolean> => {
    const { settings } = channel;
    if (!settings.kinds.includes('card')) return false;
    const named = await namedIn(db, channel, [held]);
    return unwantedMatch(settings, held, named.has(held.match.id)) === null;
  };

  const show = (queued: Card): Promise<void> => {
    const key = cardKey(queued);
    const { attempts } = queued;
    // It stays stale, for whoever sends next.
    const postpone = (dueAt: Instant, tried: number): Promise<void> =>
      postponeCard(db, key, dueAt, tried);
    return withBackoff({ now, attempts, postpone }, () =>
      sender.inTurn(queued.channel.discordId, LANES.card, async (writer) => {
        // Read now, not when it was queued: a start post may have become the card meanwhile.
        const card = await findCard(db, key);
        const held = await findMatch(db, queued.matchId);
        if (card === undefined || held === undefined) return;
        if (card.channel.broken !== null) return;
        await showInTurn(card, held, writer);
      }),
    );
  };

  const showInTurn = async (card: Card, held: HeldMatch, writer: ChannelWriter): Promise<void> => {
    const key = cardKey(card);
    const { held: known, moreAt } = await delayedSnapshot(db, held, card.channel, now());
    if (moreAt !== null && (known === undefined || known.rev <= card.shownRev)) {
      await postponeCard(db, key, moreAt, card.attempts);
      return;
    }
    // What is no revision of the match itself (that data was late) counts as seen with all the rest.
    const shown = known ?? held;
    await showOne(card, shown, writer);
    if (moreAt !== null) await lookAgainAt(db, key, moreAt);
  };

  const showOne = async (card: Card, held: HeldMatch, writer: ChannelWriter): Promise<void> => {
    // It may be at Discord: what was chosen then is done, by the same nonce, before anything else.
    const isOnItsWay = card.postingSince !== null && (await isCardWanted(card.channel, held));
    if (isOnItsWay) await poster.postAnew(card, held, writer);
    else if (card.messageId === null) await postFirst(card, held, writer);
    else await showAgain(card, card.messageId, held, writer);
  };

  const postFirst = async (card: Card, held: HeldMatch, writer: ChannelWriter): Promise<void> => {
    const key = cardKey(card);
    if (await isNotToBe(card, held)) {
      await dropCard(db, key);
      return;
    }
    const until = await notBefore(card, held);
    if (until !== null) await postponeCard(db, key, until, card.attempts);
    else await poster.postAnew(card, held, writer);
  };

  /** Whether a card that was never posted is not going to be. */
  const isNotToBe = async ({ channel }: Card, held: HeldMatch): Promise<boolean> => {
    if (phaseOf(held.state.status) === 'over' || !(await isCardWanted(channel, held))) return true;
    // Whoever stopped following while it waited is not shown it any more.
    if (!(await isRecipient(db, await targetsIn(db, held), channel))) return true;
    return (await roomIn(channel)) <= 0;
  };

  /** How many messages more a channel's limit leaves in this hour. */
  const roomIn = async ({ key, settings }: Card['channel']): Promise<number> =>
    settings.postsPerHour === null
      ? Infinity
      : settings.postsPerHour - (await messagesSince(db, key, now() - LIMIT_WINDOW));

  /** Until when a card waits before it is posted; null when it may be at once. */
  const notBefore = async (card: Card, held: HeldMatch): Promise<Instant | null> => {
    const { quietHours, timeZone } = card.channel.settings;
    // In a channel that is told later the match has not begun yet.
    if (phaseOf(held.state.status) === 'upcoming') return now() + NOT_BEGUN_FOR;
    const quiet = quietUntil(quietHours, timeZone, now());
    if (quiet !== null) return quiet;
    // The start post is the card: where one is on its way, a quiet one only stands in its place.
    const pending = await startPendingUntil(db, cardKey(card), now());
    return pending === null ? null : pending + AFTER_START;
  };

  const showAgain = async (
    card: Card,
    messageId: string,
    held: HeldMatch,
    writer: ChannelWriter,
  ): Promise<void> => {
    const { channel } = card;
    const isOver = phaseOf(held.state.status) === 'over';
    if (isOver && channel.settings.removeCards && channel.kind !== 'forum') {
      await poster.remove(card, messageId, writer);
    } else if (await staysInPlace(card, held)) await poster.edit(card, messageId, held, writer);
    else await poster.postAnew(card, held, writer);
  };

  /** Whether a card is edited where it stands; else it is posted anew below what was written since. */
  const staysInPlace = async (card: Card, held: HeldMatch): Promise<boolean> => {
    const { channel, postedAt } = card;
    const { quietHours, timeZone } = channel.settings;
    const age = now() - (postedAt ?? 0);
    // The last edits of a match that is over are few; in a forum the card stays on top of its post.
    if (phaseOf(held.state.status) === 'over' || channel.kind === 'forum') return true;
    // One that is not wanted any more is true to its end where it is: a score that stands still lies.
    if (!(await isCardWanted(channel, held))) return true;
    if (quietUntil(quietHours, timeZone, now()) !== null) return true;
    return age < REPOST_AFTER && !(await isToBeAnchored(card, age));
  };

  /** Whether a card is buried deep enough, and was posted so long ago that the limit bears another. */
  const isToBeAnchored = async ({ channel, buried }: Card, age: number): Promise<boolean> => {
    if (!channel.settings.reanchor || buried < BURIED_BY || age <= ANCHORED_FOR) return false;
    const room = await roomIn(channel);
    return room > 0 && age > LIMIT_WINDOW / room;
  };

  return async (signal: AbortSignal): Promise<number | null> => {
    // Those on their way are still stale: as many more are read as there may be of them.
    const { due, nextAt } = await dueCards(db, now(), 2 * IN_FLIGHT);
    let isFull = false;
    for (const card of due) {
      isFull = limiter.available() === 0;
      if (signal.aborted || isFull) break;
      limiter.launch(`${card.matchId}:${card.channel.key}`, () => show(card));
    }
    return nextRunInMs(nextAt === null ? null : nextAt - now(), isFull);
  };
};
