import { createBackoff } from '../../lib/backoff.ts';
import { createLimiters } from '../../lib/limiter.ts';
import { ShutdownError } from '../../lib/shutdown.ts';
import { audiencesAfter } from '../../store/members/audiences.ts';
import { channelsReached } from '../../store/outbox/deliveries.ts';
import { findMatch } from '../../store/matches/matches.ts';
import { hasEarlierUndelivered } from '../../store/outbox/match-order.ts';
import { UnreadableDocument } from '../../store/connection/documents.ts';
import {
  advanceCursor,
  finishEvent,
  openEvents,
  editStalePosts,
  type OutboxEvent,
} from '../../store/outbox/events.ts';
import { requestsLeave, type DeliveryOptions, type DeliverySignals } from '../delivery/delivery.ts';
import { recipientsOf, subjectOf } from '../delivery/subject.ts';
import type { PostRecorder } from './record.ts';
import type { SendPost } from './send.ts';
import { isFinal } from './title-picture.ts';

/** Channels read at once: first one, whose request waits for no other; then whole pages, which cost no more than one. */
const FIRST_PAGE = 1;
const PAGE = 24;

/** Posts in flight per priority: a slow channel takes one place, not the others'. */
const IN_FLIGHT = 64;

/** Backoff of an event that failed, or of which not even a failure could be stored, in milliseconds. */
const BACKOFF = { firstMs: 1_000, maxMs: 16_000 } as const;

const EVENTS = 20;

/** How far the fan-out of an event has come in this process; the stored cursor trails it. */
interface Progress {
  /** The cursor at which this process began. */
  readonly from: number;
  /** 1 when a post may have been sent without a row: this process has begun the event once before. */
  readonly attempts: number;
  /** Whether some channel may still wait for earlier news of the same match. */
  readonly mayWait: boolean;
  /** Channels up to this key were launched; Infinity when none are left. */
  launchedUpTo: number;
  /** Those of them whose post is in flight. */
  readonly inFlight: Set<number>;
  /** The outcome of some channel could not be stored: the event begins again at its cursor. */
  isInterrupted: boolean;
}

const progressFrom = (cursor: number, mayWait: boolean, attempts = 0): Progress => ({
  from: cursor,
  attempts,
  mayWait,
  launchedUpTo: cursor,
  inFlight: new Set(),
  isInterrupted: false,
});

const doneUpTo = ({ launchedUpTo, inFlight }: Progress): number =>
  Math.min(launchedUpTo, ...[...inFlight].map((key) => key - 1));

/**
 * Brings each open event to the channels that follow it, by their keys. The stored cursor stays below the first channel
 * that is not done, so a crash skips none; a post without a delivery is known by its nonce.
 */
export const createFanOut = (
  { db, now, log }: Pick<DeliveryOptions, 'db' | 'now' | 'log'>,
  send: SendPost,
  record: PostRecorder,
  signals: DeliverySignals,
) => {
  const wake = (): boolean => signals.emit('news');
  const progressOf = new Map<number, Progress>();
  const backoff = createBackoff<number>({ ...BACKOFF, now });
  const limiterOf = createLimiters({
    capacity: IN_FLIGHT,
    onError: (error, delivery) => {
      log.error({ err: error, delivery }, 'delivery failed');
    },
    wake,
  });

  const begin = async ({ id, event, cursor }: OutboxEvent): Promise<Progress> => {
    // Asked once: when no channel waits for earlier news any more, none ever does again.
    const mayWait = 'matchId' in event && (await hasEarlierUndelivered(db, event.matchId, id));
    const progress = progressFrom(cursor, mayWait);
    progressOf.set(id, progress);
    return progress;
  };

  const launchPage = async (
    outbox: OutboxEvent,
    progress: Progress,
    size: number,
  ): Promise<void> => {
    const subject = await subjectOf(db, outbox.event);
    if (subject === null) {
      progress.launchedUpTo = Infinity;
      return;
    }
    const recipients = await recipientsOf(db, outbox.event, subject);
    const page = await audiencesAfter(db, recipients, outbox.event, progress.launchedUpTo, size);
    const keys = page.audiences.map(({ channel }) => channel.key);
    const reached = await channelsReached(db, outbox.id, keys);
    const limiter = limiterOf(outbox.priority);
    for (const audience of page.audiences) {
      const { key } = audience.channel;
      if (reached.has(key)) continue;
      const { attempts, mayWait } = progress;
      const tried = { eventId: outbox.id, channelKey: key, attempts, triedDigests: [] };
      const delivery = { ...tried, outbox, subject, audience, mayWait, isRetry: false };
      progress.inFlight.add(key);
      limiter.launch(`${outbox.key} ${key}`, async () => {
        try {
          await send(delivery);
        } catch (error) {
          if (error instanceof ShutdownError) progress.isInterrupted = true;
          else {
            await record.failed(delivery).catch((unstored: unknown) => {
              progress.isInterrupted = true;
              throw unstored;
            });
          }
          throw error;
        } finally {
          progress.inFlight.delete(key);
          if (progress.inFlight.size === 0) wake();
        }
      });
    }
    progress.launchedUpTo = page.upTo ?? Infinity;
  };

  /** The post of a title is sent at once, and edited for its picture (title-picture.ts) when all are sent. */
  const illustrate = async ({ id, event }: OutboxEvent): Promise<void> => {
    if (event.kind !== 'result') return;
    const held = await findMatch(db, event.matchId);
    if (held !== undefined && isFinal(held)) await editStalePosts(db, id);
  };

  const finish = async (id: number): Promise<void> => {
    await finishEvent(db, id, now());
    progressOf.delete(id);
    backoff.reset(id);
    // A card may have waited for its start post, and an event may have been corrected meanwhile.
    signals.emit('cards');
    signals.emit('retries');
  };

  const giveUp = async (id: number, error?: unknown): Promise<void> => {
    log.error({ err: error, event: id }, 'stored event cannot be read, dropped');
    await finish(id);
  };

  /** Launches an event's next channels; its failure delays no other. @returns ms until it goes on: 0 after a launch */
  const advance = async (outbox: OutboxEvent): Promise<number> => {
    const { id, key, priority, cursor, expiresAt } = outbox;
    const delayMs = backoff.remainingMs(id);
    if (delayMs > 0) return delayMs;
    try {
      const progress = progressOf.get(id) ?? (await begin(outbox));
      if (now() > expiresAt) progress.launchedUpTo = Infinity;
      const size = progress.launchedUpTo === progress.from ? FIRST_PAGE : PAGE;
      const isLaunching =
        progress.launchedUpTo < Infinity &&
        !progress.isInterrupted &&
        limiterOf(priority).available() >= size;
      if (isLaunching) {
        await launchPage(outbox, progress, size);
        await requestsLeave();
      }
      if (progress.isInterrupted) {
        if (progress.inFlight.size > 0) return Infinity;
        progressOf.set(id, progressFrom(cursor, progress.mayWait, 1));
        return backoff.fail(id);
      }
      const done = doneUpTo(progress);
      if (done === Infinity) {
        await illustrate(outbox);
        await finish(id);
      } else if (done > cursor) await advanceCursor(db, id, done);
      return isLaunching ? 0 : Infinity;
    } catch (error) {
      if (error instanceof UnreadableDocument) {
        await giveUp(id, error);
        return Infinity;
      }
      const retryInMs = backoff.fail(id);
      log.error({ err: error, event: key, retryInMs }, 'fan-out of an event failed, retrying');
      return retryInMs;
    }
  };

  return async (signal: AbortSignal): Promise<number | null> => {
    // Events that wait for a retry or a slow channel take no other event's place.
    const { events, unreadable } = await openEvents(db, EVENTS + backoff.size() + progressOf.size);
    for (const id of unreadable) await giveUp(id);
    let nextInMs = Infinity;
    for (const outbox of events) {
      if (signal.aborted) break;
      const againInMs = await advance(outbox);
      if (againInMs === 0) {
        // A more urgent event may have come meanwhile: it goes first.
        wake();
        break;
      }
      nextInMs = Math.min(nextInMs, againInMs);
    }
    return nextInMs === Infinity ? null : nextInMs;
  };
};
