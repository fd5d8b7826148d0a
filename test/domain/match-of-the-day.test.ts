import { expect, it } from 'vitest';
import { matchOfTheDay } from '#src/domain/tournament/order-of-play.ts';
import type { Match } from '#src/domain/match/match.ts';
import { aMatch } from './feed.ts';

/** Matches with these watchabilities; ids start at 0. */
const matchesWith = (...figures: readonly (number | null)[]): readonly Match[] =>
  figures.map((watchability, id) =>
    aMatch({ id, ...(watchability === null ? {} : { watchability }) }),
  );

it.each<[string, readonly Match[], number | null]>([
  ['is the one with the highest watchability', matchesWith(40, 71, 60), 1],
  ['is the first of equal ones', matchesWith(40, 71, 71), 1],
  ['does not exist among two matches', matchesWith(40, 71), null],
  ['does not exist when only half of them have one', matchesWith(1, 2, 3, null, null, null), null],
  ['exists when most of them have a watchability', matchesWith(1, 2, 3, null, null), 2],
  ['does not exist without watchabilities', matchesWith(null, null, null), null],
  [
    'is never one that has begun',
    [...matchesWith(1, 2, 3), aMatch({ id: 9, status: 'live', watchability: 90 })],
    2,
  ],
])('the match of the day %s', (_reason, matches, expected) => {
  expect(matchOfTheDay(matches)?.id ?? null).toBe(expected);
});
