import type { LiveGame, LiveSet, Point } from './live-points.ts';
import { isTieBreak } from './play.ts';
import { type ByTeam, TEAMS } from '../terms.ts';
import { isOver } from './match.ts';
import type { MatchState } from './state.ts';

/**
 * The points of one game, numbered by how many points had been played.
 *
 * Two updates of the same game may each lack points, repeat some, or differ by a correction. A
 * label gives the minimum number of points played (`30:15` is three); after deuce labels repeat,
 * and only their order distinguishes them. Numbered histories can be merged point by point.
 */
interface Numbered {
  readonly played: number;
  readonly point: Point;
}

const WON: Readonly<Record<string, number>> = { '0': 0, '15': 1, '30': 2, '40': 3, A: 4 };

const leastPlayed = (point: Point, tieBreak: boolean): number => {
  const won = (label: string): number => (tieBreak ? Number(label) : (WON[label] ?? 0));
  return won(point.team_1) + won(point.team_2);
};

/** Deuce and advantage recur every second point. */
const recurs = (played: number, tieBreak: boolean): boolean => !tieBreak && played >= 6;

const samePoint = (a: Point, b: Point): boolean => a.team_1 === b.team_1 && a.team_2 === b.team_2;

const number = (points: readonly Point[], tieBreak: boolean): Numbered[] => {
  const numbered: Numbered[] = [];
  for (const point of points) {
    const last = numbered.at(-1);
    if (last !== undefined && samePoint(last.point, point)) continue;
    let played = leastPlayed(point, tieBreak);
    if (played === 0) continue;
    while (last !== undefined && played <= last.played && recurs(played, tieBreak)) played += 2;
    // A label that goes back is a correction: drop the points counted since.
    while ((numbered.at(-1)?.played ?? 0) >= played) numbered.pop();
    numbered.push({ played, point });
  }
  return numbered;
};

const lengthOf = (history: readonly Numbered[]): number => history.at(-1)?.played ?? 0;

/** Merges two histories of a game: the longer by points played wins, else the newer; the other fills its gaps. */
export const mergeGames = (known: LiveGame, update: LiveGame): LiveGame => {
  const tieBreak = isTieBreak(update.before);
  const old = number(known.points, tieBreak);
  const fresh = number(update.points, tieBreak);
  const [believed, filler] = lengthOf(fresh) >= lengthOf(old) ? [fresh, old] : [old, fresh];
  const byPlayed = new Map(filler.map((entry) => [entry.played, entry.point]));
  for (const entry of believed) byPlayed.set(entry.played, entry.point);
  const points = [...byPlayed].sort(([a], [b]) => a - b).map(([, point]) => point);
  const serving = update.serving ?? known.serving;
  return {
    number: update.number,
    before: update.before,
    points,
    ...(serving === undefined ? {} : { serving }),
  };
};

/** Removes repeats, and the `0:0` that some lists start with. */
export const normalizeGame = (game: LiveGame): LiveGame => ({
  ...game,
  points: number(game.points, isTieBreak(game.before)).map((entry) => entry.point),
});

/** A point of a game, and the points that each team had won in the game by then. */
export interface Tally {
  readonly point: Point;
  readonly won: ByTeam<number>;
}

const WITH_ADVANTAGE: Readonly<Record<string, number>> = { A: 1 };

const talliedAt = ({ played, point }: Numbered, tieBreak: boolean): ByTeam<number> => {
  if (tieBreak) return { team_1: Number(point.team_1), team_2: Number(point.team_2) };
  if (!recurs(played, tieBreak)) {
    return { team_1: WON[point.team_1] ?? 0, team_2: WON[point.team_2] ?? 0 };
  }
  // After deuce labels repeat: half of the points each, plus the advantage.
  const ahead = (label: string): number => WITH_ADVANTAGE[label] ?? 0;
  const lead = ahead(point.team_1) - ahead(point.team_2);
  return { team_1: (played + lead) / 2, team_2: (played - lead) / 2 };
};

/** The points of a game in order, without repeats and `0:0`, each with its count. */
export const talliesOf = (game: LiveGame): readonly Tally[] => {
  const tieBreak = isTieBreak(game.before);
  return number(game.points, tieBreak).map((entry) => ({
    point: entry.point,
    won: talliedAt(entry, tieBreak),
  }));
};

/** Games that are over and whose winner the feed shows: the next game of the set has started. */
const gamesOver = ({ games }: LiveSet): readonly number[] =>
  games.flatMap((game, index) => {
    const next = games[index + 1]?.before;
    const isWon = next !== undefined && TEAMS.some((team) => next[team] === game.before[team] + 1);
    return isWon ? [game.number] : [];
  });

/** Whether a game has ended between two states that does not end its set. */
export const hasGameEnded = (before: MatchState, after: MatchState): boolean => {
  const current = after.sets.at(-1);
  if (before.scoreUnseen || isOver(after) || current?.score !== null) return false;
  const last = gamesOver(current).at(-1);
  const known = before.sets.filter(({ number }) => number === current.number).flatMap(gamesOver);
  return last !== undefined && !known.includes(last);
};
