import { uptime } from 'node:os';
import { CLOCK_WRONG_MS, elapsed, MINUTE, SECOND } from './time.ts';

/** The clocks that most of the bot gets, in milliseconds. */
export interface Clocks {
  /** Unix time, of a clock that is never set back. */
  readonly now: () => number;
  /** Monotonic: it is never set; only differences have a meaning. */
  readonly monotonic: () => number;
}

/** The machine's clocks, in milliseconds. */
export interface MachineClocks extends Pick<Clocks, 'monotonic'> {
  /** Unix time. It may be set, and continues while the machine sleeps. */
  readonly wall: () => number;
}

const MACHINE: MachineClocks = {
  wall: () => Date.now(),
  monotonic: () => performance.now(),
};

/** A wall clock that is ahead for this long is right: the machine slept, or its clock was set. */
const TRUSTED_AFTER_MS = 10 * MINUTE;

/** Smaller differences are normal adjustments. */
const TOLERANCE_MS = MINUTE;

/**
 * The wall clock's time at the start plus the time passed since. Ages stay right when the machine's
 * clock is set back by hours. A wall clock that stays ahead is followed after a while, one that is
 * behind only after the next start.
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

/** Measures the time since now by the clock that shows more: the machine may sleep, or be set. */
export const stopwatch = ({ monotonic, wall }: MachineClocks): (() => number) => {
  const [m, w] = [monotonic(), wall()];
  return () => Math.max(monotonic() - m, wall() - w);
};

const uptimeAtStart = uptime() * SECOND - performance.now();

/** Whole milliseconds since the machine started: a clock that is never set, the same in all processes. */
export const machineUptime = (): number => Math.floor(uptimeAtStart + performance.now());

/** How far a clock is off, as text: `3 h behind`. */
export const clockDifference = (aheadMs: number): string =>
  `${inWords(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead' : 'behind'}`;

/** How long ago an instant was, as text: `12 s ago`, or by how much the clock that recorded it is ahead. */
export const ageInWords = (at: number, now: number): string =>
  at - now < CLOCK_WRONG_MS
    ? `${inWords(elapsed(at, now))} ago`
    : `${inWords(at - now)} ahead of this machine's clock`;

const inWords = (durationMs: number): string => {
  const seconds = Math.round(durationMs / SECOND);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
};
