import { MINUTE } from './time.ts';

/** A clock on the wall that nobody can set back. */
export interface SteadyClockOptions {
  /** What the machine says the time is, milliseconds. */
  readonly wall: () => number;
  /** Milliseconds since some moment, which nobody can set. */
  readonly monotonic: () => number;
}

const MACHINE: SteadyClockOptions = {
  wall: () => Date.now(),
  monotonic: () => performance.now(),
};

/** A wall clock that has been ahead for so long is right: the machine slept, or was set. */
const BELIEVED_AFTER = 10 * MINUTE;

/** Clocks are set by less than this all the time. */
const APART = MINUTE;

/**
 * The time as the wall clock showed it at the start, and what has passed since. What was noted a minute
 * ago stays a minute old, though the machine's clock is set back by hours; a wall clock that goes on
 * ahead is followed after a while, one that is behind is not before the next start.
 */
export const createSteadyClock = ({
  wall,
  monotonic,
}: SteadyClockOptions = MACHINE): (() => number) => {
  let offset = wall() - monotonic();
  let aheadSince: number | null = null;

  return () => {
    const passed = monotonic();
    const isAhead = wall() - passed - offset > APART;
    if (!isAhead) aheadSince = null;
    else if (aheadSince === null) aheadSince = passed;
    else if (passed - aheadSince >= BELIEVED_AFTER) {
      offset = wall() - passed;
      aheadSince = null;
    }
    return Math.floor(passed + offset);
  };
};
