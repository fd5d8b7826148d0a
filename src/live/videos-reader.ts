import { startLoop, type Loop } from '../lib/loop.ts';
import type { Logger } from '../lib/logger.ts';
import { MINUTE } from '../lib/time.ts';
import type { MatchObserver } from '../domain/match/observer.ts';
import type { Video } from '../domain/tournament/seasons.ts';
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

/** No tournament has more: what a service says beyond that is not believed. */
const PAGES_MAX = 40;

/**
 * Reads the videos of tournaments with play: one request an hour for each, and one for each page that was
 * never read, with the lowest priority, so that none is made when little is left of the day or the month.
 */
export const startVideosReader = ({ api, observer, log }: VideosReaderOptions): Loop => {
  /** Each tournament's next page, and the videos of those before it that are not reported yet. */
  const progress = new Map<number, { readonly page: number; readonly found: readonly Video[] }>();
  /** The tournaments that have a page which was never read: the next check reads it. */
  const behind = new Set<number>();

  const read = async (id: number, signal: AbortSignal): Promise<void> => {
    // After a failure it waits until videos are due again.
    behind.delete(id);
    const { page, found } = progress.get(id) ?? { page: 1, found: [] };
    const paging = { page, perPage: PER_PAGE };
    const { value } = await api.tournamentVideos(id, paging, { priority: 'names', signal });
    const lastPage = Math.min(value.lastPage, PAGES_MAX);
    const videos = [...found, ...value.items];
    if (page < lastPage) {
      progress.set(id, { page: page + 1, found: videos });
      behind.add(id);
      return;
    }
    // All at once: after a restart an early page would bring back what a later one has replaced.
    await observer.videos(id, videos);
    // Later videos are on the last page.
    progress.set(id, { page: Math.max(1, lastPage), found: [] });
  };

  return startLoop({
    // At the start other requests are more urgent.
    firstDelayMs: CHECK_INTERVAL_MS,
    retryDelayMs: CHECK_INTERVAL_MS,
    onError: (error) => {
      log.warn({ err: error }, 'videos could not be read, retrying in five minutes');
    },
    run: async (signal) => {
      for (const id of new Set([...behind, ...(await observer.dueVideos())])) {
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
