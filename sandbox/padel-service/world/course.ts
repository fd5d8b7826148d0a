import {
  afterPoint,
  isTieBreak,
  newPlay,
  type DeuceRule,
  type Play,
} from '../../../src/domain/match/play.ts';
import type { SetScore } from '../../../src/domain/match/score.ts';
import { pointChances, SERVE } from '../../../src/domain/probability/edges.ts';
import { opponentOf, type Category, type Team } from '../../../src/domain/terms.ts';
import { SECOND, MINUTE } from '../../../src/lib/time.ts';
import { FORM_OF_THE_DAY } from './people/edge.ts';
import { chance, normal, pickFrom, randomFrom, wait } from './random.ts';

/** What decides every point of a match, and when it falls. */
export interface CourseInput {
  readonly seed: string;
  readonly category: Category;
  /** Added to team_1's chance of a point, taken from team_2's, beside the form of the day. */
  readonly edge: number;
  readonly rule: DeuceRule;
}

/** A match point by point. */
export interface Course {
  /** Who won each point. */
  readonly winners: readonly Team[];
  /** Who served each point. */
  readonly servers: readonly Team[];
  /** When each point ended, milliseconds after the start. */
  readonly ends: readonly number[];
  /** The match after the last point. */
  readonly play: Play;
}

/** Time that passes around points, milliseconds. Fits a median of 84 minutes a match. */
const PACE = {
  /** Shortest time from one point's end to the next one's, and the mean of what comes on top. */
  rally: 19 * SECOND,
  spread: 16 * SECOND,
  game: 28 * SECOND,
  set: 3 * MINUTE,
} as const;

/** Who serves the next point: games alternate; in a tie-break one point, then two each. */
const serverOf = (play: Play, games: number, first: Team): Team => {
  const turns = isTieBreak(play.games)
    ? Math.floor((play.points.team_1 + play.points.team_2 + 1) / 2)
    : 0;
  return (games + turns) % 2 === 0 ? first : opponentOf(first);
};

/** The break between two points, beside the rally itself. */
const breakAfter = (before: Play, after: Play): number => {
  if (after.sets.length > before.sets.length) return PACE.set;
  return after.games === before.games ? 0 : PACE.game;
};

/**
 * Plays a match from its seed: points are independent, and the form of the day is drawn once. The
 * same input always gives the same points at the same times.
 */
export const playCourse = ({ seed, category, edge, rule }: CourseInput): Course => {
  const random = randomFrom(seed, 'points');
  const form = normal(randomFrom(seed, 'form'), 0, FORM_OF_THE_DAY);
  const chances = pointChances(SERVE[category], edge + form);
  const pace = randomFrom(seed, 'pace');
  const first = pickFrom(random, ['team_1', 'team_2'] as const);
  const winners: Team[] = [];
  const servers: Team[] = [];
  const ends: number[] = [];
  let play = newPlay();
  let games = 0;
  let clock = 0;
  let rest = 0;

  while (play.winner === null) {
    const server = serverOf(play, games, first);
    const winner = chance(random, chances[server]) ? 'team_1' : 'team_2';
    const after = afterPoint(play, winner, rule);
    if (after.games !== play.games) games += 1;
    clock += rest + PACE.rally + wait(pace, PACE.spread);
    rest = breakAfter(play, after);
    winners.push(winner);
    servers.push(server);
    ends.push(Math.round(clock));
    play = after;
  }
  return { winners, servers, ends, play };
};

/** The match after the first `points` points. */
export const playAt = (course: Course, points: number, rule: DeuceRule): Play =>
  course.winners
    .slice(0, points)
    .reduce((play, winner) => afterPoint(play, winner, rule), newPlay());

/** The score as it is written: complete sets, and the one in progress when it has begun. */
export const scoreOf = ({ sets, games, winner }: Play): readonly SetScore[] => {
  const hasBegun = games.team_1 + games.team_2 > 0 || sets.length === 0;
  return winner === null && hasBegun ? [...sets, { ...games, tieBreak: null }] : sets;
};
