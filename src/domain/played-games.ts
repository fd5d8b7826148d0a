import { deucesIn, talliesOf, type Tally } from './game-history.ts';
import type { LiveGame } from './live-points.ts';
import { phaseOf } from './match.ts';
import { scoreOf } from './match-reading.ts';
import type { HeldSet, MatchState } from './match-state.ts';
import { DEUCES_BEFORE_DECIDING, isTieBreak, type DeuceRule } from './play.ts';
import type { SetScore } from './score.ts';
import { TEAMS, type ByTeam, type Team } from './terms.ts';

/** A game as it was played, as far as the feed tells. */
export interface PlayedGame {
  /** Games of the set before this one. */
  readonly before: ByTeam<number>;
  readonly tallies: readonly Tally[];
  /**
   * The point that wins a game is no entry of the feed: its winner is the difference to the next
   * game, or to the set. Null while the game is on, and where the feed skipped what would tell.
   */
  readonly winner: Team | null;
  readonly tieBreak: boolean;
  /** It came to a point that decides the game whoever wins it. */
  readonly deciding: boolean;
}

export interface PlayedSet {
  readonly number: number;
  /** Null while it is in progress. */
  readonly score: SetScore | null;
  readonly games: readonly PlayedGame[];
}

/** The sets of a match game by game. Who serves is not told, so no game is known as a break. */
export const playedSets = (state: MatchState, rule: DeuceRule): readonly PlayedSet[] =>
  state.sets.map((set, index) => {
    const score = endOf(state, set, index);
    const games = set.games.map((game, at): PlayedGame => {
      const after = set.games[at + 1]?.before ?? score;
      return {
        before: game.before,
        tallies: talliesOf(game),
        winner: after === null ? null : gainedIn(game, after),
        tieBreak: isTieBreak(game.before),
        deciding: cameToDecidingPoint(game, rule),
      };
    });
    return { number: set.number, score, games };
  });

/** The last set of a match that is over may stay open in the feed: then the match itself tells. */
const endOf = (state: MatchState, set: HeldSet, index: number): SetScore | null => {
  if (set.score !== null || phaseOf(state.status) !== 'over') return set.score;
  return scoreOf(state)[index] ?? null;
};

/** The one team that has more games than before; null when both have, or neither. */
const gainedIn = ({ before }: LiveGame, after: ByTeam<number>): Team | null => {
  const [gained, other] = TEAMS.filter((team) => after[team] > before[team]);
  return gained === undefined || other !== undefined ? null : gained;
};

const cameToDecidingPoint = (game: LiveGame, rule: DeuceRule): boolean => {
  const last = game.points.at(-1);
  return (
    last?.team_1 === '40' &&
    last.team_2 === '40' &&
    deucesIn(game) >= DEUCES_BEFORE_DECIDING[rule] &&
    !isTieBreak(game.before)
  );
};

/** Whether any point of these sets is known. */
export const hasPoints = (sets: readonly PlayedSet[]): boolean =>
  sets.some(({ games }) => games.some(({ tallies }) => tallies.length > 0));
