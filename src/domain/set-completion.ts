import type { LiveSet } from './live-points.ts';
import { isCompleteSet, type SetScore } from './score.ts';
import { TEAMS } from './terms.ts';

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
