import { GAME_MINUTES } from './plausible.ts';
import { scoreOf } from './reading.ts';
import type { MatchState } from './state.ts';
import { isCompleteSet, leaderOf } from './score.ts';
import { TEAMS, type Team } from '../terms.ts';

/** Minutes per game where there is no measurement. */
const USUAL_GAME = 4.5;

/**
 * Minimum minutes until a match in play is over: the games that the leading pair still needs at the
 * pace so far. Null while more than one set remains.
 */
export const minutesLeft = (state: MatchState): number | null => {
  const score = scoreOf(state);
  const last = score.at(-1);
  if (last === undefined || isCompleteSet(last)) return null;
  const won = (team: Team): number =>
    score.slice(0, -1).filter((set) => leaderOf(set) === team).length;
  const games = score.reduce((sum, set) => sum + set.team_1 + set.team_2, 0);
  const measured = state.minutes === null || games < 6 ? USUAL_GAME : state.minutes / games;
  const pace = Math.min(GAME_MINUTES.most, Math.max(GAME_MINUTES.least, measured));
  const needed = TEAMS.filter((team) => won(team) === 1).map((team) => {
    const other = team === 'team_1' ? last.team_2 : last.team_1;
    return Math.max(6, Math.min(7, other + 2)) - last[team];
  });
  return needed.length === 0 ? null : Math.max(0, Math.round(Math.min(...needed) * pace));
};

/** Minutes before the expected end of the previous match, and its own time, at which the next match is announced. */
export const SOON_MINUTES = 15;
