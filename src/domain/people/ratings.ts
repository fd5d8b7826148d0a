import { HOUR, DAY } from '../../lib/time.ts';
import { byTeam, type ByTeam, type Instant } from '../terms.ts';

export interface Rating {
  readonly elo: number;
  readonly since: Instant;
  /** When this value was last read, within RECONFIRMED_AFTER_MS. */
  readonly readAt: Instant;
}

/** An unchanged rating is stored again after this. */
export const RECONFIRMED_AFTER_MS = 12 * HOUR;

/** Chances are computed only from ratings read within this: a week of matches changes them. */
const FRESH_FOR_MS = 2 * DAY;

/** The rating after another read; reads may arrive in any order. */
export const laterRating = (
  known: Rating | undefined,
  read: Rating | undefined,
): Rating | undefined => {
  if (known === undefined || read === undefined) return read ?? known;
  if (read.readAt < known.readAt) return known;
  return read.elo === known.elo ? { ...known, readAt: read.readAt } : read;
};

/** Whether a read is worth storing over the stored rating. */
export const isNewRating = (known: Rating | undefined, read: Rating | undefined): boolean =>
  known?.elo !== read?.elo ||
  (known !== undefined && read !== undefined && read.readAt - known.readAt >= RECONFIRMED_AFTER_MS);

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** A side is rated by the mean of its players. */
export const meanRatings = (sides: ByTeam<readonly number[]>): ByTeam<number> =>
  byTeam((team) => mean(sides[team]));

/** By the service's published formula: a side rated 200 higher wins ten times as often as it loses. */
export const chanceByDifference = (difference: number): number =>
  1 / (1 + 10 ** (-difference / 200));

/** A side's rating, the mean of its players', and when the oldest was read; null where one is missing or too old. */
export const sideRating = (
  ratingOf: (playerId: number) => Rating | undefined,
  ids: readonly number[],
  now: Instant,
): Pick<Rating, 'elo' | 'readAt'> | null => {
  const fresh = ids.flatMap((id) => {
    const rating = ratingOf(id);
    return rating === undefined || now - rating.readAt > FRESH_FOR_MS ? [] : [rating];
  });
  if (ids.length === 0 || fresh.length < ids.length) return null;
  return {
    elo: mean(fresh.map(({ elo }) => elo)),
    readAt: Math.min(...fresh.map(({ readAt }) => readAt)),
  };
};

/** What `POST /matches/simulate` computes, without a request; null where a rating is missing or too old. */
export const chancesFromRatings = (
  ratingOf: (playerId: number) => Rating | undefined,
  teams: ByTeam<readonly number[]>,
  now: Instant,
) => {
  const { team_1, team_2 } = byTeam((team) => sideRating(ratingOf, teams[team], now));
  if (team_1 === null || team_2 === null) return null;
  const first = chanceByDifference(team_1.elo - team_2.elo);
  return {
    chances: { team_1: first, team_2: 1 - first },
    elo: { team_1: team_1.elo, team_2: team_2.elo },
    /** When the oldest of the ratings was read. */
    readAt: Math.min(team_1.readAt, team_2.readAt),
  };
};
