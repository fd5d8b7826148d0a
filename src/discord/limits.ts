import { RateLimitError, type REST } from 'discord.js';
import { MINUTE } from '../lib/time.ts';

/** Longer than any limit that Discord sets on the messages of a channel. */
export const LONGEST_LIMIT = 5 * MINUTE;

/** Publishing has a limit of an hour, and so may everything, after too many wrong requests. */
const LONGEST_OF_ALL = 65 * MINUTE;

/** A limit that comes again so soon was Discord's own word. */
const BELIEVED_FOR = MINUTE;

/** What discord.js holds of Discord's limits. */
export interface Limits {
  /** How often limits were forgotten. */
  readonly timesForgotten: () => number;
  /**
   * Whether an error is of a limit that cannot be, which is forgotten then: discord.js keeps the ends of
   * limits by the clock on the wall, and somebody has set that back.
   * @param timesBefore how often limits had been forgotten when the request began: one that began before
   *   the last time met a limit that is forgotten by now
   */
  readonly isToBeForgotten: (error: unknown, timesBefore: number) => boolean;
}

const longestOf = ({ route, global }: RateLimitError): number =>
  global || route.endsWith('/crosspost') ? LONGEST_OF_ALL : LONGEST_LIMIT;

/** @param now monotonic milliseconds */
export const createLimits = (rest: REST, now: () => number): Limits => {
  let forgottenAt = -Infinity;
  let timesForgotten = 0;

  return {
    timesForgotten: () => timesForgotten,
    isToBeForgotten: (error, timesBefore) => {
      if (!(error instanceof RateLimitError) || error.timeToReset <= longestOf(error)) return false;
      if (timesBefore < timesForgotten) return true;
      if (now() - forgottenAt < BELIEVED_FOR) return false;
      forgottenAt = now();
      timesForgotten += 1;
      rest.handlers.clear();
      rest.globalReset = -1;
      return true;
    },
  };
};
