import { byTeam, type ByTeam, type Instant, type Team } from '#src/domain/terms.ts';
import { meanElo, tenthsOf } from '#sandbox/padel-service/world/people/elo.ts';
import { openHistory } from '#sandbox/padel-service/world/records/history.ts';
import { playersOf, type Match } from '#sandbox/padel-service/world/model.ts';
import type { Day } from '#sandbox/padel-service/world/schedule/days.ts';
import { chanceOfContest } from './oracle.ts';

/** The forecasts of a match before its start, and its winner. Chances, 0 to 1, are team_1's. */
export interface Forecast {
  readonly match: Match;
  readonly won: boolean;
  /** The chance by which the world was generated. */
  readonly oracle: number;
  /** The response of `/matches/simulate` at the start of the match. */
  readonly elo: number;
  /** The pairs' ranking points at the start of the tournament. */
  readonly points: ByTeam<number>;
}

/**
 * Forecasts all matches of a world that were decided by strength and at least partly played: byes and
 * walkovers are left out.
 * @param anchor the day on which the world is first seen
 */
export const forecastsOf = (seed: number, anchor: Day): Forecast[] => {
  const history = openHistory(seed, anchor);
  const { ratings, ranking } = history;
  const ratingOf = (match: Match, team: Team, instant: Instant): number =>
    meanElo(playersOf(match, team).map((player) => ratings.at(player, instant)));
  const pointsOf = (match: Match, team: Team): number =>
    playersOf(match, team).reduce(
      (sum, player) => sum + ranking.pointsOf(player, match.tournament.start),
      0,
    );

  return history.matchesUntil(anchor).flatMap((match): Forecast[] => {
    const { started, tournament, category, edge, winner } = match;
    if (tournament.end >= anchor || started === null) return [];
    const lead = ratingOf(match, 'team_1', started) - ratingOf(match, 'team_2', started);
    return [
      {
        match,
        won: winner === 'team_1',
        oracle: chanceOfContest(edge, { category, rule: tournament.rule }),
        elo: tenthsOf(lead) / 1000,
        points: byTeam((team) => pointsOf(match, team)),
      },
    ];
  });
};
