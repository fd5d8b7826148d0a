import { startLoop } from '../lib/loop.ts';
import { createRefreshes } from '../lib/refreshes.ts';
import { MINUTE } from '../lib/time.ts';
import { isOutage, isServiceUnavailable } from '../padel-api/errors.ts';
import { createTokenBucket } from '../lib/token-bucket.ts';
import { isAnswered, readOrRemove, type MatchSource } from './read-match.ts';
import { isNear } from './schedule-sync.ts';

interface UnlistedReaderOptions extends MatchSource {
  /** A match is in play, or will be soon. */
  readonly onNear: (matchId: number) => void;
}

/** Size of a burst of reads; then one per interval: at most a tenth of the minute's requests. */
const BURST = 6;
const INTERVAL_MS = 10_000;
/** More webhooks than this are about a whole draw, which the schedule brings. */
const MAX_WAITING = 200;
const RETRY_DELAY_MS = MINUTE;

/** Reads matches that a webhook named and that are on no list: not listed yet, or over and corrected. */
export const startUnlistedReader = (options: UnlistedReaderOptions) => {
  const { api, requestOptions, monotonic, log, onNear } = options;
  const refreshes = createRefreshes(monotonic);
  const bucket = createTokenBucket({ monotonic, capacity: BURST, refillMs: () => INTERVAL_MS });

  const read = async (id: number): Promise<void> => {
    const refresh = refreshes.take(id);
    try {
      const match = await readOrRemove(options, id);
      if (match !== undefined && isNear(match, api.serviceNow())) onNear(match.id);
      refresh?.resolve();
    } catch (error) {
      // A service that is down would fail for the next match, too: all wait.
      if (isServiceUnavailable(error)) {
        refresh?.resolve(refreshes.add(id));
        throw error;
      }
      if (isAnswered(error)) refresh?.resolve();
      else refresh?.reject(error);
      if (requestOptions.signal?.aborted === true) return;
      log.warn({ err: error, matchId: id }, 'match from a webhook could not be read');
    }
  };

  const reading = startLoop({
    onError: (error) => {
      if (!isOutage(error))
        log.warn({ err: error }, 'matches from webhooks could not be read, retrying');
    },
    retryDelayMs: RETRY_DELAY_MS,
    run: async (signal) => {
      for (const id of [...refreshes.pending.keys()]) {
        if (signal.aborted) return null;
        if (!bucket.take()) return INTERVAL_MS;
        await read(id);
      }
      return null;
    },
  });

  return {
    /** Resolves when the match was read; rejects when it cannot be read, or when too many are pending. */
    refresh: (matchId: number): Promise<void> => {
      const { pending } = refreshes;
      if (pending.size >= MAX_WAITING && !pending.has(matchId)) {
        return Promise.reject(new Error('too many matches wait to be read'));
      }
      const refreshed = refreshes.add(matchId);
      reading.wake();
      return refreshed;
    },
    stop: async (): Promise<void> => {
      await reading.stop();
      refreshes.stop();
    },
  };
};
