import { hasPlay, type LiveGame, type LiveSet } from './live-points.ts';
import { isPlayOver, phaseOf } from './match.ts';
import type { MatchState } from './match-state.ts';
import { gamesIn, winnerOfSets, type SetScore } from './score.ts';
import type { Team } from './terms.ts';

/** Games of a set as far as they are known: its score, else the games before the last one seen. */
export const gamesOf = (set: LiveSet): SetScore =>
  set.score ?? { ...(set.games.at(-1)?.before ?? { team_1: 0, team_2: 0 }), tieBreak: null };

/**
 * The score to show, a set in progress included. Once confirmed, the official one; before, whichever
 * has more games, since the match itself trails its points.
 */
export const scoreOf = (state: MatchState): readonly SetScore[] => {
  const fromPoints = state.sets.map(gamesOf);
  if (state.official === null) return fromPoints;
  if (state.confirmed) return state.official;
  return gamesIn(fromPoints) >= gamesIn(state.official) ? fromPoints : state.official;
};

/**
 * The score of a match that is over, as far as it ends it: nothing rather than part of it. Only a
 * retirement leaves a match unfinished.
 */
export const finalScoreOf = (state: MatchState): readonly SetScore[] => {
  const score = scoreOf(state);
  return state.status === 'finished' && winnerOfSets(score) === null ? [] : score;
};

/** Whether play has begun, as far as status and points tell. */
export const hasBegun = (state: MatchState): boolean => {
  const phase = phaseOf(state.status);
  if (phase === 'playing' || phase === 'over') return true;
  return hasPlay(state.sets) || gamesIn(state.official ?? []) > 0;
};

/** The game in progress; null between matches, sets, and where no points are covered. */
export const currentGame = (state: MatchState): LiveGame | null => {
  const set = state.sets.at(-1);
  // Play may have ended on a set that the feed never closes.
  if (isPlayOver(state.status) || set?.score !== null) return null;
  return set.games.at(-1) ?? null;
};

/**
 * Who won; null as long as that is not certain. A winner named by the service stands even against
 * the score (a retirement may be won from behind).
 */
export const winnerOf = (state: MatchState): Team | null => {
  if (phaseOf(state.status) !== 'over') return null;
  return state.winner ?? winnerOfSets(scoreOf(state));
};

/** The service named a winner whom the score contradicts: shown as the winner, and worth a log. */
export const winnerContradictsScore = (state: MatchState): boolean =>
  state.status === 'finished' &&
  state.winner !== null &&
  winnerOfSets(scoreOf(state)) !== null &&
  winnerOfSets(scoreOf(state)) !== state.winner;
