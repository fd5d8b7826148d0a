import { uptime } from 'node:os';
import { MINUTE, SECOND } from './time.ts';

/** What most of the bot is given: the time of day, and how time passes, in milliseconds. */
export interface Clocks {
  /** Unix time, of a clock that nobody can set back. */
  readonly now: () => number;
  /** Never goes back, and nobody can set it; differences alone mean something. */
  readonly monotonic: () => number;
}

/** The clocks of the machine as they are, in milliseconds. */
export interface MachineClocks extends Pick<Clocks, 'monotonic'> {
  /** Unix time. Somebody may set it, and it goes on while the machine sleeps. */
  readonly wall: () => number;
}

const MACHINE: MachineClocks = {
  wall: () => Date.now(),
  monotonic: () => performance.now(),
};

/** A wall clock that has been ahead for this long is right: the machine slept, or its clock was set. */
const TRUSTED_AFTER_MS = 10 * MINUTE;

/** Clocks are adjusted by less than this all the time. */
const TOLERANCE_MS = MINUTE;

/**
 * The wall clock's time at the start plus the time that has passed since. An age stays right when the
 * machine's clock is set back by hours; a wall clock that stays ahead is followed after a while, one that
 * is behind only after the next start.
 */
export const createSteadyClock = ({ wall, monotonic }: MachineClocks = MACHINE): (() => number) => {
  let offset = wall() - monotonic();
  let aheadSince: number | null = null;

  return () => {
    const passed = monotonic();
    const isAhead = wall() - passed - offset > TOLERANCE_MS;
    if (!isAhead) aheadSince = null;
    else if (aheadSince === null) aheadSince = passed;
    else if (passed - aheadSince >= TRUSTED_AFTER_MS) {
      offset = wall() - passed;
      aheadSince = null;
    }
    return Math.floor(passed + offset);
  };
};

/** Measures the time since now, by whichever clock says more: the machine may sleep, or be set. */
export const stopwatch = ({ monotonic, wall }: MachineClocks): (() => number) => {
  const [m, w] = [monotonic(), wall()];
  return () => Math.max(monotonic() - m, wall() - w);
};

const uptimeAtStart = uptime() * SECOND - performance.now();

/**
 * Whole milliseconds since the machine was started: a clock that nobody sets, the same one in every
 * process of a machine.
 */
export const machineUptime = (): number => Math.floor(uptimeAtStart + performance.now());

/** A clock that differs by so much is wrong; `Date` headers are cut to seconds. */
export const CLOCK_WRONG_MS = MINUTE;

/** How far a clock is off, in words: `3 h behind`. */
export const clockDifference = (aheadMs: number): string =>
  `${inWords(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead' : 'behind'}`;

const inWords = (durationMs: number): string => {
  const seconds = Math.round(durationMs / SECOND);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
};
