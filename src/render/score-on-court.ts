import type { Match } from '../domain/match.ts';
import { isCompleteSet, winnerOfSets, type SetScore } from '../domain/score.ts';

const LOVE_ALL: SetScore = { team_1: 0, team_2: 0, tieBreak: null };

/**
 * The sets of a match as they are shown: while it is on and one set is over, the next one has begun,
 * although no game of it is won.
 */
export const shownSets = ({
  status,
  score,
}: Pick<Match, 'status' | 'score'>): readonly SetScore[] => {
  const sets = score ?? [];
  const last = sets.at(-1);
  const isBetween = last !== undefined && isCompleteSet(last) && winnerOfSets(sets) === null;
  return status === 'live' && isBetween ? [...sets, LOVE_ALL] : sets;
};
