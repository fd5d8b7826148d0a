import type { Logger } from './logger.ts';
import { MINUTE } from './time.ts';

/** Warns of what may come by the thousand: one line a minute, with how many there were. */
export type Warn = (details: object, message: string) => void;

const A_LINE_IN = MINUTE;

/**
 * @param monotonic a clock that never goes back, milliseconds
 * @param level of the lines
 */
export const createSeldomWarn = (
  log: Logger,
  monotonic: () => number,
  level: 'info' | 'warn' = 'warn',
): Warn => {
  let warnedAt = -Infinity;
  let times = 0;

  return (details, message) => {
    times += 1;
    if (monotonic() - warnedAt < A_LINE_IN) return;
    log[level]({ ...details, times }, message);
    warnedAt = monotonic();
    times = 0;
  };
};
