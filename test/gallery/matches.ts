import { drawOf } from '#src/domain/tournament/draw.ts';
import { withPoints, type HeldMatch } from '#src/domain/match/state.ts';
import type { Match } from '#src/domain/match/match.ts';
import { momentumOf } from '#src/domain/match/momentum.ts';
import type { Play } from '#src/domain/match/play.ts';
import { playedSets } from '#src/domain/match/played-games.ts';
import type { Round, Team } from '#src/domain/terms.ts';
import { aMatch, feedOf, playOut, served } from '../domain/feed.ts';
import { sets } from '../domain/written.ts';
import { aHeld } from '../render/held.ts';
import { pairOf, pairsOf, type Cast } from './casts.ts';

/** How a match went: its score from the first side, or a status in words. */
export type Course = string;

const ENDS: Readonly<Record<string, Partial<Match>>> = {
  'w.o.': { status: 'walkover', score: null, winner: 'team_1' },
  bye: { status: 'bye', score: null, winner: 'team_1' },
  soon: { status: 'scheduled', score: null, winner: null },
};

/** `6-4 6-3`, `6-4 2-1 ret.` (the first side goes on), `6-4 2-1 live`, `w.o.`, `bye`, `soon`. */
export const went = (course: Course): Partial<Match> => {
  const told = ENDS[course];
  if (told !== undefined) return told;
  const score = sets(course.replace(/ (ret\.|live)$/, ''));
  if (course.endsWith('ret.')) return { status: 'retired', score, winner: 'team_1' };
  if (course.endsWith('live')) return { status: 'live', score, winner: null };
  return { status: 'finished', score };
};

const ROUNDS_IN_TURN = [2, 8, 1, 4, 16] as const;

/** Meetings of the first side with other pairs of its cast, the latest first. */
export const matchesOf = (
  cast: Cast,
  courses: readonly Course[],
  opponent: (index: number) => number = () => 1,
): readonly Match[] =>
  courses.map((course, index) =>
    aMatch({
      id: index + 1,
      category: cast.category,
      round: ROUNDS_IN_TURN[index % ROUNDS_IN_TURN.length] ?? 1,
      playedOn: new Date(Date.UTC(2026, 4, 31 - 19 * index)).toISOString().slice(0, 10),
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

const ALL_ROUNDS = [1, 2, 4, 8, 16, 32] as const;

const asRound = (number: number): Round => {
  const round = ALL_ROUNDS.find((each) => each === number);
  if (round === undefined) throw new Error(`no round has ${number} matches`);
  return round;
};

/** Winners of points by chance, the same each time: `share` of them the first side's. */
const winnersByChance = (seed: number, share: number): readonly Team[] => {
  let state = seed;
  return Array.from({ length: 600 }, () => {
    state = (1_664_525 * state + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32 < share ? 'team_1' : 'team_2';
  });
};

/** Point by point, by the rule of the tour. */
export const playedByChance = (seed: number, share = 0.5): readonly Play[] =>
  playOut(winnersByChance(seed, share), 'star-point');

/** The first two pairs of a cast in a match that went like this, and its momentum. */
export const followed = (cast: Cast, plays: readonly Play[]) => {
  const isOver = plays.at(-1)?.winner !== null;
  const score = plays.at(-1)?.sets ?? [];
  const held: HeldMatch = aHeld(
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
