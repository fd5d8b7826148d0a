import { targetsOf } from '../domain/follows.ts';
import type { HeldMatch } from '../domain/held-match.ts';
import { createInFlight, type InFlight } from '../lib/in-flight.ts';
import { channelsReached } from '../store/deliveries.ts';
import { UnreadableDocument } from '../store/documents.ts';
import { advanceCursor, finishEvent, openEvents, type OutboxEvent } from '../store/events.ts';
import { audiencesAfter } from '../store/follows.ts';
import { findMatch } from '../store/matches.ts';
import type { DeliveryOptions } from './delivery.ts';
import type { PostSender } from './send-post.ts';

/** Channels read in one go. */
const PAGE = 50;

/** Posts on their way at once, for each lane: a slow channel takes one place, not the others'. */
const IN_FLIGHT = 64;

/** Events looked at in one run. */
const EVENTS = 20;

/** How far the fan-out of an event has come in this process; the stored cursor trails it. */
interface Progress {
  /** Channels up to this key were launched. */
  launched: number;
  /** Those of them that are still on their way. */
  readonly open: Set<number>;
  exhausted: boolean;
}

/**
 * Brings each open event to the channels that follow its match, in key order. The stored cursor
 * stands below the first channel that is not done, so a crash loses nobody; who was done already is
 * known by the delivery, and what was sent without a note by its nonce.
 */
export const createFanOut = (options: DeliveryOptions, posts: PostSender, wake: () => void) => {
  const { db, now, log } = options;
  const progress = new Map<number, Progress>();
  const lanes = new Map<number, InFlight>();

  const inLane = (lane: number): InFlight => {
    const known = lanes.get(lane);
    if (known !== undefined) return known;
    const onError = (error: unknown, name: string): void => {
      log.error({ err: error, delivery: name }, 'a post could not be delivered');
    };
    const created = createInFlight({ max: IN_FLIGHT, onError, onDone: wake });
    lanes.set(lane, created);
    return created;
  };

  const launchPage = async (outbox: OutboxEvent, held: HeldMatch, state: Progress) => {
    const inFlight = inLane(outbox.lane);
    const page = await audiencesAfter(db, targetsOf(held), state.launched, PAGE);
    const keys = page.map(({ channel }) => channel.key);
    const reached = await channelsReached(db, outbox.id, keys);
    for (const audience of page) {
      const { key } = audience.channel;
      state.launched = key;
      if (reached.has(key)) continue;
      state.open.add(key);
      const delivery = { outbox, held, audience, attempts: 0 };
      inFlight.launch(`${outbox.key} ${key}`, async () => {
        // Closed only when its outcome is noted: what not even could be parked (a full disk) holds
        // the cursor below it, and the next start takes it up again.
        try {
          await posts.send(delivery);
        } catch (error) {
          await posts.park(delivery);
          state.open.delete(key);
          throw error;
        }
        state.open.delete(key);
      });
    }
    state.exhausted = page.length < PAGE;
  };

  const advance = async (outbox: OutboxEvent, signal: AbortSignal): Promise<void> => {
    const state = progress.get(outbox.id) ?? {
      launched: outbox.cursor,
      open: new Set<number>(),
      exhausted: false,
    };
    progress.set(outbox.id, state);
    const held = await findMatch(db, outbox.event.matchId);
    if (held === undefined || now() > outbox.expiresAt) state.exhausted = true;
    while (held !== undefined && !state.exhausted && inLane(outbox.lane).room() > 0) {
      if (signal.aborted) return;
      await launchPage(outbox, held, state);
    }
    if (state.exhausted && state.open.size === 0) {
      await finishEvent(db, outbox.id, now());
      progress.delete(outbox.id);
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
