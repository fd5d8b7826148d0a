import { byTeam, opponentOf, type ByTeam, type Team } from '../../../src/domain/terms.ts';
import type { PlayedPoint, Serve } from './played-points.ts';

type Points = readonly PlayedPoint[];

const FIRST: ReadonlySet<Serve> = new Set(['first', 'ace']);
const SECOND: ReadonlySet<Serve> = new Set(['second', 'double-fault']);
const ANY: ReadonlySet<Serve> = new Set([...FIRST, ...SECOND]);

/** `won` of `all` in whole percent; 0 of nothing. */
const percent = (won: number, all: number): number =>
  all === 0 ? 0 : Math.round((100 * won) / all);

/** What remains for the other side, so that the two sum to 100 in spite of rounding. */
const remainder = (share: number, all: number): number => (all === 0 ? 0 : 100 - share);

const count = (points: Points, is: (point: PlayedPoint) => boolean): number =>
  points.filter(is).length;

/** The share of each side in the points that `server` served in one of these ways. */
const onServeOf = (server: Team, points: Points, serves: ReadonlySet<Serve>) => {
  const served = points.filter((point) => point.server === server && serves.has(point.serve));
  const share = percent(
    count(served, ({ winner }) => winner === server),
    served.length,
  );
  return { server: `${share}%`, returner: `${remainder(share, served.length)}%` };
};

const wonOnServe = (points: Points, serves: ReadonlySet<Serve>): ByTeam<string> =>
  byTeam((team) => onServeOf(team, points, serves).server);

const wonOnReturn = (points: Points, serves: ReadonlySet<Serve>): ByTeam<string> =>
  byTeam((team) => onServeOf(opponentOf(team), points, serves).returner);

const totalPointsWon = (points: Points): ByTeam<string> => {
  const share = percent(
    count(points, ({ winner }) => winner === 'team_1'),
    points.length,
  );
  return { team_1: `${share}%`, team_2: `${remainder(share, points.length)}%` };
};

const breakPointsConverted = (points: Points, team: Team): string => {
  const chances = points.filter(({ isBreakPoint, server }) => isBreakPoint && server !== team);
  return `${percent(
    count(chances, ({ winner }) => winner === team),
    chances.length,
  )}%`;
};

const longestStreak = (points: Points, team: Team): number => {
  let streak = 0;
  let longest = 0;
  for (const { winner } of points) {
    streak = winner === team ? streak + 1 : 0;
    longest = Math.max(longest, streak);
  }
  return longest;
};

/** Games that are over; a tie-break is nobody's service game, as both sides serve in it. */
const serviceGames = (points: Points, team: Team): number =>
  count(points, (point) => point.endsGame && !point.isTieBreak && point.server === team);

const counted = (countOf: (team: Team) => number): ByTeam<string> =>
  byTeam((team) => String(countOf(team)));

/**
 * The metrics of the points of a set or of a match, in the specification's words: percentages as
 * `50%`, counts as plain digits. A share of nothing is `0%`.
 */
export const metricsOf = (points: Points) => ({
  total_points_won: totalPointsWon(points),
  break_points_converted: byTeam((team) => breakPointsConverted(points, team)),
  longest_streak: counted((team) => longestStreak(points, team)),
  aces: counted((team) => count(points, (p) => p.serve === 'ace' && p.server === team)),
  double_faults: counted((team) =>
    count(points, (p) => p.serve === 'double-fault' && p.server === team),
  ),
  won_on_1st_serve: wonOnServe(points, FIRST),
  won_on_2nd_serve: wonOnServe(points, SECOND),
  total_won_on_serve: wonOnServe(points, ANY),
  won_on_1st_return: wonOnReturn(points, FIRST),
  won_on_2nd_return: wonOnReturn(points, SECOND),
  total_won_on_return: wonOnReturn(points, ANY),
  service_games: counted((team) => serviceGames(points, team)),
  return_games: counted((team) => serviceGames(points, opponentOf(team))),
});

/** The metrics of a set or a match. */
export type Metrics = ReturnType<typeof metricsOf>;
