import { DEUCES_BEFORE_DECIDING, type DeuceRule } from '#src/domain/match/play.ts';
import {
  LEADER_GOES_ON,
  RETIREMENTS,
  WALKOVERS,
} from '#sandbox/padel-service/world/draws/contest.ts';
import { chanceOfTeam1 } from '#sandbox/padel-service/world/course.ts';

/** team_1's chance of a point when it serves, and when the others serve. */
interface PointChances {
  readonly serving: number;
  readonly returning: number;
}

/** The two ways a set may end, with their chances, by next server. */
interface SetChances {
  readonly won: ByServer;
  readonly lost: ByServer;
}

/** A value by next server: the side that started the set, or the other. */
type ByServer = readonly [same: number, other: number];

const GAMES = 6;
const TIE_BREAK = 7;

/** The chance of a two-point lead from a level score, with unlimited returns to it. */
const twoClear = (one: number, two: number): number =>
  (one * two) / (one * two + (1 - one) * (1 - two));

/** The chance of a game from 40:40, with a limited number of returns before a deciding point. */
const fromDeuce = (point: number, returns: number): number => {
  if (returns === Infinity) return twoClear(point, point);
  if (returns === 0) return point;
  return point ** 2 + 2 * point * (1 - point) * fromDeuce(point, returns - 1);
};

/** The chance of winning a game in which every point is won with the same chance. */
export const chanceOfGame = (point: number, rule: DeuceRule): number => {
  const lost = 1 - point;
  const beforeDeuce = point ** 4 * (1 + 4 * lost + 10 * lost ** 2);
  const toDeuce = 20 * (point * lost) ** 3;
  return beforeDeuce + toDeuce * fromDeuce(point, DEUCES_BEFORE_DECIDING[rule] - 1);
};

/** The chance of a tie-break. The first server serves one point, then each side two in turn. */
const chanceOfTieBreak = ({ serving, returning }: PointChances, serves: boolean): number => {
  const from = (won: number, lost: number): number => {
    if (won === TIE_BREAK) return 1;
    if (lost === TIE_BREAK) return 0;
    if (won === TIE_BREAK - 1 && lost === won) return twoClear(serving, returning);
    const isOwnServe = (Math.floor((won + lost + 1) / 2) % 2 === 0) === serves;
    const point = isOwnServe ? serving : returning;
    return point * from(won + 1, lost) + (1 - point) * from(won, lost + 1);
  };
  return from(0, 0);
};

const chancesOfSet = (points: PointChances, rule: DeuceRule, serves: boolean): SetChances => {
  const hold = chanceOfGame(points.serving, rule);
  const breaks = chanceOfGame(points.returning, rule);
  const tieBreak = chanceOfTieBreak(points, serves);
  const won: [number, number] = [0, 0];
  const lost: [number, number] = [0, 0];
  const walk = (own: number, other: number, reached: number): void => {
    const games = own + other;
    const parity = games % 2 === 0 ? 0 : 1;
    const isOver = Math.max(own, other) >= GAMES && Math.abs(own - other) >= 2;
    if (isOver) {
      (own > other ? won : lost)[parity] += reached;
      return;
    }
    if (own === GAMES && other === GAMES) {
      won[1] += reached * tieBreak;
      lost[1] += reached * (1 - tieBreak);
      return;
    }
    const game = (games % 2 === 0) === serves ? hold : breaks;
    walk(own + 1, other, reached * game);
    walk(own, other + 1, reached * (1 - game));
  };
  walk(0, 0, 1);
  return { won, lost };
};

/** The chance of the match from a score in sets; `serves` says whether team_1 serves next. */
const chanceFromSets = (
  bySets: (serves: boolean) => SetChances,
  serves: boolean,
  own = 0,
  other = 0,
): number => {
  if (own === 2) return 1;
  if (other === 2) return 0;
  const { won, lost } = bySets(serves);
  const after = (chances: ByServer, ownNow: number, otherNow: number): number =>
    chances[0] * chanceFromSets(bySets, serves, ownNow, otherNow) +
    chances[1] * chanceFromSets(bySets, !serves, ownNow, otherNow);
  return after(won, own + 1, other) + after(lost, own, other + 1);
};

/**
 * The exact chance, 0 to 1, that team_1 wins a match that is played to its end: points are
 * independent, a coin decides who serves first.
 * @param edge what team_1 gains in the chance of every point
 */
export const chanceOfMatch = (edge: number, rule: DeuceRule): number => {
  const points = {
    serving: chanceOfTeam1('team_1', edge),
    returning: chanceOfTeam1('team_2', edge),
  };
  const [served, received] = [chancesOfSet(points, rule, true), chancesOfSet(points, rule, false)];
  const bySets = (serves: boolean): SetChances => (serves ? served : received);
  return (chanceFromSets(bySets, true) + chanceFromSets(bySets, false)) / 2;
};

/** The share of started matches that end in a retirement. */
const RETIRED = RETIREMENTS / (1 - WALKOVERS);

/**
 * The chance, 0 to 1, that team_1 wins a started match: it may also end in a retirement, after which
 * the leading side mostly wins. The chance to lead at that moment is taken as the chance of the match,
 * which is up to 0.14 too far from even: that shifts the result by less than 0.001.
 */
export const chanceOfContest = (edge: number, rule: DeuceRule): number => {
  const playedOut = chanceOfMatch(edge, rule);
  const afterRetirement = LEADER_GOES_ON * playedOut + (1 - LEADER_GOES_ON) * (1 - playedOut);
  return (1 - RETIRED) * playedOut + RETIRED * afterRetirement;
};
