import { drawOf } from '#src/domain/tournament/draw.ts';
import { withPoints, type TrackedMatch } from '#src/domain/match/state.ts';
import type { Match } from '#src/domain/match/match.ts';
import { momentumOf } from '#src/domain/match/momentum.ts';
import type { Play } from '#src/domain/match/play.ts';
import { playedSets } from '#src/domain/match/played-games.ts';
import type { Round, Team } from '#src/domain/terms.ts';
import { aMatch, feedOf, playOut, served } from '../domain/feed.ts';
import { sets } from '../domain/written.ts';
import { aHeld } from '../render/held.ts';
import { pairOf, pairsOf, type Cast } from './casts.ts';

/** The course of a match: its score from the view of the first side, or a status. */
export type Course = string;

const ENDS: Readonly<Record<string, Partial<Match>>> = {
  'w.o.': { status: 'walkover', score: null, winner: 'team_1' },
  bye: { status: 'bye', score: null, winner: 'team_1' },
  soon: { status: 'scheduled', score: null, winner: null },
};

/** Reads `6-4 6-3`, `6-4 2-1 ret.` (the first side wins), `6-4 2-1 live`, `w.o.`, `bye`, `soon`. */
export const went = (course: Course): Partial<Match> => {
  const end = ENDS[course];
  if (end !== undefined) return end;
  const score = sets(course.replace(/ (ret\.|live)$/, ''));
  if (course.endsWith('ret.')) return { status: 'retired', score, winner: 'team_1' };
  if (course.endsWith('live')) return { status: 'live', score, winner: null };
  return { status: 'finished', score };
};

const ROUNDS_IN_TURN = [2, 8, 1, 4, 16] as const;

/** Matches of the first pair against other pairs of its cast, the latest first. */
export const matchesOf = (
  cast: Cast,
  courses: readonly Course[],
  opponent: (index: number) => number = () => 1,
  daysBetween = 19,
): readonly Match[] =>
  courses.map((course, index) =>
    aMatch({
      id: index + 1,
      category: cast.category,
      round: ROUNDS_IN_TURN[index % ROUNDS_IN_TURN.length] ?? 1,
      tournamentId: cast.tournament.id + (daysBetween > 1 ? index : 0),
      playedOn: new Date(Date.UTC(2026, 4, 31 - daysBetween * index)).toISOString().slice(0, 10),
      teams: { team_1: pairOf(cast, 0), team_2: pairOf(cast, opponent(index)) },
      ...went(course),
    }),
  );

/** A round of a draw: its matches by slot, each with the numbers of its pairs and its course. */
export type Places = readonly (readonly [first: number, second: number | null, course: Course])[];

/** The matches of a draw, from its rounds. */
export const drawn = (
  cast: Cast,
  rounds: Readonly<Partial<Record<Round, Places>>>,
): readonly Match[] => {
  const matches = Object.entries(rounds).flatMap(([round, places]) =>
    places.map(([first, second, course], slot) =>
      aMatch({
        id: 100 * Number(round) + slot,
        category: cast.category,
        round: asRound(Number(round)),
        slot,
        teams: {
          team_1: pairOf(cast, first),
          team_2: second === null ? [] : pairOf(cast, second),
        },
        ...went(course),
      }),
    ),
  );
  if (drawOf(matches, cast.category) === null) throw new Error('these matches are no draw');
  return matches;
};

/** The seeds, from 0, by position in the bracket: the better two seeds are, the later they meet. */
const bySeed = (size: number): readonly number[] =>
  size === 1
    ? [0]
    : bySeed(size / 2).flatMap((seed, index) => {
        const other = size - 1 - seed;
        return index % 2 === 0 ? [seed, other] : [other, seed];
      });

const COURSES = ['6-4 6-3', '3-6 7-5 6-4', '7-6(5) 6-7(8) 7-5', '6-2 3-1 ret.', '6-1 6-2'] as const;

/** A draw of `pairs` pairs with byes for the best seeds, played up to and including `last`. */
export const wholeDraw = (cast: Cast, pairs: number, last: Round | 64): readonly Match[] => {
  const matches: Match[] = [];
  const seedOf = (seed: number): string | null => (seed < 16 ? String(seed + 1) : null);
  let left: readonly (number | null)[] = bySeed(2 ** Math.ceil(Math.log2(pairs)));
  while (left.length > 1) {
    const round = asRound(left.length / 2);
    const before = left;
    left = Array.from({ length: round }, (_, slot) => {
      const [one = null, two = null] = before.slice(2 * slot, 2 * slot + 2);
      if (one === null || two === null) return null;
      const seeds = [Math.min(one, two), Math.max(one, two)] as const;
      const isUpset = slot % 3 === 1 && seeds[1] < pairs;
      const [first, second] = isUpset ? [seeds[1], seeds[0]] : seeds;
      const isBye = seeds[1] >= pairs;
      const played = round >= last ? COURSES[(3 * slot + round) % COURSES.length] : undefined;
      matches.push(
        aMatch({
          id: 100 * round + slot,
          category: cast.category,
          round,
          slot,
          seeds: { team_1: seedOf(first), team_2: seedOf(second) },
          teams: {
            team_1: pairOf(cast, first),
            team_2: isBye ? [] : pairOf(cast, second),
          },
          ...went(isBye ? 'bye' : (played ?? (slot === 0 ? '6-4 2-3 live' : 'soon'))),
        }),
      );
      return isBye || played !== undefined ? first : null;
    });
  }
  return matches;
};

const ALL_ROUNDS = [1, 2, 4, 8, 16, 32] as const;

const asRound = (number: number): Round => {
  const round = ALL_ROUNDS.find((each) => each === number);
  if (round === undefined) throw new Error(`no round has ${number} matches`);
  return round;
};

/** Pseudo-random winners of points, the same each time; the first side wins `share` of them. */
const winnersByChance = (seed: number, share: number): readonly Team[] => {
  let state = seed;
  return Array.from({ length: 600 }, () => {
    state = (1_664_525 * state + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32 < share ? 'team_1' : 'team_2';
  });
};

/** A random match point by point, with the star point. */
export const playedByChance = (seed: number, share = 0.5): readonly Play[] =>
  playOut(winnersByChance(seed, share), 'star-point');

/** A match of the first two pairs of a cast with these points, and its momentum. */
export const followed = (cast: Cast, plays: readonly Play[]) => {
  const isOver = plays.at(-1)?.winner !== null;
  const score = plays.at(-1)?.sets ?? [];
  const held: TrackedMatch = aHeld(
    {
      category: cast.category,
      teams: pairsOf(cast),
      ...(isOver ? { status: 'finished', score } : { status: 'live' }),
    },
    { tournament: cast.tournament },
  );
  const state = withPoints(held.state, served(feedOf(plays), 'team_1'), 1);
  const momentum = momentumOf(playedSets(state, 'star-point'));
  return { held: { ...held, state }, momentum, readAt: 1 };
};
