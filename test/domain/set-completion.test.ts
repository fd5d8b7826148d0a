import { describe, expect, it } from 'vitest';
import { formatSet } from '#src/domain/match/score.ts';
import { completedScore } from '#src/domain/match/set-completion.ts';
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
