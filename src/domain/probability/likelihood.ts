import { plusOne, type Play } from '../match/play.ts';
import { isCompleteSet, sameGames } from '../match/score.ts';
import { afterChanges } from '../match/serving.ts';
import { byTeam, NONE, opponentOf, sumOf, TEAMS, type ByTeam, type Team } from '../terms.ts';
import { LOST, mix, WON, type Likelihood, type Row } from './edges.ts';
import type { ChanceTables } from './tables.ts';

/** How likely one score follows another; null if the rules exclude it. `server` serves in `from`, at first. */
export const likelihoodOf = (
  tables: ChanceTables,
  from: Play,
  to: Play,
  server: Team,
): Likelihood | null => {
  const newSets = to.sets.length - from.sets.length;
  const ended = to.sets[from.sets.length];
  if (newSets === 1 && ended !== undefined) return ofGames(tables, from, ended, server);
  if (newSets !== 0 || isCompleteSet(to.games)) return null;
  return sameGames(to.games, from.games)
    ? ofPoints(tables, from, to.points, server)
    : ofGames(tables, from, to.games, server);
};

const gainOf = (from: ByTeam<number>, to: ByTeam<number>): ByTeam<number> =>
  byTeam((team) => to[team] - from[team]);

const onlyWinner = (gained: ByTeam<number>): Team | undefined =>
  TEAMS.find((team) => gained[team] === 1 && gained[opponentOf(team)] === 0);

/** More at once are a contradiction: their orders grow with the square, and who sends 99:99 is not watching a match. */
const SKIPPED_MAX = 24;

const ofPoints = (
  tables: ChanceTables,
  from: Play,
  points: ByTeam<number>,
  server: Team,
): Likelihood | null => {
  const gained = gainOf(from.points, points);
  const reached = tables.ofGame({ games: from.games, points }, server);
  if (reached === undefined || reached === WON || reached === LOST) return null;
  const winner = onlyWinner(gained);
  if (winner !== undefined) {
    return { chance: tables.ofPoint(from, server), happened: winner === 'team_1' };
  }
  if (Math.min(gained.team_1, gained.team_2) < 0) return null;
  if (sumOf(gained) > SKIPPED_MAX) return null;
  return { chance: ofSkippedPoints(tables, from, gained, server), happened: true };
};

/** Sum over the orders in which these points may have been won (Poisson binomial). */
const ofSkippedPoints = (
  tables: ChanceTables,
  from: Play,
  gained: ByTeam<number>,
  server: Team,
): Row => {
  /** By how many of the points so far team 1 won. */
  let chances: readonly Row[] = [WON];
  for (let at = 0; at < sumOf(gained); at += 1) {
    const points = { ...from.points, team_1: from.points.team_1 + at };
    const point = tables.ofPoint({ ...from, points }, server);
    chances = Array.from({ length: chances.length + 1 }, (_, won) =>
      mix(point, chances[won - 1] ?? LOST, chances[won] ?? LOST),
    );
  }
  return chances[gained.team_1] ?? LOST;
};

/** The games up to a score in a set, or up to its end. */
const ofGames = (
  tables: ChanceTables,
  from: Play,
  to: ByTeam<number>,
  server: Team,
): Likelihood | null => {
  const gained = gainOf(from.games, to);
  const winner = onlyWinner(gained);
  if (winner !== undefined) return ofOneGame(tables, from, winner, server);
  if (Math.min(gained.team_1, gained.team_2) < 0) return null;
  return { chance: ofSkippedGames(tables, from, gained, server), happened: true };
};

/** The point that wins a game is not in the feed: a game that was one point away ended with it. */
const ofOneGame = (
  tables: ChanceTables,
  from: Play,
  winner: Team,
  server: Team,
): Likelihood | null => {
  const points = plusOne(from.points, winner);
  const after = tables.ofGame({ games: from.games, points }, server);
  const endsNow = after === (winner === 'team_1' ? WON : LOST);
  const chance = endsNow ? tables.ofPoint(from, server) : tables.ofGame(from, server);
  return chance === undefined ? null : { chance, happened: winner === 'team_1' };
};

/** Sum over the orders in which these games may have been won. */
const ofSkippedGames = (
  tables: ChanceTables,
  from: Play,
  gained: ByTeam<number>,
  server: Team,
): Row => {
  const known = new Map<string, Row>();
  const reach = (won: ByTeam<number>): Row => {
    if (sumOf(won) === 0) return WON;
    const key = `${won.team_1} ${won.team_2}`;
    const paths = known.get(key) ?? sum(lastWonBy('team_1', won), lastWonBy('team_2', won));
    known.set(key, paths);
    return paths;
  };
  /** The paths on which this team won the last game. */
  const lastWonBy = (team: Team, won: ByTeam<number>): Row => {
    const before = { ...won, [team]: won[team] - 1 };
    const games = byTeam((each) => from.games[each] + before[each]);
    if (before[team] < 0 || isCompleteSet(games)) return LOST;
    const played = sumOf(before);
    const points = played === 0 ? from.points : NONE;
    const game = tables.ofGame({ games, points }, afterChanges(server, played)) ?? LOST;
    const paths = reach(before);
    return team === 'team_1' ? mix(game, paths, LOST) : mix(game, LOST, paths);
  };
  return reach(gained);
};

const sum = (one: Row, other: Row): Row => one.map((value, at) => value + (other[at] ?? 0));
