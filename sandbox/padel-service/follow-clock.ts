import type { Instant } from '../../src/domain/terms.ts';
import { MINUTE, HOUR } from '../../src/lib/time.ts';
import type { WorldClock } from './clock.ts';
import type { Timers } from './timers.ts';

/** Publishes the events of the world as its clock runs. */
export interface Follower {
  /** Publishes everything up to the clock's present, in order, and schedules the next event. */
  catchUp: () => Promise<void>;
  stop: () => Promise<void>;
}

/** How far one read looks ahead in world time, and the longest wait in real time. */
const LOOK_AHEAD = 6 * HOUR;
const LONGEST_WAIT = 5 * MINUTE;

/**
 * Creates a follower that starts at the clock's present. Events that fail are reported and lost; the
 * follower continues.
 */
export const followClock = <T extends { readonly at: Instant }>({
  clock,
  timers,
  between,
  publish,
  onError,
}: {
  readonly clock: WorldClock;
  readonly timers: Timers;
  /** What happens after one instant and up to another, in the order of time. */
  readonly between: (after: Instant, until: Instant) => readonly T[];
  /** Receives all events in batches, in order. */
  readonly publish: (events: readonly T[]) => Promise<void> | void;
  /** Receives what `between` and `publish` throw. */
  readonly onError: (error: unknown) => void;
}): Follower => {
  let publishedUntil: Instant = clock.now();
  let running = Promise.resolve();
  let cancel = (): void => undefined;
  let isStopped = false;

  const nextAt = (): Instant => {
    const until = publishedUntil + LOOK_AHEAD;
    try {
      return between(publishedUntil, until).at(0)?.at ?? until;
    } catch (error) {
      onError(error);
      return until;
    }
  };

  const waitForNext = (): void => {
    cancel();
    if (isStopped) return;
    const wait = clock.realMsUntil(nextAt());
    if (wait === null) return;
    cancel = timers.after(Math.min(Math.ceil(wait), LONGEST_WAIT), () => void catchUp());
  };

  const publishUpTo = async (to: Instant): Promise<void> => {
    try {
      await publish(between(publishedUntil, to));
    } catch (error) {
      onError(error);
    }
    publishedUntil = to;
  };

  const publishAll = async (): Promise<void> => {
    const now = clock.now();
    // In slices, so that an advance of weeks does not hold all its events in memory.
    while (publishedUntil < now && !isStopped) {
      await publishUpTo(Math.min(now, publishedUntil + LOOK_AHEAD));
    }
    waitForNext();
  };

  const catchUp = (): Promise<void> => {
    running = running.then(publishAll);
    return running;
  };

  return {
    catchUp,
    async stop() {
      isStopped = true;
      cancel();
      await running;
    },
  };
};
