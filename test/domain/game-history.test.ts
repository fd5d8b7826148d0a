import { describe, expect, it } from 'vitest';
import { mergeGames, normalizeGame, talliesOf } from '#src/domain/match/game-history.ts';
import { aGame, written } from './written.ts';

describe('a game of the feed', () => {
  it.each([
    ['nothing to correct', '15:0 30:0', '15:0 30:0'],
    ['a list that begins with 0:0', '0:0 15:0', '15:0'],
    ['consecutive duplicates', '15:0 15:0 30:0 30:0 30:0', '15:0 30:0'],
    ['deuces are no duplicates', '40:40 A:40 40:40 40:A 40:40', '40:40 A:40 40:40 40:A 40:40'],
    ['a point taken back', '15:0 30:0 15:15', '15:0 15:15'],
    ['two points taken back', '15:0 30:0 40:0 15:15', '15:0 15:15'],
    ['a game that starts again', '15:0 30:0 0:15', '0:15'],
    ['a deuce taken back', '40:30 40:40 40:30', '40:30'],
    ['an advantage taken back to before deuce', '40:40 A:40 40:30', '40:30'],
    ['unknown labels', '15:0 x:y 30:0', '15:0 30:0'],
  ])('is normalized: %s', (_reason, said, expected) => {
    expect(written(normalizeGame(aGame('3-1', said)))).toBe(expected);
  });

  it.each([
    ['plain counters', '1:0 1:1 2:1', '1:0 1:1 2:1'],
    ['a duplicate', '5:4 5:4 6:4', '5:4 6:4'],
    ['level scores are no deuce, so a step back is a correction', '6:6 7:6 6:6', '6:6'],
    ['a long one', '9:9 10:9 10:10', '9:9 10:9 10:10'],
  ])('is normalized in a tie-break: %s', (_reason, said, expected) => {
    expect(written(normalizeGame(aGame('6-6', said)))).toBe(expected);
  });
});

describe('two histories of one game', () => {
  it.each([
    ['the next point', '15:0', '15:0 30:0', '15:0 30:0'],
    ['the same again', '15:0 30:0', '15:0 30:0', '15:0 30:0'],
    ['a shortened update keeps what was seen', '15:0 30:0 40:0', '15:0', '15:0 30:0 40:0'],
    ['an empty update keeps what was seen', '15:0 30:0', '', '15:0 30:0'],
    ['a point that was skipped is filled in', '15:0 40:0', '15:0 30:0 40:0', '15:0 30:0 40:0'],
    ['a point the update skipped is kept', '15:0 30:0', '15:0 40:0', '15:0 30:0 40:0'],
    ['two points at once', '15:0', '15:0 30:0 40:0', '15:0 30:0 40:0'],
    ['only the newest point is sent', '15:0 30:0', '40:0', '15:0 30:0 40:0'],
    ['a correction of the last point', '15:0 30:0', '15:0 15:15', '15:0 15:15'],
    ['a correction of the first point', '15:0 30:0', '0:15 15:15', '0:15 15:15'],
    ['a correction and a point more', '15:0 30:0', '15:0 15:15 30:15', '15:0 15:15 30:15'],
    ['an advantage after deuce', '30:40 40:40', '40:40 A:40', '30:40 40:40 A:40'],
    ['the second deuce', '40:40 A:40', '40:40 A:40 40:40', '40:40 A:40 40:40'],
    [
      'a shortened list after two deuces',
      '40:40 A:40 40:40 40:A',
      '40:40 A:40',
      '40:40 A:40 40:40 40:A',
    ],
    ['a shorter one that differs', '15:0 30:0', '0:15', '15:0 30:0'],
    ['a newer one that is as long', '15:0', '0:15', '0:15'],
    ['the other advantage, corrected', '40:40 A:40', '40:40 40:A', '40:40 40:A'],
  ])('are merged: %s', (_reason, known, update, expected) => {
    expect(written(mergeGames(aGame('3-1', known), aGame('3-1', update)))).toBe(expected);
  });

  it.each([
    ['the next point', '5:4', '5:4 6:4', '5:4 6:4'],
    ['a correction', '5:4 6:4', '5:4 5:5', '5:4 5:5'],
    ['a shortened update', '5:4 6:4', '5:4', '5:4 6:4'],
  ])('are merged in a tie-break: %s', (_reason, known, update, expected) => {
    expect(written(mergeGames(aGame('6-6', known), aGame('6-6', update)))).toBe(expected);
  });
});

it('a merged game has no server when neither history names one', () => {
  expect(mergeGames(aGame('3-1'), aGame('3-1', '15:0'))).toStrictEqual(aGame('3-1', '15:0'));
});

it.each([
  [
    '3-1',
    '0:15 15:15 40:30 40:40 40:A 40:40 A:40',
    ['0-1', '1-1', '3-2', '3-3', '3-4', '4-4', '5-4'],
  ],
  ['3-1', '40:30 40:40 40:40 A:40 40:A', ['3-2', '3-3', '4-3', '4-5']],
  ['6-6', '1:0 1:0 5:4 15:13', ['1-0', '5-4', '15-13']],
])('the points of a game from %s are counted: %s', (before, said, expected) => {
  const won = talliesOf(aGame(before, said)).map(
    (tally) => `${tally.won.team_1}-${tally.won.team_2}`,
  );
  expect(won).toEqual(expected);
});
