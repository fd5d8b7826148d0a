import type { Instant } from '#src/domain/terms.ts';
import { MINUTE, HOUR } from '#src/lib/time.ts';
import type { WorldClock } from './clock.ts';
import type { Timers } from './timers.ts';

/** Tells what happens in the world as its clock goes on. */
export interface Follower {
  /** Tells everything up to the clock's present, in order, and waits for what comes next. */
  catchUp: () => Promise<void>;
  stop: () => Promise<void>;
}

/** How far one look ahead goes, world and real time. */
const LOOK_AHEAD = 6 * HOUR;
const LONGEST_WAIT = 5 * MINUTE;

/**
 * Creates a follower that has told everything up to the clock's present. What fails is reported and
 * lost; the world goes on.
 */
export const followClock = <T extends { readonly at: Instant }>({
  clock,
  timers,
  between,
  tell,
  onError,
}: {
  readonly clock: WorldClock;
  readonly timers: Timers;
  /** What happens after one instant and up to another, in the order of time. */
  readonly between: (after: Instant, until: Instant) => readonly T[];
  /** Is given all of it, some at a time, in order. */
  readonly tell: (happenings: readonly T[]) => Promise<void> | void;
  /** Is told of what `between` and `tell` throw. */
  readonly onError: (error: unknown) => void;
}): Follower => {
  let told: Instant = clock.now();
  let running = Promise.resolve();
  let cancel = (): void => undefined;
  let isStopped = false;

  const nextAt = (): Instant => {
    const until = told + LOOK_AHEAD;
    try {
      return between(told, until).at(0)?.at ?? until;
    } catch (error) {
      onError(error);
      return until;
    }
  };

  const waitForNext = (): void => {
    cancel();
    if (isStopped) return;
    const wait = clock.realWait(nextAt());
    if (wait === null) return;
    cancel = timers.after(Math.min(Math.ceil(wait), LONGEST_WAIT), () => void catchUp());
  };

  const tellUpTo = async (to: Instant): Promise<void> => {
    try {
      await tell(between(told, to));
    } catch (error) {
      onError(error);
    }
    told = to;
  };

  const tellAll = async (): Promise<void> => {
    const now = clock.now();
    // In slices, so that a leap over weeks does not hold all that happens in them at once.
    while (told < now && !isStopped) {
      await tellUpTo(Math.min(now, told + LOOK_AHEAD));
    }
    waitForNext();
  };

  const catchUp = (): Promise<void> => {
    running = running.then(tellAll);
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
