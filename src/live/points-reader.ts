import { LRUCache } from 'lru-cache';
import type { LivePoints } from '../domain/match/live-points.ts';
import type { TrackedMatch } from '../domain/match/state.ts';
import { HOUR } from '../lib/time.ts';
import { NotFound, NotInPlan, RequestRefused } from '../padel-api/errors.ts';
import type { Clocks } from '../lib/clocks.ts';
import type { MatchSource } from './read-match.ts';

export interface PointsReaderOptions
  extends Pick<MatchSource, 'api' | 'requestOptions'>, Pick<Clocks, 'monotonic'> {
  /** Whether the channel of a match is known, has missed nothing since the connection was lost, and is not silent. */
  readonly isFollowed: (matchId: number) => boolean;
}

/** Errors that a retry cannot change: the plan or the match has no points. */
const FINAL_ERRORS = [NotInPlan, NotFound, RequestRefused] as const;

const RETRY_MS = HOUR;

/** Matches in play that the list lacks: those of a few days. */
const MAX_MATCHES = 1_000;

/** Reads the live resource of a match in play that the live list lacks, for its channel and all its points. */
export const createPointsReader = (options: PointsReaderOptions) => {
  const { api, requestOptions, monotonic, isFollowed } = options;
  const retryAt = new LRUCache<number, number>({ max: MAX_MATCHES });

  return {
    wants: (held: TrackedMatch): boolean =>
      held.state.status === 'live' &&
      !isFollowed(held.match.id) &&
      monotonic() >= (retryAt.get(held.match.id) ?? -Infinity),
    /** @throws the classes of padel-api/errors.ts; what is not there is not asked for again */
    read: async ({ match: { id } }: TrackedMatch): Promise<LivePoints> => {
      retryAt.set(id, monotonic() + RETRY_MS);
      try {
        const { value } = await api.matchLive(id, requestOptions);
        return value;
      } catch (error) {
        if (FINAL_ERRORS.some((final) => error instanceof final)) retryAt.set(id, Infinity);
        throw error;
      }
    },
  };
};
