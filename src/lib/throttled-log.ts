import type { Logger } from './logger.ts';
import { MINUTE } from './time.ts';

/** Logs at most one line a minute, with how many `times` it happened. */
export type ThrottledLog = (details: object, message: string) => void;

export const createThrottledLog = (
  log: Logger,
  monotonic: () => number,
  level: 'info' | 'warn' = 'warn',
): ThrottledLog => {
  let loggedAt = -Infinity;
  let times = 0;

  return (details, message) => {
    times += 1;
    if (monotonic() - loggedAt < MINUTE) return;
    log[level]({ ...details, times }, message);
    loggedAt = monotonic();
    times = 0;
  };
};

/**
 * Passes the first lines of a kind in each minute, and counts the others.
 * @param kind the group of lines; few different values
 * @param summarize called at the end of the minute with the number of suppressed lines, if any
 * @returns whether this line passes
 */
type Throttle = (kind: string, summarize: (suppressed: number) => void) => boolean;

/** @param most lines of a kind in a minute */
export const createThrottle = (most: number): Throttle => {
  const kinds = new Map<
    string,
    { count: number; readonly summarize: (suppressed: number) => void }
  >();

  const endMinute = (): void => {
    const ended = [...kinds.values()];
    kinds.clear();
    for (const { count, summarize } of ended) if (count > most) summarize(count - most);
  };

  return (kind, summarize) => {
    if (kinds.size === 0) setTimeout(endMinute, MINUTE).unref();
    const seen = kinds.get(kind) ?? { count: 0, summarize };
    kinds.set(kind, seen);
    seen.count += 1;
    return seen.count <= most;
  };
};
