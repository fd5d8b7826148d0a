import { describe, expect, it } from 'vitest';
import type { LiveSet } from '#src/domain/match/live-points.ts';
import { minutesLeft } from '#src/domain/match/next-on-court.ts';
import { aGame, aSet, inPlay } from './written.ts';

const left = (minutes: number | null, ...sets: LiveSet[]): number | null =>
  minutesLeft({ ...inPlay(...sets), minutes });

const FIRST = aSet(1, '6-4');
const SECOND_BACK = aSet(2, '4-6');

describe('the minutes until a match may be over', () => {
  it.each<[string, number | null, readonly LiveSet[], number | null]>([
    ['are unknown before it begins', null, [], null],
    ['are unknown in the first set', 40, [aSet(1, null, aGame('5-4'))], null],
    ['are those of one game at the pace so far', 76, [FIRST, aSet(2, null, aGame('5-4'))], 4],
    ['are those of two games at five all', 80, [FIRST, aSet(2, null, aGame('5-5'))], 8],
    ['are those of a tie-break', 88, [FIRST, aSet(2, null, aGame('6-6'))], 4],
    ['are those that the side with a set needs', 72, [FIRST, aSet(2, null, aGame('3-5'))], 16],
    [
      'are those of the side that needs least in the third set',
      104,
      [FIRST, SECOND_BACK, aSet(3, null, aGame('1-5'))],
      4,
    ],
    ['use an average pace without measured minutes', null, [FIRST, aSet(2, null, aGame('4-0'))], 9],
    ['use the pace from six games on', 12, [aSet(1, '6-0'), aSet(2, null, aGame('0-0'))], 12],
    ['are unknown between two sets', 80, [FIRST, SECOND_BACK], null],
  ])('%s', (_reason, minutes, sets, expected) => {
    expect(left(minutes, ...sets)).toBe(expected);
  });
});
