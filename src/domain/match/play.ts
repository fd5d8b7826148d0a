import { isCompleteSet, leaderOf, winnerOfSets, type SetScore } from './score.ts';
import { byTeam, NONE, opponentOf, type ByTeam, type Team } from '../terms.ts';

/** After 40:40: no end, the first 40:40 decides, or the third after at most two advantages (deuce-rule.ts). */
export type DeuceRule = 'advantage' | 'golden-point' | 'star-point';

/** How often 40:40 is reached before the next point decides; never with advantage. */
export const DEUCES_BEFORE_DECIDING: Readonly<Record<DeuceRule, number>> = {
  advantage: Infinity,
  'golden-point': 1,
  'star-point': 3,
};

/** A match between two points, as counts of points and games won, not labels. */
export interface Play {
  readonly sets: readonly SetScore[];
  readonly games: ByTeam<number>;
  /** Points won in the game in progress: 0, 1, 2, 3 …, also beyond deuce. */
  readonly points: ByTeam<number>;
  readonly winner: Team | null;
}

export const newPlay = (): Play => ({ sets: [], games: NONE, points: NONE, winner: null });

export const isTieBreak = (games: ByTeam<number>): boolean =>
  games.team_1 === 6 && games.team_2 === 6;

export const plusOne = (values: ByTeam<number>, team: Team): ByTeam<number> =>
  byTeam((each) => values[each] + (each === team ? 1 : 0));

const isGameWon = (play: Play, points: ByTeam<number>, team: Team, rule: DeuceRule): boolean => {
  const own = points[team];
  const other = points[opponentOf(team)];
  if (isTieBreak(play.games)) return own >= 7 && own - other >= 2;
  if (own < 4) return false;
  return own - other >= 2 || isDecidingPoint(play, rule);
};

/** Whether the next point ends the game, whichever team wins it. Never in a tie-break. */
export const isDecidingPoint = (play: Pick<Play, 'games' | 'points'>, rule: DeuceRule): boolean => {
  const { team_1, team_2 } = play.points;
  if (isTieBreak(play.games) || team_1 !== team_2) return false;
  return team_1 - 2 >= DEUCES_BEFORE_DECIDING[rule];
};

/** Whether a game is still in progress at these points: by the rules, no more are played once it is won. */
export const isInProgress = (
  { team_1, team_2 }: ByTeam<number>,
  tieBreak: boolean,
  rule: DeuceRule,
): boolean => {
  const [most, lead] = [Math.max(team_1, team_2), Math.abs(team_1 - team_2)];
  if (tieBreak) return most < 7 || lead < 2;
  return most < 4 || (lead < 2 && most - 2 <= DEUCES_BEFORE_DECIDING[rule]);
};

/** Whether `team` wins a game (no tie-break) with the next point, from the points won in it. */
export const mayWinGame = (points: ByTeam<number>, team: Team, rule: DeuceRule): boolean => {
  const own = points[team];
  const other = points[opponentOf(team)];
  return own >= 3 && (own > other || (own === other && own - 2 >= DEUCES_BEFORE_DECIDING[rule]));
};

/** The match after `team` wins one more point; unchanged if it is over. */
export const afterPoint = (play: Play, team: Team, rule: DeuceRule): Play => {
  if (play.winner !== null) return play;
  const points = plusOne(play.points, team);
  if (!isGameWon(play, points, team, rule)) return { ...play, points };

  const games = plusOne(play.games, team);
  if (!isCompleteSet(games)) return { ...play, games, points: NONE };

  const tieBreak = isTieBreak(play.games) ? Math.min(points.team_1, points.team_2) : null;
  const sets = [...play.sets, { ...games, tieBreak }];
  return { sets, games: NONE, points: NONE, winner: winnerOfSets(sets) };
};

const LABELS = ['0', '15', '30', '40'] as const;

/**
 * The points of the game in progress in the feed's notation: `30:15`, `A:40`, in a tie-break
 * counters `5:4` (padel-facts, "The live feed").
 */
export const pointsLabel = (play: Play): string => {
  const { team_1, team_2 } = play.points;
  if (isTieBreak(play.games)) return `${team_1}:${team_2}`;
  if (team_1 < 4 && team_2 < 4) return `${LABELS[team_1] ?? '40'}:${LABELS[team_2] ?? '40'}`;
  const leader = leaderOf(play.points);
  if (leader === null) return '40:40';
  return leader === 'team_1' ? 'A:40' : '40:A';
};
