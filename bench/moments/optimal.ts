import { afterPoint, newPlay, type Play } from '#src/domain/match/play.ts';
import { gamesIn, setsWon } from '#src/domain/match/score.ts';
import { afterChanges } from '#src/domain/match/serving.ts';
import type { Moment } from '#src/domain/probability/curve.ts';
import { EDGES } from '#src/domain/probability/edges.ts';
import { gameOf } from '#src/domain/alerts/moments.ts';
import { tablesOf, type ChanceTables } from '#src/domain/probability/tables.ts';
import type { Category } from '#src/domain/terms.ts';
import type { DeuceRule } from '#src/domain/match/play.ts';

/** How much future posts are worth, by the score and the posts that are left. */
type Future = (play: Play, left: number, isPosted: boolean) => number;

/** Points beyond these differ only by who is ahead; it keeps the states finite. */
const settled = (play: Play, rule: DeuceRule): Play => {
  const { team_1, team_2 } = play.points;
  const level = play.games.team_1 === 6 && play.games.team_2 === 6 ? 6 : 3;
  const isEndless = level === 6 || rule === 'advantage';
  const extra = Math.min(team_1, team_2) - level;
  if (!isEndless || extra <= 0) return play;
  // A tie-break changes servers every two points, so an even number is taken off.
  const off = level === 6 ? extra - (extra % 2) : extra;
  return { ...play, points: { team_1: team_1 - off, team_2: team_2 - off } };
};

const keyOf = ({ sets, games, points }: Play, left: number, isPosted: boolean): string => {
  const won = setsWon(sets);
  const played = gamesIn(sets) % 2;
  return [
    ...[won.team_1, won.team_2, games.team_1, games.team_2, points.team_1, points.team_2],
    ...[played, left, isPosted],
  ].join();
};

/** The value of the optimal rule by dynamic programming, for one edge that never changes. */
const futureOf = (tables: ChanceTables, edge: number, price: number): Future => {
  const known = new Map<string, number>();

  const chanceAt = (play: Play): number => {
    if (play.winner !== null) return play.winner === 'team_1' ? 1 : 0;
    const sets = setsWon(play.sets);
    const server = serverOf(play);
    const game = tables.ofGame(play, server)?.[edge] ?? 0;
    const won = tables.afterGame(sets, play.games, 'team_1', server)[edge] ?? 0;
    const lost = tables.afterGame(sets, play.games, 'team_2', server)[edge] ?? 0;
    return game * won + (1 - game) * lost;
  };

  /** What is still to come once the point is played, whatever is done now. */
  const onwards: Future = (at, left, isPosted) => {
    if (at.winner !== null || left === 0) return 0;
    const play = settled(at, tables.rule);
    const key = keyOf(play, left, isPosted);
    const before = known.get(key);
    if (before !== undefined) return before;
    // An endless deuce comes back to itself: its value is counted once.
    known.set(key, 0);
    const p = tables.ofPoint(play, serverOf(play))[edge] ?? 0;
    const [won, lost] = [
      afterPoint(play, 'team_1', tables.rule),
      afterPoint(play, 'team_2', tables.rule),
    ];
    const inGame = (next: Play): boolean => isPosted && gameOf({ play: next }) === gameOf({ play });
    const value = p * best(won, left, inGame(won)) + (1 - p) * best(lost, left, inGame(lost));
    known.set(key, value);
    return value;
  };

  const best: Future = (play, left, isPosted) => {
    if (play.winner !== null || left === 0) return 0;
    const wait = onwards(play, left, isPosted);
    if (isPosted) return wait;
    const [won, lost] = [
      afterPoint(play, 'team_1', tables.rule),
      afterPoint(play, 'team_2', tables.rule),
    ];
    const leverage = chanceAt(won) - chanceAt(lost);
    return Math.max(wait, leverage - price + onwards(play, left - 1, true));
  };
  return onwards;
};

const serverOf = ({ sets, games }: Play) =>
  afterChanges('team_1', gamesIn(sets) + games.team_1 + games.team_2);

const futures = new Map<string, Future>();

/**
 * The posts of optimal stopping: post when the leverage, less the price of a post, is worth more than
 * keeping the post. It knows the model, and the edge that fits the chance before the match.
 */
export const optimalPosts = (
  moments: readonly Moment[],
  match: { readonly category: Category; readonly rule: DeuceRule; readonly before: number },
  { budget, price }: { readonly budget: number; readonly price: number },
): readonly Moment[] => {
  const tables = tablesOf(match.category, match.rule);
  const start = newPlay();
  const row = tables.ofMatch(start.games, start.games, 'team_1');
  const edge = EDGES.reduce(
    (best, _, index) =>
      Math.abs((row[index] ?? 0) - match.before) < Math.abs((row[best] ?? 0) - match.before)
        ? index
        : best,
    0,
  );
  // A coarse grid is enough: every fourth edge.
  const near = Math.round(edge / 4) * 4;
  const name = `${match.category} ${match.rule} ${near} ${price}`;
  const onwards = futures.get(name) ?? futureOf(tables, near, price);
  futures.set(name, onwards);

  const posts: Moment[] = [];
  for (const moment of moments) {
    const { play, leverage } = moment;
    const left = budget - posts.length;
    const last = posts.at(-1);
    if (left === 0 || play.winner !== null) break;
    if (last !== undefined && gameOf(last) === gameOf(moment)) continue;
    const wait = onwards(play, left, false);
    const post = leverage - price + onwards(play, left - 1, true);
    if (post >= wait && leverage > price) posts.push(moment);
  }
  return posts;
};
