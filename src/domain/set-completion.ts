import type { LiveSet } from './live-points.ts';
import { isTieBreak } from './play.ts';
import { isCompleteSet, leaderOf, type SetScore } from './score.ts';
import { TEAMS, type ByTeam, type Team } from './terms.ts';

/**
 * The score of a set that must be over, because the next one has begun, while the feed still says
 * null. Its last game was won by the team for which that makes a complete set: at most one, but
 * in a tie-break, where whoever led in points won. Null where even that is not certain; the match
 * itself will tell.
 */
export const completedScore = (set: LiveSet): SetScore | null => {
  const last = set.games.at(-1);
  if (last === undefined) return null;
  if (isTieBreak(last.before)) {
    const winner = tieBreakLeader(last.points.at(-1));
    return winner === null ? null : { ...wonBy(last.before, winner), tieBreak: null };
  }
  const complete = TEAMS.map((team) => wonBy(last.before, team)).filter(isCompleteSet);
  const only = complete.length === 1 ? complete[0] : undefined;
  return only === undefined ? null : { ...only, tieBreak: null };
};

const wonBy = (before: ByTeam<number>, team: Team): ByTeam<number> => ({
  ...before,
  [team]: before[team] + 1,
});

/** The winning point is never an entry: only a team one point from winning can have won. */
const tieBreakLeader = (points: ByTeam<string> | undefined): Team | null => {
  if (points === undefined) return null;
  const counters = { team_1: Number(points.team_1), team_2: Number(points.team_2) };
  const atLeastSix = Math.max(counters.team_1, counters.team_2) >= 6;
  return atLeastSix ? leaderOf(counters) : null;
};
