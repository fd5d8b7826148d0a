import { setsWon } from '../../../src/domain/match/score.ts';
import { opponentOf, type ByTeam, type Round, type Team } from '../../../src/domain/terms.ts';
import type { Match } from '../world/model.ts';
import type { Appearance } from './appearances.ts';

/** What a player or a pair has to show for their matches. */
export interface Results {
  readonly matches_played: number;
  readonly matches_won: number;
  /** 0 to 100, two decimals; 0 without a match. So are the averages. */
  readonly win_percentage: number;
  readonly sets_won: number;
  readonly sets_lost: number;
  readonly avg_sets_per_match: number;
  readonly games_won: number;
  readonly games_lost: number;
  readonly avg_games_per_match: number;
  readonly titles: number;
  readonly finals: number;
  readonly semifinals: number;
  /** 1 is the best; null when they were in no round. */
  readonly best_round: Round | null;
}

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);

const twoDecimals = (value: number): number => Math.round(value * 100) / 100;

const average = (total: number, of: number): number => (of === 0 ? 0 : twoDecimals(total / of));

const gamesOf = (sets: readonly ByTeam<number>[], team: Team): number =>
  sum(sets.map((set) => set[team]));

const UNPLAYED: ReadonlySet<Match['outcome']> = new Set(['walkover', 'not_played']);

/**
 * Counts results. A walkover takes a side into its round, and may make it the winner of the
 * tournament, but is no match that was played. What a retirement left counts as it stands: its
 * games, and the sets that were complete. Byes are to be left out before.
 * @param appearances matches that are over
 */
export const resultsOf = (appearances: readonly Appearance[]): Results => {
  const played = appearances.filter(({ match }) => !UNPLAYED.has(match.outcome));
  const won = played.filter(({ match, team }) => match.winner === team).length;
  const total = (valueOf: (appearance: Appearance) => number): number => sum(played.map(valueOf));
  const setsFor = total(({ match, team }) => setsWon(match.sets)[team]);
  const setsAgainst = total(({ match, team }) => setsWon(match.sets)[opponentOf(team)]);
  const gamesFor = total(({ match, team }) => gamesOf(match.sets, team));
  const gamesAgainst = total(({ match, team }) => gamesOf(match.sets, opponentOf(team)));
  const inRound = (round: Round): readonly Appearance[] =>
    appearances.filter(({ match }) => match.round === round);

  return {
    matches_played: played.length,
    matches_won: won,
    win_percentage: average(100 * won, played.length),
    sets_won: setsFor,
    sets_lost: setsAgainst,
    avg_sets_per_match: average(setsFor + setsAgainst, played.length),
    games_won: gamesFor,
    games_lost: gamesAgainst,
    avg_games_per_match: average(gamesFor + gamesAgainst, played.length),
    // A team's title is that of all its pairs, whichever of them won.
    titles: inRound(1).filter(({ match, team }) => (match.tie ?? match).winner === team).length,
    finals: inRound(1).length,
    semifinals: inRound(2).length,
    best_round: appearances.reduce<Round | null>(
      (best, { match }) => (best === null || match.round < best ? match.round : best),
      null,
    ),
  };
};
