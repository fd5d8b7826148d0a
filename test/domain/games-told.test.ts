import { describe, expect, it } from 'vitest';
import { lastEndedGame } from '#src/domain/match/game-history.ts';
import type { LiveSet } from '#src/domain/match/live-points.ts';
import { stateOf } from '#src/domain/match/state.ts';
import { aMatch } from './feed.ts';
import { aGame, aSet, inPlay } from './written.ts';

const endedGame = (before: readonly LiveSet[], after: readonly LiveSet[]): string | null => {
  const game = lastEndedGame(inPlay(...before), inPlay(...after));
  if (game === null) return null;
  const { kind, matchId, set, game: number, winner, score } = game;
  expect([kind, matchId, score.tieBreak]).toEqual(['game', 123, null]);
  return `set ${set} game ${number} to ${winner}: ${score.team_1}-${score.team_2}`;
};

const FIRST = aGame('0-0', '15:0 30:0 40:0');
const SECOND = aGame('1-0', '0:15');
const THIRD = aGame('1-1', '15:0');

describe('a game event', () => {
  it.each<[string, readonly LiveSet[], readonly LiveSet[], string | null]>([
    [
      'does not exist after the last point of the game',
      [aSet(1, null)],
      [aSet(1, null, FIRST)],
      null,
    ],
    [
      'exists when the next game begins',
      [aSet(1, null, FIRST)],
      [aSet(1, null, FIRST, aGame('1-0'))],
      'set 1 game 1 to team_1: 1-0',
    ],
    [
      'is created only once',
      [aSet(1, null, FIRST, aGame('1-0'))],
      [aSet(1, null, FIRST, SECOND)],
      null,
    ],
    [
      'names the winner of the game',
      [aSet(1, null, FIRST, SECOND)],
      [aSet(1, null, FIRST, SECOND, THIRD)],
      'set 1 game 2 to team_2: 1-1',
    ],
    [
      'is created only for the last of several games',
      [aSet(1, null, FIRST)],
      [aSet(1, null, FIRST, SECOND, THIRD)],
      'set 1 game 2 to team_2: 1-1',
    ],
    [
      'is not created for a game that ends a set',
      [aSet(1, null, aGame('5-0'))],
      [aSet(1, '6-0', aGame('5-0')), aSet(2, null, aGame('0-0'))],
      null,
    ],
    [
      'is not created for earlier games that become known with the end of the set',
      [aSet(1, null, aGame('3-0'))],
      [aSet(1, '6-0', aGame('3-0'), aGame('4-0'), aGame('5-0'))],
      null,
    ],
    [
      'has the number of its set',
      [aSet(1, '6-0', aGame('5-0')), aSet(2, null, FIRST)],
      [aSet(1, '6-0', aGame('5-0')), aSet(2, null, FIRST, SECOND)],
      'set 2 game 1 to team_1: 1-0',
    ],
    [
      'is created even when the same game of another set was known',
      [aSet(1, null, FIRST, SECOND)],
      [aSet(1, '6-0', FIRST, SECOND), aSet(2, null, FIRST, SECOND)],
      'set 2 game 1 to team_1: 1-0',
    ],
    [
      'is not created in the next set when the feed never closed the set before',
      [aSet(1, null, FIRST)],
      [aSet(1, null, FIRST, SECOND), aSet(2, null, FIRST)],
      null,
    ],
    [
      'is not created when the winner is unknown',
      [aSet(1, null, FIRST)],
      [aSet(1, null, FIRST, aGame('2-0'))],
      null,
    ],
  ])('%s', (_reason, before, after, expected) => {
    expect(endedGame(before, after)).toBe(expected);
  });

  it('is not created for a game that becomes known with the end of the match', () => {
    const before = inPlay(aSet(1, null, FIRST));
    const after = { ...inPlay(aSet(1, null, FIRST, SECOND)), status: 'retired' };
    expect(lastEndedGame(before, after)).toBeNull();
  });

  it('is not created for games from before the first score was seen', () => {
    const unseen = stateOf(aMatch({ status: 'live' }));
    expect(unseen.scoreUnseen).toBe(true);
    expect(lastEndedGame(unseen, inPlay(aSet(1, null, FIRST, SECOND)))).toBeNull();
  });
});
