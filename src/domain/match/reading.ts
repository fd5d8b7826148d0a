import { hasPlay, type LiveGame } from './live-points.ts';
import { DELETED, isCancelled, isNotPlayed, isPlayOver, phaseOf, isOver } from './match.ts';
import type { MatchState } from './state.ts';
import { gamesIn, isCompleteSet, winnerOfSets, type SetScore } from './score.ts';
import { gamesOf, scoreAtEnd } from './set-completion.ts';
import type { Team } from '../terms.ts';

/** Whether play has ended, not by a retirement, and the match record does not have the score yet. */
export const isUnconfirmed = ({ status, confirmed }: MatchState): boolean =>
  !confirmed && (status === 'ended' || status === 'finished');

/** The official score once confirmed; until then the one with more games, since the record lags behind its points. */
export const scoreOf = (state: MatchState): readonly SetScore[] => {
  const atEnd = isUnconfirmed(state) ? scoreAtEnd(state.sets) : null;
  const fromPoints = atEnd ?? state.sets.map(gamesOf);
  if (state.official === null) return fromPoints;
  if (state.confirmed) return state.official;
  return gamesIn(fromPoints) >= gamesIn(state.official) ? fromPoints : state.official;
};

/** The score of each set once it is certain; the games of one in progress otherwise. */
export const setScoresOf = (state: MatchState): readonly SetScore[] => {
  const shown = scoreOf(state);
  const length = Math.max(shown.length, state.sets.length);
  return Array.from({ length }, (_, index): SetScore => {
    const [own, seen] = [state.sets[index]?.score, shown[index]];
    return (state.confirmed ? seen : (own ?? seen)) ?? { team_1: 0, team_2: 0, tieBreak: null };
  });
};

/** Empty rather than incomplete, except for a retirement. The feed may list one more set that nobody plays. */
export const finalScoreOf = (state: MatchState): readonly SetScore[] => {
  const known = scoreOf(state);
  const score = known.slice(0, known.findLastIndex((set) => gamesIn([set]) > 0) + 1);
  return state.status === 'finished' && winnerOfSets(score) === null ? [] : score;
};

export const hasStarted = (state: MatchState): boolean => {
  const phase = phaseOf(state.status);
  if (phase === 'playing' || phase === 'over') return true;
  return hasPlay(state.sets) || gamesIn(state.official ?? []) > 0;
};

/** Whether play has begun, and was interrupted: it goes on later. */
export const isStandingStill = (state: MatchState): boolean => {
  const { status } = state;
  const isOff = status === DELETED || isCancelled(status) || isNotPlayed(status);
  return phaseOf(status) === 'unknown' && !isOff && hasStarted(state);
};

/** The game in progress; null between matches and sets, and where no points are covered. */
export const currentGame = (state: MatchState): LiveGame | null => {
  const set = state.sets.at(-1);
  // Play may have ended on a set that the feed never closes.
  if (isPlayOver(state.status) || set?.score !== null) return null;
  return set.games.at(-1) ?? null;
};

/** Null until certain. The service's winner counts even against the score: a retirement may be won from behind. */
export const winnerOf = (state: MatchState): Team | null => {
  const { status, winner } = state;
  if (status !== 'ended' && !isOver(state)) return null;
  const score = scoreOf(state);
  // Two later sets may decide a match of which one set is unknown: its result waits for the record.
  const isWhole = !isUnconfirmed(state) || score.every(isCompleteSet);
  const byScore = status === 'retired' || !isWhole ? null : winnerOfSets(score);
  return status === 'ended' ? byScore : (winner ?? byScore);
};

/** Whether the service's winner contradicts the score: displayed as the winner, and logged. */
export const winnerContradictsScore = (state: MatchState): boolean =>
  state.status === 'finished' &&
  state.winner !== null &&
  winnerOfSets(scoreOf(state)) !== null &&
  winnerOfSets(scoreOf(state)) !== state.winner;
