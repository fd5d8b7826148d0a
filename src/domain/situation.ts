import { deucesIn } from './game-history.ts';
import type { LiveGame } from './live-points.ts';
import { currentGame, scoreOf } from './match-reading.ts';
import type { MatchState } from './match-state.ts';
import { DEUCES_BEFORE_DECIDING, isTieBreak, type DeuceRule } from './play.ts';
import { isCompleteSet, setsWon } from './score.ts';
import { TEAMS, opponentOf, type ByTeam, type Team } from './terms.ts';

/** What the next point can decide. The feed does not say who serves, so there is no break point. */
export type Stake = 'match-point' | 'set-point' | 'deciding-point';

export interface Situation {
  /** The points of the game in progress as they are called: `40`, `A`, `5`. */
  readonly points: ByTeam<string>;
  readonly tieBreak: boolean;
  readonly stake: { readonly kind: Stake; readonly team: Team | null } | null;
}

/** How deuce is decided on the tour in the year of a match (padel-facts, "The rules"). */
export const deuceRuleOn = (date: string | null): DeuceRule =>
  date !== null && date < '2026' ? 'golden-point' : 'star-point';

/** Where the game in progress stands; null when there is none, or no points are covered. */
export const situationOf = (state: MatchState, rule: DeuceRule): Situation | null => {
  const game = currentGame(state);
  if (game === null) return null;
  const points = game.points.at(-1) ?? { team_1: '0', team_2: '0' };
  return {
    points,
    tieBreak: isTieBreak(game.before),
    stake: stakeOf(state, game, points, rule),
  };
};

const stakeOf = (
  state: MatchState,
  game: LiveGame,
  points: ByTeam<string>,
  rule: DeuceRule,
): Situation['stake'] => {
  const deciding = isDeciding(game, points, rule);
  for (const team of TEAMS) {
    if (!deciding && !isOnePointAway(game, points, team)) continue;
    const games = { ...game.before, [team]: game.before[team] + 1 };
    if (!isCompleteSet(games)) continue;
    const won = setsWon(scoreOf(state).filter(isCompleteSet));
    return { kind: won[team] === 1 ? 'match-point' : 'set-point', team };
  }
  return deciding ? { kind: 'deciding-point', team: null } : null;
};

const isDeciding = (game: LiveGame, points: ByTeam<string>, rule: DeuceRule): boolean =>
  points.team_1 === '40' &&
  points.team_2 === '40' &&
  !isTieBreak(game.before) &&
  deucesIn(game) >= DEUCES_BEFORE_DECIDING[rule];

const isOnePointAway = (game: LiveGame, points: ByTeam<string>, team: Team): boolean => {
  const own = points[team];
  const other = points[opponentOf(team)];
  if (isTieBreak(game.before)) return Number(own) >= 6 && Number(own) > Number(other);
  return own === 'A' || (own === '40' && other !== '40' && other !== 'A');
};
