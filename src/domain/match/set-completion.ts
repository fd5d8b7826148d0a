import type { LiveSet } from './live-points.ts';
import { gamesIn, isCompleteSet, leaderOf, winnerOfSets, type SetScore } from './score.ts';
import { NONE, opponentOf, TEAMS } from '../terms.ts';

/** Known games of a set: its score, else the games before the last one observed. */
export const gamesOf = (set: LiveSet): SetScore =>
  set.score ?? { ...(set.games.at(-1)?.before ?? NONE), tieBreak: null };

/** The last game of a set that must be over went to the one team for which it completes the set; null after a tie-break. */
export const completedScore = (set: LiveSet): SetScore | null => {
  const last = set.games.at(-1);
  if (last === undefined) return null;
  const [score, other] = TEAMS.map((team) => ({
    ...last.before,
    [team]: last.before[team] + 1,
    tieBreak: null,
  })).filter(isCompleteSet);
  return score === undefined || other !== undefined ? null : score;
};

/** Stricter, because the match is over: it may have ended by retirement, so the team was one point away when last seen. */
const completedAtEnd = (set: LiveSet): SetScore | null => {
  const score = completedScore(set);
  const leader = score === null ? null : leaderOf(score);
  const point = set.games.at(-1)?.points.at(-1);
  if (leader === null || point === undefined) return null;
  const isOnePointAway =
    point[leader] === 'A' || (point[leader] === '40' && point[opponentOf(leader)] !== 'A');
  return isOnePointAway ? score : null;
};

/** The score of a match that has ended, from its points; null where a set is unknown, or no winner is certain. */
export const scoreAtEnd = (sets: readonly LiveSet[]): readonly SetScore[] | null => {
  const played = sets.slice(0, sets.findLastIndex((set) => gamesIn([gamesOf(set)]) > 0) + 1);
  const score = played.map((set, index) => {
    const isOpen = index === played.length - 1 && set.score === null;
    return (isOpen ? completedAtEnd(set) : null) ?? gamesOf(set);
  });
  const isDecidedEarly = winnerOfSets(score.slice(0, -1)) !== null;
  const isWhole = score.every(isCompleteSet) && winnerOfSets(score) !== null;
  return isWhole && !isDecidedEarly ? score : null;
};
