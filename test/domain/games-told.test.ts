import { describe, expect, it } from 'vitest';
import { hasGameEnded } from '#src/domain/match/game-history.ts';
import type { LiveGame, LiveSet } from '#src/domain/match/live-points.ts';
import { stateOf } from '#src/domain/match/state.ts';
import { aMatch } from './feed.ts';
import { aGame, aSet, inPlay } from './written.ts';

const FIRST = aGame('0-0', '15:0 30:0 40:0');
const SECOND = aGame('1-0', '0:15');
const THIRD = aGame('1-1', '15:0');

const WON = aSet(1, '6-0', aGame('5-0'));

/** A first set in progress. */
const open = (...games: LiveGame[]): LiveSet => aSet(1, null, ...games);

describe('the end of a game', () => {
  it.each<[string, readonly LiveSet[], readonly LiveSet[], boolean]>([
    ['is not seen after its last point', [open()], [open(FIRST)], false],
    ['is seen when the next game begins', [open(FIRST)], [open(FIRST, aGame('1-0'))], true],
    ['is seen once', [open(FIRST, aGame('1-0'))], [open(FIRST, SECOND)], false],
    ['is seen once for several games', [open(FIRST)], [open(FIRST, SECOND, THIRD)], true],
    [
      'is not seen for a game that ends a set',
      [open(aGame('5-0'))],
      [WON, aSet(2, null, aGame('0-0'))],
      false,
    ],
    [
      'is not seen for earlier games that become known with the end of the set',
      [open(aGame('3-0'))],
      [aSet(1, '6-0', aGame('3-0'), aGame('4-0'), aGame('5-0'))],
      false,
    ],
    [
      'is seen in every set',
      [WON, aSet(2, null, FIRST)],
      [WON, aSet(2, null, FIRST, SECOND)],
      true,
    ],
    [
      'is seen even when the same game of another set was known',
      [open(FIRST, SECOND)],
      [aSet(1, '6-0', FIRST, SECOND), aSet(2, null, FIRST, SECOND)],
      true,
    ],
    [
      'is not seen in the next set when the feed never closed the set before',
      [open(FIRST)],
      [open(FIRST, SECOND), aSet(2, null, FIRST)],
      false,
    ],
    ['is not seen when the winner is unknown', [open(FIRST)], [open(FIRST, aGame('2-0'))], false],
  ])('%s', (_reason, before, after, expected) => {
    expect(hasGameEnded(inPlay(...before), inPlay(...after))).toBe(expected);
  });

  it('is not seen for a game that becomes known with the end of the match', () => {
    const before = inPlay(open(FIRST));
    const after = { ...inPlay(open(FIRST, SECOND)), status: 'retired' };
    expect(hasGameEnded(before, after)).toBe(false);
  });

  it('is not seen for games from before the first score was seen', () => {
    const unseen = stateOf(aMatch({ status: 'live' }));
    expect(unseen.scoreUnseen).toBe(true);
    expect(hasGameEnded(unseen, inPlay(open(FIRST, SECOND)))).toBe(false);
  });
});
