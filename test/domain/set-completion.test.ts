import { describe, expect, it } from 'vitest';
import { formatSet, formatSets } from '#src/domain/match/score.ts';
import { completedScore, scoreAtEnd } from '#src/domain/match/set-completion.ts';
import { aGame, aSet } from './written.ts';

describe('a set that must be over', () => {
  it.each([
    ['five to nothing ends as six to nothing', '5-0', '6-0'],
    ['five to four ends for the leader, since five all is no end', '5-4', '6-4'],
    ['the same from the other side', '4-5', '4-6'],
    ['six to five ends for the leader, since six all is no end', '6-5', '7-5'],
    ['a tie-break may have gone either way', '6-6', null],
    ['the score is unknown after a game that ends no set: later ones were not seen', '4-3', null],
    ['the score is unknown at five all', '5-5', null],
  ])('%s', (_reason, lastGame, expected) => {
    const score = completedScore(aSet(1, null, aGame('0-0'), aGame(lastGame)));
    expect(score === null ? null : formatSet(score)).toBe(expected);
  });

  it('has no score without games', () => {
    expect(completedScore(aSet(1, null))).toBeNull();
  });
});

describe('the score of a match that has ended while its last set is open', () => {
  const first = aSet(1, '6-3');
  it.each([
    ['is complete after a match point at five to three', [first, '5-3', '40:0'], '6-3 6-3'],
    ['is complete after a match point at six to five', [first, '6-5', 'A:40'], '6-3 7-5'],
    ['is complete after a deciding point', [first, '5-4', '40:40'], '6-3 6-4'],
    ['is unknown without a match point: it may be a retirement', [first, '5-3', '30:0'], null],
    ['is unknown without points', [first, '5-3', ''], null],
    ['is unknown after a game point of the other side', [first, '5-3', '15:40'], null],
    ['is unknown at an advantage of the other side', [first, '5-4', '40:A'], null],
    ['is unknown after a tie-break, which either may have won', [first, '6-6', '6:2'], null],
    ['is unknown at five all', [first, '5-5', '40:0'], null],
    ['is unknown where the last set only levels the match', [first, '3-5', '0:40'], null],
    ['is unknown after an unknown set', [aSet(1, null, aGame('6-6')), '5-3', '40:0'], null],
  ] as const)('%s', (_reason, [set, game, said], expected) => {
    const score = scoreAtEnd([set, aSet(2, null, aGame(game, said))]);
    expect(score === null ? null : formatSets(score)).toBe(expected);
  });

  it('leaves out a set that nobody plays, and is unknown where the match goes on after its end', () => {
    const won = [first, aSet(2, '6-3')];
    expect(scoreAtEnd([...won, aSet(3, null, aGame('0-0', '0:0'))])).toHaveLength(2);
    expect(scoreAtEnd([...won, aSet(3, null, aGame('1-0'))])).toBeNull();
    expect(scoreAtEnd([])).toBeNull();
  });
});
