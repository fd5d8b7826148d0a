import { setImmediate as turn } from 'node:timers/promises';
import { alertKindOf, type AlertEvent } from '../../domain/alert-events.ts';
import { bitOf } from '../../domain/alert-kinds.ts';
import { createBackoff } from '../../lib/backoff.ts';
import { createLimiters } from '../../lib/limiter.ts';
import { ShutdownError } from '../../lib/shutdown.ts';
import { audiencesAfter } from '../../store/audiences.ts';
import { channelsReached } from '../../store/deliveries.ts';
import { hasEarlierUntold } from '../../store/in-order.ts';
import { UnreadableDocument } from '../../store/documents.ts';
import { advanceCursor, finishEvent, openEvents, type OutboxEvent } from '../../store/events.ts';
import type { DeliveryOptions } from '../delivery.ts';
import type { FreshNews } from './fresh-news.ts';
import { beginBehind, doneUpTo, type Progress } from './progress.ts';
import type { PostSender } from './send-post.ts';
import { tellingOf, tellingOfFresh, type Telling } from './telling.ts';

/**
 * Channels looked at in one go: few, so that what is on its way does not wait for the others. The
 * first request waits for nobody.
 */
const FIRST_PAGE = 1;
const PAGE = 24;

/** Posts on their way at once, for each lane: a slow channel takes one place, not the others'. */
const IN_FLIGHT = 64;

/**
 * News that could not be brought further, or of which not even a failure could be noted, rest for so
 * long, milliseconds. All others go on.
 */
const RETRY_DELAYS = { firstMs: 1_000, maxMs: 16_000 } as const;

/** Events looked at in one run. */
const EVENTS = 20;

const NOBODY: ReadonlySet<number> = new Set();

/** The bits of the kinds that a channel must want; what nobody has to choose goes to all. */
const maskFor = (event: AlertEvent): number => {
  const kind = alertKindOf(event);
  return kind === null ? -1 : bitOf(kind);
};

/**
 * Brings each open event to the channels that follow what it is about, in key order. The stored cursor
 * stands below the first channel that is not done, so a crash loses nobody; who was done already is
 * known by the delivery, and what was sent without a note by its nonce.
 * @param fresh takes over what was handed over since
 * @param wake this loop may go on
 * @param finished an event has reached all its channels
 */
export const createFanOut = (
  options: DeliveryOptions,
  posts: PostSender,
  {
    fresh,
    wake,
    finished,
  }: {
    readonly fresh: () => readonly FreshNews[];
    readonly wake: () => void;
    readonly finished: () => void;
  },
) => {
  const { db, now, log } = options;
  const progress = new Map<number, Progress>();
  /** Events of which somebody may have been told without a note. */
  const lost = new Set<number>();
  const backoff = createBackoff<number>({ ...RETRY_DELAYS, now });
  const limiterOf = createLimiters({
    capacity: IN_FLIGHT,
    onError: (error, name) => {
      log.error({ err: error, delivery: name }, 'a post could not be delivered');
    },
    wake,
  });

  const forget = (id: number): void => {
    progress.delete(id);
    lost.delete(id);
    backoff.reset(id);
  };

  const launchPage = async (
    outbox: OutboxEvent,
    telling: Telling,
    state: Progress,
    size: number,
  ): Promise<void> => {
    const limiter = limiterOf(outbox.lane);
    const { subject, recipients, readAt, isFresh } = telling;
    const page = await audiencesAfter(
      db,
      recipients,
      maskFor(outbox.event),
      state.launched,
      Math.min(size, limiter.available()),
    );
    const keys = page.audiences.map(({ channel }) => channel.key);
    const reached = isFresh ? NOBODY : await channelsReached(db, outbox.id, keys);
    for (const audience of page.audiences) {
      const { key } = audience.channel;
      state.launched = key;
      if (reached.has(key)) continue;
      state.open.add(key);
      const { mayWait } = state;
      const attempts = lost.has(outbox.id) ? 1 : 0;
      const delivery = { outbox, subject, audience, readAt, attempts, mayWait };
      limiter.launch(`${outbox.key} ${key}`, async () => {
        try {
          await posts.send(delivery);
        } catch (error) {
          if (error instanceof ShutdownError) state.isLost = true;
          else {
            await posts.park(delivery).catch((parking: unknown) => {
              state.isLost = true;
              throw parking;
            });
          }
          throw error;
        } finally {
          state.open.delete(key);
          if (state.open.size === 0) wake();
        }
      });
    }
    if (page.upTo === null) state.exhausted = true;
    else state.launched = page.upTo;
  };

  const begin = (outbox: OutboxEvent, mayWait: boolean): Progress => {
    const state = beginBehind(outbox.cursor, mayWait);
    progress.set(outbox.id, state);
    return state;
  };

  // Once nobody waits for what came before, nobody ever does again: what was told stays told.
  const mayWait = async ({ id, event }: OutboxEvent): Promise<boolean> =>
    'matchId' in event && (await hasEarlierUntold(db, event.matchId, id));

  /** Launches the next channels of an event; those after them have their turn in the next run. */
  const launch = async (
    outbox: OutboxEvent,
    state: Progress,
    telling: Telling | null,
  ): Promise<void> => {
    if (telling === null) {
      state.exhausted = true;
      return;
    }
    const isFirst = state.launched === state.from;
    await launchPage(outbox, telling, state, isFirst ? FIRST_PAGE : PAGE);
    // What was launched leaves before the next are looked at: discord.js takes a turn for it.
    await turn();
    await turn();
  };

  /** Brings an event further. True when it has launched somebody, and others may be more urgent now. */
  const advance = async (outbox: OutboxEvent): Promise<boolean> => {
    const state = progress.get(outbox.id) ?? begin(outbox, await mayWait(outbox));
    if (now() > outbox.expiresAt) state.exhausted = true;
    const launches = !state.exhausted && !state.isLost && limiterOf(outbox.lane).available() > 0;
    if (launches) await launch(outbox, state, await tellingOf(options, outbox));
    if (state.open.size === 0 && state.isLost) {
      progress.delete(outbox.id);
      lost.add(outbox.id);
      backoff.fail(outbox.id);
    } else if (state.open.size === 0 && state.exhausted) {
      await finishEvent(db, outbox.id, now());
      forget(outbox.id);
      finished();
    } else if (!state.isLost) {
      const done = doneUpTo(state);
      if (done > outbox.cursor) await advanceCursor(db, outbox.id, done);
    }
    return launches;
  };

  /** Brings what was handed over to its first channels; further it is brought like all others. */
  const beginFresh = async (news: FreshNews): Promise<boolean> => {
    const { outbox } = news;
    // It was found in the database already, is not news any more, or its lane is full.
    const isPast = progress.has(outbox.id) || now() > outbox.expiresAt;
    if (isPast || limiterOf(outbox.lane).available() === 0) return false;
    await launch(outbox, begin(outbox, false), await tellingOfFresh(options, news));
    return true;
  };

  const giveUp = async (id: number, error?: unknown): Promise<void> => {
    log.error({ err: error, event: id }, 'stored news cannot be read and are given up');
    await finishEvent(db, id, now());
    forget(id);
    finished();
  };

  /** Runs what brings one event further; whatever fails there keeps no other event back. */
  const guarded = async (
    { id, key }: OutboxEvent,
    work: () => Promise<boolean>,
  ): Promise<boolean> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof UnreadableDocument) await giveUp(id, error);
      else {
        log.error({ err: error, event: key }, 'news could not be brought further; I try again');
        backoff.fail(id);
      }
      return false;
    }
  };

  return async (signal: AbortSignal): Promise<number | null> => {
    for (const news of fresh()) await guarded(news.outbox, () => beginFresh(news));
    // Those that rest, or wait for a slow channel, take nobody's place.
    const { events, unreadable } = await openEvents(db, EVENTS + backoff.size() + progress.size);
    for (const id of unreadable) await giveUp(id);
    let next = Infinity;
    for (const outbox of events) {
      if (signal.aborted) break;
      const restedFor = backoff.remainingMs(outbox.id);
      if (restedFor === 0 && (await guarded(outbox, () => advance(outbox)))) {
        // Something more urgent may have come meanwhile: it goes first.
        wake();
        break;
      }
      // What rested is not looked at twice: had it ended between two looks, nobody would take it up.
      const rest = restedFor > 0 ? restedFor : backoff.remainingMs(outbox.id);
      if (rest > 0) next = Math.min(next, rest);
    }
    return next === Infinity ? null : next;
  };
};
