import { describe, expect, it } from 'vitest';
import { lastEndedGame } from '#src/domain/match/game-history.ts';
import type { LiveSet } from '#src/domain/match/live-points.ts';
import { stateOf } from '#src/domain/match/state.ts';
import { aMatch } from './feed.ts';
import { aGame, aSet, inPlay } from './written.ts';

const told = (before: readonly LiveSet[], after: readonly LiveSet[]): string | null => {
  const game = lastEndedGame(inPlay(...before), inPlay(...after));
  if (game === null) return null;
  const { kind, matchId, set, game: number, winner, score } = game;
  expect([kind, matchId, score.tieBreak]).toEqual(['game', 123, null]);
  return `set ${set} game ${number} to ${winner}: ${score.team_1}-${score.team_2}`;
};

const FIRST = aGame('0-0', '15:0 30:0 40:0');
const SECOND = aGame('1-0', '0:15');
const THIRD = aGame('1-1', '15:0');

describe('a game', () => {
  it.each<[string, readonly LiveSet[], readonly LiveSet[], string | null]>([
    ['is not over with its last point', [aSet(1, null)], [aSet(1, null, FIRST)], null],
    [
      'is over when the next one begins',
      [aSet(1, null, FIRST)],
      [aSet(1, null, FIRST, aGame('1-0'))],
      'set 1 game 1 to team_1: 1-0',
    ],
    ['is told once', [aSet(1, null, FIRST, aGame('1-0'))], [aSet(1, null, FIRST, SECOND)], null],
    [
      'of the other side names its winner',
      [aSet(1, null, FIRST, SECOND)],
      [aSet(1, null, FIRST, SECOND, THIRD)],
      'set 1 game 2 to team_2: 1-1',
    ],
    [
      'that is the last of several is told alone',
      [aSet(1, null, FIRST)],
      [aSet(1, null, FIRST, SECOND, THIRD)],
      'set 1 game 2 to team_2: 1-1',
    ],
    [
      'that ends a set is told by the set',
      [aSet(1, null, aGame('5-0'))],
      [aSet(1, '6-0', aGame('5-0')), aSet(2, null, aGame('0-0'))],
      null,
    ],
    [
      'before that is not told either, when it becomes known with the set',
      [aSet(1, null, aGame('3-0'))],
      [aSet(1, '6-0', aGame('3-0'), aGame('4-0'), aGame('5-0'))],
      null,
    ],
    [
      'of the next set is told with its number',
      [aSet(1, '6-0', aGame('5-0')), aSet(2, null, FIRST)],
      [aSet(1, '6-0', aGame('5-0')), aSet(2, null, FIRST, SECOND)],
      'set 2 game 1 to team_1: 1-0',
    ],
    [
      'of a set is told though the same of another was',
      [aSet(1, null, FIRST, SECOND)],
      [aSet(1, '6-0', FIRST, SECOND), aSet(2, null, FIRST, SECOND)],
      'set 2 game 1 to team_1: 1-0',
    ],
    [
      'of a set that was never closed is not told in the next',
      [aSet(1, null, FIRST)],
      [aSet(1, null, FIRST, SECOND), aSet(2, null, FIRST)],
      null,
    ],
    [
      'whose winner cannot be seen is not told',
      [aSet(1, null, FIRST)],
      [aSet(1, null, FIRST, aGame('2-0'))],
      null,
    ],
  ])('%s', (_reason, before, after, expected) => {
    expect(told(before, after)).toBe(expected);
  });

  it('that becomes known with the end of the match is told by the result', () => {
    const before = inPlay(aSet(1, null, FIRST));
    const after = { ...inPlay(aSet(1, null, FIRST, SECOND)), status: 'retired' };
    expect(lastEndedGame(before, after)).toBeNull();
  });

  it('that was over before anybody looked is not told', () => {
    const unseen = stateOf(aMatch({ status: 'live' }));
    expect(unseen.scoreUnseen).toBe(true);
    expect(lastEndedGame(unseen, inPlay(aSet(1, null, FIRST, SECOND)))).toBeNull();
  });
});
