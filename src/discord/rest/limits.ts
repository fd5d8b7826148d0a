import { RateLimitError, type REST } from 'discord.js';
import { MINUTE } from '../../lib/time.ts';

/** Longer than any rate limit of a channel's messages. */
const LONGEST_LIMIT_MS = 5 * MINUTE;

/** Publishing may be limited for an hour, and so may all requests after too many invalid ones. */
const LONGEST_LIMIT_OF_ALL = 65 * MINUTE;

/** A limit that returns within this time was set by Discord. */
const TRUSTED_FOR_MS = MINUTE;

const longestOf = ({ route, global }: RateLimitError): number =>
  global || route.endsWith('/crosspost') ? LONGEST_LIMIT_OF_ALL : LONGEST_LIMIT_MS;

export const createLimits = (rest: REST, now: () => number) => {
  let resetAt = -Infinity;
  let resets = 0;

  return {
    resetCount: (): number => resets,
    /**
     * Whether an error is of an impossibly long rate limit, and resets it: discord.js stores the ends of
     * limits in wall-clock time, and the clock was set back.
     * @param timesBefore how often limits had been reset when the request started: a request from before
     * the last reset met a limit that no longer exists
     */
    resetIfImpossible: (error: unknown, timesBefore: number): boolean => {
      if (!(error instanceof RateLimitError) || error.timeToReset <= longestOf(error)) return false;
      if (timesBefore < resets) return true;
      if (now() - resetAt < TRUSTED_FOR_MS) return false;
      resetAt = now();
      resets += 1;
      rest.handlers.clear();
      rest.globalReset = -1;
      return true;
    },
  };
};

export type RateLimitChecks = ReturnType<typeof createLimits>;
