import { alertKindOf, type AlertEvent } from '../domain/alert-events.ts';
import { bitOf } from '../domain/alert-kinds.ts';
import type { Subject } from '../domain/alert-subject.ts';
import { createInFlight, type InFlight } from '../lib/in-flight.ts';
import { audiencesAfter, type Recipients } from '../store/audiences.ts';
import { channelsReached } from '../store/deliveries.ts';
import { UnreadableDocument } from '../store/documents.ts';
import { advanceCursor, finishEvent, openEvents, type OutboxEvent } from '../store/events.ts';
import type { DeliveryOptions } from './delivery.ts';
import type { PostSender } from './send-post.ts';
import { recipientsOf, subjectOf } from './subject.ts';

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

/** What is told, and to whom: read once for a run. */
interface Telling {
  readonly subject: Subject;
  readonly recipients: Recipients;
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

  const launchPage = async (outbox: OutboxEvent, telling: Telling, state: Progress) => {
    const inFlight = inLane(outbox.lane);
    const { subject, recipients } = telling;
    const mask = maskFor(outbox.event);
    const page = await audiencesAfter(db, recipients, mask, state.launched, PAGE);
    const keys = page.audiences.map(({ channel }) => channel.key);
    const reached = await channelsReached(db, outbox.id, keys);
    for (const audience of page.audiences) {
      const { key } = audience.channel;
      state.launched = key;
      if (reached.has(key)) continue;
      state.open.add(key);
      const delivery = { outbox, subject, audience, attempts: 0 };
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
    if (page.upTo === null) state.exhausted = true;
    else state.launched = page.upTo;
  };

  const tellingOf = async ({ event }: OutboxEvent): Promise<Telling | null> => {
    const subject = await subjectOf(db, event);
    return subject === null
      ? null
      : { subject, recipients: await recipientsOf(db, event, subject) };
  };

  const advance = async (outbox: OutboxEvent, signal: AbortSignal): Promise<void> => {
    const state = progress.get(outbox.id) ?? {
      launched: outbox.cursor,
      open: new Set<number>(),
      exhausted: false,
    };
    progress.set(outbox.id, state);
    const telling = await tellingOf(outbox);
    if (telling === null || now() > outbox.expiresAt) state.exhausted = true;
    while (telling !== null && !state.exhausted && inLane(outbox.lane).room() > 0) {
      if (signal.aborted) return;
      await launchPage(outbox, telling, state);
    }
    if (state.exhausted && state.open.size === 0) {
      await finishEvent(db, outbox.id, now());
      progress.delete(outbox.id);
      // A live card may have waited for its start.
      wake();
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
