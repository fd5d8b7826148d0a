import { chancesOf, FRESH_FOR_MS, ratingDifference } from '../domain/people/ratings.ts';
import { byTeam, TEAMS, type ByTeam, type Instant } from '../domain/terms.ts';
import type { TeamIds } from './client.ts';
import type { Directory } from './names/directory.ts';

/** The chances of two sides, computed from stored ratings. */
interface RatedChances {
  /** 0 to 1. */
  readonly chances: ByTeam<number>;
  /** How much higher the first side is rated. */
  readonly difference: number;
  /** When the oldest of the ratings was read. */
  readonly readAt: Instant;
}

/**
 * Computes `POST /matches/simulate` without a request; null where a player's rating is missing or too
 * old.
 * @param now wall clock, milliseconds
 */
export const chancesFromRatings = (
  directory: Pick<Directory, 'get'>,
  teams: TeamIds,
  now: Instant,
): RatedChances | null => {
  const held = byTeam((team) =>
    teams[team].flatMap((id) => {
      const rating = directory.get('player', id)?.rating;
      return rating === undefined || now - rating.readAt > FRESH_FOR_MS ? [] : [rating];
    }),
  );
  const areKnown = TEAMS.every(
    (team) => teams[team].length > 0 && held[team].length === teams[team].length,
  );
  if (!areKnown) return null;
  const ratings = byTeam((team) => held[team].map(({ elo }) => elo));
  const readings = TEAMS.flatMap((team) => held[team].map(({ readAt }) => readAt));
  return {
    chances: chancesOf(ratings),
    difference: ratingDifference(ratings),
    readAt: Math.min(...readings),
  };
};
