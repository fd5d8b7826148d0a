import { MINUTE } from './time.ts';

/** A clock that differs by so much is wrong; `Date` headers are cut to seconds. */
export const CLOCK_WRONG_MS = MINUTE;

/** How far a clock is off, in words: `3 h behind`. */
export const clockDifference = (aheadMs: number): string =>
  `${inWords(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead' : 'behind'}`;

const inWords = (milliseconds: number): string => {
  const seconds = Math.round(milliseconds / 1_000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
};
