import { setImmediate as turn } from 'node:timers/promises';
import { alertKindOf, type AlertEvent } from '../domain/alert-events.ts';
import { bitOf } from '../domain/alert-kinds.ts';
import type { Subject } from '../domain/alert-subject.ts';
import type { Instant } from '../domain/terms.ts';
import { createLanes } from '../lib/in-flight.ts';
import { audiencesAfter, type Recipients } from '../store/audiences.ts';
import { channelsReached } from '../store/deliveries.ts';
import { hasEarlierUntold } from '../store/in-order.ts';
import { UnreadableDocument } from '../store/documents.ts';
import { advanceCursor, finishEvent, openEvents, type OutboxEvent } from '../store/events.ts';
import type { DeliveryOptions } from './delivery.ts';
import type { PostSender } from './send-post.ts';
import { recipientsOf, subjectOf } from './subject.ts';

/** Channels looked at in one go: few, so that what is on its way does not wait for the others. */
const FIRST_PAGE = 4;
const PAGE = 24;

/** Posts on their way at once, for each lane: a slow channel takes one place, not the others'. */
const IN_FLIGHT = 64;

/** With so much room in a lane the next channels are read; not for each of them that is done. */
const ROOM = IN_FLIGHT / 2;

/** Events looked at in one run. */
const EVENTS = 20;

/** How far the fan-out of an event has come in this process; the stored cursor trails it. */
interface Progress {
  /** Channels up to this key were launched. */
  launched: number;
  /** Those of them that are still on their way. */
  readonly open: Set<number>;
  exhausted: boolean;
  /** Whether some channel may still wait for what came before in the same match. */
  mayWait: boolean;
}

/** What is told, and to whom: read once for a run. */
interface Telling {
  readonly subject: Subject;
  readonly recipients: Recipients;
  readonly readAt: Instant;
}

/** The bits of the kinds that a channel must want; what nobody has to choose goes to all. */
const maskFor = (event: AlertEvent): number => {
  const kind = alertKindOf(event);
  return kind === null ? -1 : bitOf(kind);
};

/**
 * Brings each open event to the channels that follow what it is about, in key order. The stored cursor
 * stands below the first channel that is not done, so a crash loses nobody; who was done already is
 * known by the delivery, and what was sent without a note by its nonce.
 * @param wake this loop may go on
 * @param finished an event has reached all its channels
 */
export const createFanOut = (
  options: DeliveryOptions,
  posts: PostSender,
  { wake, finished }: { readonly wake: () => void; readonly finished: () => void },
) => {
  const { db, now, log } = options;
  const progress = new Map<number, Progress>();
  const inLane = createLanes({
    max: IN_FLIGHT,
    onError: (error, name) => {
      log.error({ err: error, delivery: name }, 'a post could not be delivered');
    },
    onDone: (room) => {
      if (room >= ROOM) wake();
    },
  });

  const launchPage = async (
    outbox: OutboxEvent,
    telling: Telling,
    state: Progress,
    size: number,
  ): Promise<void> => {
    const inFlight = inLane(outbox.lane);
    const { subject, recipients } = telling;
    const readAt = now();
    const page = await audiencesAfter(
      db,
      recipients,
      maskFor(outbox.event),
      state.launched,
      Math.min(size, inFlight.room()),
    );
    const keys = page.audiences.map(({ channel }) => channel.key);
    const reached = await channelsReached(db, outbox.id, keys);
    for (const audience of page.audiences) {
      const { key } = audience.channel;
      state.launched = key;
      if (reached.has(key)) continue;
      state.open.add(key);
      const delivery = { outbox, subject, audience, readAt, attempts: 0, mayWait: state.mayWait };
      inFlight.launch(`${outbox.key} ${key}`, async () => {
        // Closed only when its outcome is noted: what not even could be parked (a full disk) holds
        // the cursor below it, and the next start takes it up again.
        try {
          await posts.send(delivery);
        } catch (error) {
          await posts.park(delivery);
          close(state, key);
          throw error;
        }
        close(state, key);
      });
    }
    if (page.upTo === null) state.exhausted = true;
    else state.launched = page.upTo;
  };

  const close = (state: Progress, key: number): void => {
    state.open.delete(key);
    if (state.open.size === 0) wake();
  };

  const tellingOf = async ({ event }: OutboxEvent): Promise<Telling | null> => {
    const readAt = now();
    const subject = await subjectOf(db, event);
    if (subject === null) return null;
    return { subject, recipients: await recipientsOf(db, event, subject), readAt };
  };

  const begin = async (outbox: OutboxEvent): Promise<Progress> => ({
    launched: outbox.cursor,
    open: new Set<number>(),
    exhausted: false,
    // Once nobody waits for what came before, nobody ever does again: what was told stays told.
    mayWait:
      'matchId' in outbox.event && (await hasEarlierUntold(db, outbox.event.matchId, outbox.id)),
  });

  const launch = async (outbox: OutboxEvent, state: Progress, signal: AbortSignal) => {
    const telling = await tellingOf(outbox);
    if (telling === null) state.exhausted = true;
    let size = state.open.size === 0 ? FIRST_PAGE : PAGE;
    while (telling !== null && !state.exhausted && inLane(outbox.lane).room() > 0) {
      if (signal.aborted) return;
      await launchPage(outbox, telling, state, size);
      size = PAGE;
      // What was launched leaves before the next are looked at: discord.js takes a turn for it.
      await turn();
      await turn();
    }
  };

  const advance = async (outbox: OutboxEvent, signal: AbortSignal): Promise<void> => {
    const state = progress.get(outbox.id) ?? (await begin(outbox));
    progress.set(outbox.id, state);
    if (now() > outbox.expiresAt) state.exhausted = true;
    if (!state.exhausted && inLane(outbox.lane).room() > 0) await launch(outbox, state, signal);
    if (state.exhausted && state.open.size === 0) {
      await finishEvent(db, outbox.id, now());
      progress.delete(outbox.id);
      finished();
      return;
    }
    const done = Math.min(state.launched, ...[...state.open].map((key) => key - 1));
    if (done > outbox.cursor) await advanceCursor(db, outbox.id, done);
  };

  const giveUp = async (id: number, error?: unknown): Promise<void> => {
    log.error({ err: error, event: id }, 'stored news cannot be read and are given up');
    await finishEvent(db, id, now());
    progress.delete(id);
  };

  return async (signal: AbortSignal): Promise<null> => {
    const { events, unreadable } = await openEvents(db, EVENTS);
    for (const id of unreadable) await giveUp(id);
    for (const outbox of events) {
      if (signal.aborted) break;
      try {
        await advance(outbox, signal);
      } catch (error) {
        if (!(error instanceof UnreadableDocument)) throw error;
        await giveUp(outbox.id, error);
      }
    }
    return null;
  };
};
