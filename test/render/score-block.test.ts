import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import people from '#sandbox/names/people.json' with { type: 'json' };
import { stateOf, type MatchState } from '#src/domain/match/state.ts';
import { charactersOf } from '#src/i18n/text.ts';
import { scoreBlock } from '#src/render/lines/score.ts';
import { aMatch } from '../domain/feed.ts';
import { aGame, aSet, inPlay, serving, sets } from '../domain/written.ts';
import { runs } from '../runs.ts';

/** The number of monospaced characters that a phone shows in an embed. */
const PHONE = 34;

const called = (...names: [string, string, string, string]) => {
  const [first, second, third, fourth] = names.map((name, index) => ({ id: index + 1, name }));
  if (first === undefined || second === undefined) throw new Error('four names, please');
  if (third === undefined || fourth === undefined) throw new Error('four names, please');
  return aMatch({ teams: { team_1: [first, second], team_2: [third, fourth] } });
};

const linesOf = (match: ReturnType<typeof aMatch>, state: MatchState): string[] =>
  (scoreBlock(match, state) ?? '').split('\n').slice(1, -1);

const widthOf = (line: string): number => charactersOf(line).length;

const LONG_MATCH = inPlay(
  aSet(1, '7-6(12)'),
  aSet(2, '6-7(10)'),
  aSet(3, null, aGame('6-6', '10:11')),
);

describe('the score block', () => {
  it('shows names, sets and points in columns', () => {
    const state = inPlay(aSet(1, '6-4'), aSet(2, null, aGame('3-4', '40:30')));
    expect(scoreBlock(aMatch(), state)).toBe(
      ['```', '             1  2', 'Vega/Lamas   6  3  40', 'Soria/Pinto  4  4  30', '```'].join(
        '\n',
      ),
    );
  });

  it('shows who serves, when that is known', () => {
    const state = inPlay(aSet(1, '6-4'), aSet(2, null, serving('team_2', aGame('3-4', '40:30'))));
    expect(linesOf(aMatch(), state).slice(1)).toEqual([
      'Vega/Lamas   6  3  40',
      'Soria/Pinto• 4  4  30',
    ]);
  });

  it('shows who has won', () => {
    const match = aMatch({ status: 'finished', winner: 'team_2', score: sets('4-6 6-7(4)') });
    expect(linesOf(match, stateOf(match)).slice(1)).toEqual([
      'Vega/Lamas   4  6',
      'Soria/Pinto◂ 6  7',
    ]);
  });

  it.each([
    ['an advantage under forty', '40:40 A:40', [' A', '40']],
    ['zero at the beginning of a game', '', [' 0', ' 0']],
  ])('keeps %s in its column', (_reason, points, expected) => {
    const lines = linesOf(aMatch(), inPlay(aSet(1, null, aGame('2-1', points))));
    expect(lines.slice(1).map((line) => line.slice(-2))).toEqual(expected);
  });

  it('does not exist before play', () => {
    expect(scoreBlock(aMatch(), inPlay())).toBeNull();
  });

  it('shows no points between two sets', () => {
    expect(linesOf(aMatch(), inPlay(aSet(1, '6-4'))).at(1)).toBe('Vega/Lamas   6');
  });

  const surnames = Object.values(people)
    .flatMap((nation) => nation.surnames)
    .sort((a, b) => b.length - a.length);
  const [longest = '', second = '', third = '', shortest = surnames.at(-1) ?? ''] = surnames;

  it.each([
    ['the longest names that there are', longest, second, third, longest],
    ['long beside short names', longest, shortest, shortest, shortest],
    ['double surnames with particles', 'Ana de la Fuente Iglesias', 'Eva Van den Broek', 'X', 'Y'],
    ['letters of two code points', 'A Mun\u0303oz-Gala\u0301n', 'B Pe\u0301rez', 'C Vega', 'D Paz'],
    ['code fences', 'A ```', 'B `x`', 'C Vega', 'D Paz'],
    ['several lines and hidden characters', 'A\nB\u202E', 'C\u200B', 'D\tE', 'F'],
    ['one enormous letter', `a${'\u0301'.repeat(2_000)}`, 'B', 'C', 'D'],
  ])('stays aligned and fits on a phone with %s', (_reason, ...names) => {
    const lines = linesOf(called(...names), LONG_MATCH);
    expect(lines).toHaveLength(3);
    expect(lines.join('')).not.toContain('`');
    const [header = '', ...rows] = lines.map(widthOf);
    expect(new Set(rows).size).toBe(1);
    expect(rows[0]).toBe(Number(header) + 4);
    expect(Math.max(...rows)).toBeLessThanOrEqual(PHONE);
  });

  it('stays aligned and fits on a phone with any four names', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(name, name, name, name, (...names) => {
        const lines = linesOf(called(...names), LONG_MATCH);
        expect(lines).toHaveLength(3);
        const [, ...rows] = lines.map(widthOf);
        expect(new Set(rows).size).toBe(1);
        expect(Math.max(...rows)).toBeLessThanOrEqual(PHONE);
      }),
      { numRuns: runs(100) },
    );
  });
});
