import { expect, it } from 'vitest';
import { matchOfTheDay } from '#src/domain/tournament/order-of-play.ts';
import type { Match } from '#src/domain/match/match.ts';
import { aMatch } from './feed.ts';

/** Matches with these figures, the first of them 0. */
const promising = (...figures: readonly (number | null)[]): readonly Match[] =>
  figures.map((watchability, id) =>
    aMatch({ id, ...(watchability === null ? {} : { watchability }) }),
  );

it.each<[string, readonly Match[], number | null]>([
  ['is the one that promises most', promising(40, 71, 60), 1],
  ['is the first of equal ones', promising(40, 71, 71), 1],
  ['is none of two', promising(40, 71), null],
  ['is none where only half of them have a figure', promising(1, 2, 3, null, null, null), null],
  ['is one where most of them have a figure', promising(1, 2, 3, null, null), 2],
  ['is none without figures', promising(null, null, null), null],
  [
    'is none of those that have begun',
    [...promising(1, 2, 3), aMatch({ id: 9, status: 'live', watchability: 90 })],
    2,
  ],
])('the match of the day %s', (_reason, matches, expected) => {
  expect(matchOfTheDay(matches)?.id ?? null).toBe(expected);
});
