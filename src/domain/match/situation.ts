import { deucesIn } from './game-history.ts';
import type { LiveGame } from './live-points.ts';
import { currentGame, scoreOf } from './reading.ts';
import type { MatchState } from './state.ts';
import { DEUCES_BEFORE_DECIDING, isTieBreak, type DeuceRule } from './play.ts';
import { POINT_LABELS } from './possible-sets.ts';
import { isCompleteSet, setsWon } from './score.ts';
import { serversOf, tieBreakServer } from './serving.ts';
import { byTeam, TEAMS, opponentOf, type ByTeam, type Team } from '../terms.ts';

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
  const server = serverOf(state, game, points);
  const tieBreak = isTieBreak(game.before);
  return {
    points,
    tieBreak,
    server,
    servingFor: server === null || tieBreak ? null : wonWith(state, game, server),
    stake: stakeOf(state, { game, points, server }, rule),
  };
};

const serverOf = ({ sets }: MatchState, game: LiveGame, points: ByTeam<string>): Team | null => {
  const first = serversOf(sets).of(sets.length, game.before);
  if (first === null || !isTieBreak(game.before)) return first;
  return tieBreakServer(
    first,
    byTeam((team) => Number(points[team])),
  );
};

interface NextPoint extends Pick<ScoreSituation, 'points' | 'server'> {
  readonly game: LiveGame;
}

const stakeOf = (
  state: MatchState,
  { game, points, server }: NextPoint,
  rule: DeuceRule,
): ScoreSituation['stake'] => {
  const deciding = isDeciding(game, points, rule);
  for (const team of TEAMS) {
    if (!deciding && !isOnePointAway(game, points, team)) continue;
    const won = wonWith(state, game, team);
    if (won !== null) return { kind: `${won}-point`, team };
  }
  const receiver = server === null ? null : opponentOf(server);
  if (deciding) return { kind: 'deciding-point', team: receiver };
  return receiver !== null && isOnePointAway(game, points, receiver)
    ? { kind: 'break-point', team: receiver }
    : null;
};

const wonWith = (state: MatchState, { before }: LiveGame, team: Team): 'set' | 'match' | null => {
  if (!isCompleteSet({ ...before, [team]: before[team] + 1 })) return null;
  return setsWon(scoreOf(state))[team] === 1 ? 'match' : 'set';
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

/** How few points may end the set in progress; infinite while a game has to be won before its last one. */
export const fewestPointsToSetEnd = (state: MatchState): number => {
  const game = currentGame(state);
  if (game === null) return Infinity;
  const { before, points } = game;
  const tieBreak = isTieBreak(before);
  const left = TEAMS.filter((team) => isCompleteSet({ ...before, [team]: before[team] + 1 })).map(
    (team) => {
      const call = points.at(-1)?.[team] ?? '0';
      return tieBreak ? 7 - (Number(call) || 0) : 4 - POINT_LABELS.indexOf(call);
    },
  );
  return Math.max(1, Math.min(...left));
};
