import type { LiveSet } from './live-points.ts';
import { gamesIn, isCompleteSet, leaderOf, winnerOfSets, type SetScore } from './score.ts';
import { opponentOf, TEAMS } from '../terms.ts';

/** Known games of a set: its score, else the games before the last one observed. */
export const gamesOf = (set: LiveSet): SetScore =>
  set.score ?? { ...(set.games.at(-1)?.before ?? { team_1: 0, team_2: 0 }), tieBreak: null };

/**
 * The score of a set that must be over, because the next one has started, while the feed still says
 * null. The last game went to the one team for which that completes the set. Null after a
 * tie-break, which either team may have won: a later update will say.
 */
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

/**
 * The score of a set that must be over, because the match is. Stricter than `completedScore`: a
 * match also ends by retirement, so the team must have been one point away when last seen.
 */
const completedAtEnd = (set: LiveSet): SetScore | null => {
  const score = completedScore(set);
  const leader = score === null ? null : leaderOf(score);
  const point = set.games.at(-1)?.points.at(-1);
  if (leader === null || point === undefined) return null;
  const isOnePointAway =
    point[leader] === 'A' || (point[leader] === '40' && point[opponentOf(leader)] !== 'A');
  return isOnePointAway ? score : null;
};

/**
 * The score of a match that has ended, from its points: the feed leaves the last set open, and may
 * list one more that nobody plays. Null where a set is unknown, or the sets do not say for certain who has won.
 */
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
