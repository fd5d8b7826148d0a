import { MINUTE } from '#src/lib/time.ts';

/**
 * The maximum number of these moments within any sixty seconds.
 * @param moments milliseconds, in order
 */
export const mostInAnyMinute = (moments: readonly number[]): number => {
  let first = 0;
  let most = 0;
  moments.forEach((at, last) => {
    while (at - (moments[first] ?? at) >= MINUTE) first += 1;
    most = Math.max(most, last - first + 1);
  });
  return most;
};
