import { leaderOf } from '#src/domain/match/score.ts';
import { TEAMS, type Team } from '#src/domain/terms.ts';
import type { Forecast } from './forecasts.ts';

/** The number of best pairs of a draw. */
const HEAD = 4;

const pairOf = ({ match }: Forecast, team: Team): string =>
  match.teams[team]?.map(({ id }) => id).join('-') ?? '';

const headOf = (draw: readonly Forecast[]): ReadonlySet<string> => {
  const points = new Map(
    draw.flatMap((each) => TEAMS.map((team) => [pairOf(each, team), each.points[team]] as const)),
  );
  const ranked = [...points].sort(([, a], [, b]) => b - a).map(([pair]) => pair);
  return new Set(ranked.slice(0, HEAD));
};

/**
 * The true chances, 0 to 1, of the better ranked pair in all meetings of the four best of a draw
 * in one world; FIP events, where the best stay away, are left out.
 */
export const headToHeads = (forecasts: readonly Forecast[]): number[] => {
  const main = forecasts.filter(({ match }) => !match.tournament.level.startsWith('fip'));
  const draws = Map.groupBy(main, ({ match }) => `${match.tournament.id}/${match.category}`);
  return [...draws.values()].flatMap((draw) => {
    const head = headOf(draw);
    return draw
      .filter((each) => TEAMS.every((team) => head.has(pairOf(each, team))))
      .map(({ oracle, points }) => (leaderOf(points) === 'team_2' ? 1 - oracle : oracle));
  });
};
