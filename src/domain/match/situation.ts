import { talliesOf } from './game-history.ts';
import type { LiveGame } from './live-points.ts';
import { currentGame, scoreOf } from './reading.ts';
import type { MatchState } from './state.ts';
import { isDecidingPoint, isTieBreak, mayWinGame, type DeuceRule } from './play.ts';
import { isCompleteSet, setsWon } from './score.ts';
import { serversOf, tieBreakServer } from './serving.ts';
import { NONE, TEAMS, opponentOf, type ByTeam, type Team } from '../terms.ts';

/** What the next point can decide, most important first. */
type Stake = 'match-point' | 'set-point' | 'break-point' | 'deciding-point';

export interface ScoreSituation {
  /** The points of the game in progress as called: `40`, `A`, `5`. */
  readonly points: ByTeam<string>;
  readonly tieBreak: boolean;
  /** The server of the next point; null when unknown. */
  readonly server: Team | null;
  /** What the server wins with this game; null for neither, in a tie-break, and when unknown. */
  readonly servingFor: 'set' | 'match' | null;
  /** At a deciding point `team` has the break point; null when the server is unknown. */
  readonly stake: { readonly kind: Stake; readonly team: Team | null } | null;
}

/** The situation of the game in progress; null when there is none, or no points are covered. */
export const situationOf = (state: MatchState, rule: DeuceRule): ScoreSituation | null => {
  const game = currentGame(state);
  if (game === null) return null;
  const points = game.points.at(-1) ?? { team_1: '0', team_2: '0' };
  const tieBreak = isTieBreak(game.before);
  const first = serversOf(state.sets).of(state.sets.length, game.before);
  const server = first === null || !tieBreak ? first : tieBreakServer(first, pointsIn(game));
  return {
    points,
    tieBreak,
    server,
    servingFor: server === null || tieBreak ? null : wonWith(state, game, server),
    stake: stakeOf(state, game, server, rule),
  };
};

/** The points that each team has won in a game. */
const pointsIn = (game: LiveGame): ByTeam<number> => talliesOf(game).at(-1)?.won ?? NONE;

const stakeOf = (
  state: MatchState,
  game: LiveGame,
  server: Team | null,
  rule: DeuceRule,
): ScoreSituation['stake'] => {
  const points = pointsIn(game);
  const mayWin = (team: Team): boolean =>
    isTieBreak(game.before)
      ? points[team] >= 6 && points[team] > points[opponentOf(team)]
      : mayWinGame(points, team, rule);
  for (const team of TEAMS) {
    const won = mayWin(team) ? wonWith(state, game, team) : null;
    if (won !== null) return { kind: `${won}-point`, team };
  }
  const receiver = server === null ? null : opponentOf(server);
  if (isDecidingPoint({ games: game.before, points }, rule)) {
    return { kind: 'deciding-point', team: receiver };
  }
  return receiver !== null && mayWin(receiver) ? { kind: 'break-point', team: receiver } : null;
};

const wonWith = (state: MatchState, { before }: LiveGame, team: Team): 'set' | 'match' | null => {
  if (!isCompleteSet({ ...before, [team]: before[team] + 1 })) return null;
  return setsWon(scoreOf(state))[team] === 1 ? 'match' : 'set';
};

/** How few points may end the set in progress; infinite while a game has to be won before its last one. */
export const fewestPointsToSetEnd = (state: MatchState): number => {
  const game = currentGame(state);
  if (game === null) return Infinity;
  const toWin = isTieBreak(game.before) ? 7 : 4;
  const won = pointsIn(game);
  const left = TEAMS.filter((team) => wonWith(state, game, team) !== null).map(
    (team) => toWin - won[team],
  );
  return Math.max(1, Math.min(...left));
};
