import { startLoop, type Loop } from '../lib/loop.ts';
import type { Logger } from '../lib/logger.ts';
import { MINUTE } from '../lib/time.ts';
import type { MatchObserver } from '../domain/match/observer.ts';
import type { PadelApi } from '../padel-api/client.ts';
import { isServiceUnavailable, NotInPlan } from '../padel-api/errors.ts';
import { PER_PAGE } from '../padel-api/request/pages.ts';

interface VideosReaderOptions {
  readonly api: Pick<PadelApi, 'tournamentVideos'>;
  readonly observer: Pick<MatchObserver, 'dueVideos' | 'videos'>;
  readonly log: Logger;
}

/** How often it is checked whether videos are due; a check is no request. */
const CHECK_INTERVAL_MS = 5 * MINUTE;

/**
 * Reads the videos of tournaments with play: one request an hour for each, with the lowest priority, so
 * that none is made when little is left of the day or the month.
 */
export const startVideosReader = ({ api, observer, log }: VideosReaderOptions): Loop => {
  /** The last page of each tournament: later videos are there. */
  const pages = new Map<number, number>();
  /** The first check is not at the start, whose requests are more urgent. */
  let isFirst = true;

  const read = async (id: number, signal: AbortSignal): Promise<void> => {
    const paging = { page: pages.get(id) ?? 1, perPage: PER_PAGE };
    const { value } = await api.tournamentVideos(id, paging, { priority: 'names', signal });
    pages.set(id, Math.max(1, value.lastPage));
    await observer.videos(id, value.items);
  };

  return startLoop({
    retryDelayMs: CHECK_INTERVAL_MS,
    onError: (error) => {
      log.warn({ err: error }, 'videos could not be read, retrying in five minutes');
    },
    run: async (signal) => {
      if (isFirst) {
        isFirst = false;
        return CHECK_INTERVAL_MS;
      }
      for (const id of await observer.dueVideos()) {
        try {
          await read(id, signal);
        } catch (error) {
          if (signal.aborted || error instanceof NotInPlan) return null;
          if (isServiceUnavailable(error)) break;
          log.warn({ err: error, tournament: id }, 'videos of a tournament could not be read');
        }
      }
      return CHECK_INTERVAL_MS;
    },
  });
};
