import { startLoop } from '../lib/loop.ts';
import type { Logger } from '../lib/logger.ts';
import { MINUTE } from '../lib/time.ts';
import { isOutage, ServiceBusy, ServiceDown } from '../padel-api/errors.ts';
import { createTokenBucket } from '../lib/token-bucket.ts';
import { readOrRemove, type MatchSource } from './read-match.ts';
import { isNear } from './schedule-sync.ts';

export interface HintsOptions extends MatchSource {
  /** A clock that never goes back, milliseconds. */
  readonly monotonic: () => number;
  readonly log: Logger;
  /** A match is played, or will be soon. */
  readonly onNear: (matchId: number) => void;
}

/** Reads matches that a webhook named and no list has: not listed yet, or long over and corrected. */
export interface Hints {
  readonly changed: (matchId: number) => void;
  readonly stop: () => Promise<void>;
}

/** So many are read at once, and one more in so many milliseconds: a tenth of the minute at most. */
const AT_ONCE = 6;
const EVERY = 10_000;
/** More than that are about a whole draw, which the schedule brings. */
const MOST = 200;
const REST = MINUTE;

export const startHints = (options: HintsOptions): Hints => {
  const { api, ask, monotonic, log, onNear } = options;
  const waiting = new Set<number>();
  const bucket = createTokenBucket({ monotonic, capacity: AT_ONCE, refillMs: () => EVERY });

  const read = async (id: number): Promise<void> => {
    waiting.delete(id);
    try {
      const match = await readOrRemove(options, id);
      if (match !== undefined && isNear(match, api.serviceNow())) onNear(match.id);
    } catch (error) {
      // A service that is down is down for the next one, too; what it said of this one stands.
      if (error instanceof ServiceDown || error instanceof ServiceBusy) {
        waiting.add(id);
        throw error;
      }
      if (ask.signal?.aborted === true) return;
      log.warn({ err: error, matchId: id }, 'a match that was said to have changed is unreadable');
    }
  };

  const reading = startLoop({
    onError: (error) => {
      if (!isOutage(error))
        log.warn({ err: error }, 'what was said to have changed could not be read; I try again');
    },
    retryDelayMs: REST,
    run: async (signal) => {
      for (const id of [...waiting]) {
        if (signal.aborted) return null;
        if (!bucket.take()) return EVERY;
        await read(id);
      }
      return null;
    },
  });

  return {
    changed: (matchId) => {
      if (waiting.size < MOST) waiting.add(matchId);
      reading.wake();
    },
    stop: reading.stop,
  };
};
