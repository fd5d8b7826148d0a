import { HOUR, DAY } from '../lib/time.ts';
import { byTeam, type ByTeam, type Instant } from './terms.ts';

/** The Elo of a player as the service told it. */
export interface Rating {
  readonly elo: number;
  /** When it was first read as this. */
  readonly since: Instant;
  /** When it was last read as this, give or take RECONFIRMED_AFTER_MS. */
  readonly readAt: Instant;
}

/** A rating that stays the same is noted again after so long. */
export const RECONFIRMED_AFTER_MS = 12 * HOUR;

/** Chances are computed from ratings that were read within so long: a week of matches moves them. */
export const FRESH_FOR_MS = 2 * DAY;

/** What is known of a rating after it was read, in whatever order readings come. */
export const laterRating = (
  known: Rating | undefined,
  read: Rating | undefined,
): Rating | undefined => {
  if (known === undefined || read === undefined) return read ?? known;
  if (read.readAt < known.readAt) return known;
  return read.elo === known.elo ? { ...known, readAt: read.readAt } : read;
};

/** Whether a reading is worth keeping over what is kept. */
export const isNewRating = (known: Rating | undefined, read: Rating | undefined): boolean =>
  known?.elo !== read?.elo ||
  (known !== undefined && read !== undefined && read.readAt - known.readAt >= RECONFIRMED_AFTER_MS);

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * By how much the first side is rated higher; a pair is the mean of its two.
 * @param sides the ratings of each side's players, one at least
 */
export const ratingDifference = ({ team_1, team_2 }: ByTeam<readonly number[]>): number =>
  mean(team_1) - mean(team_2);

/**
 * Chances of each side to win, 0 to 1, by the formula that the service publishes: a side that is rated
 * 200 higher wins ten times as often as it loses.
 * @param sides the ratings of each side's players, one at least
 */
export const chancesOf = (sides: ByTeam<readonly number[]>): ByTeam<number> => {
  const first = 1 / (1 + 10 ** (-ratingDifference(sides) / 200));
  return byTeam((team) => (team === 'team_1' ? first : 1 - first));
};
