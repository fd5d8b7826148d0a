import { RateLimitError, type REST } from 'discord.js';

/** Longer than any limit that Discord sets on messages; publishing has one of an hour. */
const LONGEST = 65 * 60_000;

/** A limit that comes again so soon was Discord's own word. */
const BELIEVED_FOR = 60_000;

/** What discord.js holds of Discord's limits. */
export interface Limits {
  /**
   * Whether an error is of a limit that cannot be, which is forgotten then: discord.js keeps the ends of
   * limits by the clock on the wall, and somebody has set that back.
   */
  readonly isToBeForgotten: (error: unknown) => boolean;
}

/** @param now monotonic milliseconds */
export const createLimits = (rest: REST, now: () => number): Limits => {
  let forgottenAt = -Infinity;

  return {
    isToBeForgotten: (error) => {
      if (!(error instanceof RateLimitError) || error.timeToReset <= LONGEST) return false;
      if (now() - forgottenAt < BELIEVED_FOR) return false;
      forgottenAt = now();
      rest.handlers.clear();
      rest.globalReset = -1;
      return true;
    },
  };
};
