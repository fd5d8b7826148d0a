import { LRUCache } from 'lru-cache';
import type { LivePoints } from '../domain/match/live-points.ts';
import type { TrackedMatch } from '../domain/match/state.ts';
import { byTeam, type ByTeam } from '../domain/terms.ts';
import { HOUR, MINUTE } from '../lib/time.ts';
import type { TeamIds } from '../padel-api/client.ts';
import { isOneOf, NotFound, NotInPlan, RequestRefused } from '../padel-api/errors.ts';
import type { MatchSource } from './read-match.ts';

/** Computes chances from stored ratings; null where a rating is missing. */
export type ChancesLookup = (teams: TeamIds) => ByTeam<number> | null;

export interface ExtrasReaderOptions extends MatchSource {
  readonly heldChances?: ChancesLookup | undefined;
  /** Whether the channel of a match is known, has missed nothing since the connection was lost, and is not silent. */
  readonly isFollowed: (matchId: number) => boolean;
}

/** Errors that a retry cannot change. */
const isFinal = isOneOf(NotInPlan, NotFound, RequestRefused);

const RETRY_DELAY_MS = { chances: 2 * MINUTE, points: HOUR } as const;

/** The matches of a few days. */
const MAX_MATCHES = 1_000;

/** When something may be requested of each match: once, and later again where that failed for now. */
const createAttempts = (monotonic: () => number, retryDelayMs: number) => {
  const retryAt = new LRUCache<number, number>({ max: MAX_MATCHES });
  return {
    areDue: (id: number): boolean => monotonic() >= (retryAt.get(id) ?? -Infinity),
    giveUp: (id: number): void => void retryAt.set(id, Infinity),
    attempt: async <T>(id: number, request: () => Promise<T>): Promise<T> => {
      retryAt.set(id, monotonic() + retryDelayMs);
      try {
        return await request();
      } catch (error) {
        if (isFinal(error)) retryAt.set(id, Infinity);
        throw error;
      }
    },
  };
};

/**
 * Reads what neither the record nor the live list has of a match in play: by its live resource its channel
 * and points, and its chances before the match, computed where possible. Throws the classes of
 * padel-api/errors.ts; what is not there is not requested again.
 */
export const createExtrasReader = (options: ExtrasReaderOptions) => {
  const { api, requestOptions, observer, monotonic, isFollowed } = options;
  const { heldChances = () => null } = options;
  const points = createAttempts(monotonic, RETRY_DELAY_MS.points);
  const chances = createAttempts(monotonic, RETRY_DELAY_MS.chances);

  return {
    wantsPoints: ({ match: { id }, state }: TrackedMatch): boolean =>
      state.status === 'live' && !isFollowed(id) && points.areDue(id),
    readPoints: ({ match: { id } }: TrackedMatch): Promise<LivePoints> =>
      points.attempt(id, async () => (await api.matchLive(id, requestOptions)).value),
    wantsChances: (held: TrackedMatch): boolean =>
      held.chances === null && chances.areDue(held.match.id),
    readChances: ({ match: { id, teams } }: TrackedMatch): Promise<void> =>
      chances.attempt(id, async () => {
        const ids = byTeam((team) => teams[team].map((player) => player.id));
        const found = heldChances(ids) ?? (await api.simulate(ids, requestOptions)).value.chances;
        // Withheld by the plan: final.
        if (found === null) chances.giveUp(id);
        else await observer.chances(id, found);
      }),
  };
};
