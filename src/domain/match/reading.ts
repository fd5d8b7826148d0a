import { hasPlay, type LiveGame, type LiveSet } from './live-points.ts';
import { isPlayOver, phaseOf, isOver } from './match.ts';
import type { MatchState } from './state.ts';
import { gamesIn, winnerOfSets, type SetScore } from './score.ts';
import type { Team } from '../terms.ts';

/** Known games of a set: its score, else the games before the last one observed. */
const gamesOf = (set: LiveSet): SetScore =>
  set.score ?? { ...(set.games.at(-1)?.before ?? { team_1: 0, team_2: 0 }), tieBreak: null };

/**
 * The score to show, including a set in progress: the official one once confirmed; until then the
 * one with more games, since the match record lags behind its points.
 */
export const scoreOf = (state: MatchState): readonly SetScore[] => {
  const fromPoints = state.sets.map(gamesOf);
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

/** The final score; empty rather than incomplete. Only a retirement leaves a match unfinished. */
export const finalScoreOf = (state: MatchState): readonly SetScore[] => {
  const score = scoreOf(state);
  return state.status === 'finished' && winnerOfSets(score) === null ? [] : score;
};

export const hasStarted = (state: MatchState): boolean => {
  const phase = phaseOf(state.status);
  if (phase === 'playing' || phase === 'over') return true;
  return hasPlay(state.sets) || gamesIn(state.official ?? []) > 0;
};

/** The game in progress; null between matches and sets, and where no points are covered. */
export const currentGame = (state: MatchState): LiveGame | null => {
  const set = state.sets.at(-1);
  // Play may have ended on a set that the feed never closes.
  if (isPlayOver(state.status) || set?.score !== null) return null;
  return set.games.at(-1) ?? null;
};

/**
 * The winner; null until certain. The service's winner counts even against the score (a retirement
 * may be won from behind).
 */
export const winnerOf = (state: MatchState): Team | null => {
  if (!isOver(state)) return null;
  return state.winner ?? winnerOfSets(scoreOf(state));
};

/** Whether the service's winner contradicts the score: displayed as the winner, and logged. */
export const winnerContradictsScore = (state: MatchState): boolean =>
  state.status === 'finished' &&
  state.winner !== null &&
  winnerOfSets(scoreOf(state)) !== null &&
  winnerOfSets(scoreOf(state)) !== state.winner;
