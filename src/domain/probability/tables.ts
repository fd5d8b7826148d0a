import { isTieBreak, plusOne, type DeuceRule, type Play } from '../match/play.ts';
import { isCompleteSet } from '../match/score.ts';
import { tieBreakServer } from '../match/serving.ts';
import {
  byTeam,
  CATEGORIES,
  NONE,
  opponentOf,
  type ByTeam,
  type Category,
  type Team,
} from '../terms.ts';
import { EDGES, LOST, mix, pointChances, SERVE, WON, type Row } from './edges.ts';
import { gameTable, tieBreakTable, type GameTable } from './game.ts';

/** Team 1's chances from everywhere in a match, for each edge; made for one serve and one rule. */
export interface ChanceTables {
  readonly rule: DeuceRule;
  /** To win the next point, when this team serves the game (or served first in the tie-break). */
  readonly ofPoint: (play: Play, server: Team) => Row;
  /** To win the game or tie-break; undefined for points that the rules exclude. */
  readonly ofGame: (play: Pick<Play, 'games' | 'points'>, server: Team) => Row | undefined;
  /** To win the match from the start of a game; by who serves that game. */
  readonly ofMatch: (setsWon: ByTeam<number>, games: ByTeam<number>, server: Team) => Row;
  readonly afterGame: (
    setsWon: ByTeam<number>,
    games: ByTeam<number>,
    winner: Team,
    server: Team,
  ) => Row;
}

/** A key for a score in sets (up to 1 each) and games (up to 6 each). */
const keyOf = (sets: ByTeam<number>, games: ByTeam<number>): number =>
  ((sets.team_1 * 2 + sets.team_2) * 7 + games.team_1) * 7 + games.team_2;

/**
 * 22 states of a game by server, 53 of a tie-break by first server, and 4 × 39 × 2 of the match, from end to start:
 * `M = G · M(game won) + (1 - G) · M(game lost)`. Teams serve alternate games, over sets too; a tie-break counts as one.
 */
export const createTables = (serve: number, rule: DeuceRule): ChanceTables => {
  const point = byTeam((server): Row => EDGES.map((edge) => pointChances(serve, edge)[server]));
  const games: ByTeam<GameTable> = byTeam((server) => gameTable(point[server], rule));
  const tieBreaks: ByTeam<GameTable> = byTeam((first) => tieBreakTable(point, first));
  const matches: ByTeam<(Row | undefined)[]> = { team_1: [], team_2: [] };

  const ofGame: ChanceTables['ofGame'] = (play, server) =>
    (isTieBreak(play.games) ? tieBreaks : games)[server](play.points);

  const ofMatch: ChanceTables['ofMatch'] = (sets, score, server) => {
    const key = keyOf(sets, score);
    const known = matches[server][key];
    if (known !== undefined) return known;
    const [won, lost] = [
      after(sets, plusOne(score, 'team_1'), 'team_1', opponentOf(server)),
      after(sets, plusOne(score, 'team_2'), 'team_2', opponentOf(server)),
    ];
    const row = mix(ofGame({ games: score, points: NONE }, server) ?? LOST, won, lost);
    matches[server][key] = row;
    return row;
  };

  const after = (sets: ByTeam<number>, score: ByTeam<number>, winner: Team, server: Team): Row => {
    if (!isCompleteSet(score)) return ofMatch(sets, score, server);
    if (sets[winner] === 1) return winner === 'team_1' ? WON : LOST;
    return ofMatch(plusOne(sets, winner), NONE, server);
  };

  byTeam((server) => ofMatch(NONE, NONE, server));
  return {
    rule,
    ofPoint: ({ games: score, points }, server) =>
      point[isTieBreak(score) ? tieBreakServer(server, points) : server],
    ofGame,
    ofMatch,
    afterGame: (sets, score, winner, server) =>
      after(sets, plusOne(score, winner), winner, opponentOf(server)),
  };
};

const made = new Map<string, ChanceTables>();

/** The tables of a category under a rule. The first call takes a few milliseconds. */
export const tablesOf = (category: Category, rule: DeuceRule): ChanceTables => {
  const key = `${category} ${rule}`;
  const tables = made.get(key) ?? createTables(SERVE[category], rule);
  made.set(key, tables);
  return tables;
};

/** Computes the tables of the tour's present rule, so that no live frame has to wait for them. */
export const prepareTables = (): void => {
  for (const category of CATEGORIES) tablesOf(category, 'star-point');
};
