import { describe, expect, it } from 'vitest';
import {
  categoryTarget,
  countryTarget,
  levelTarget,
  teamTarget,
  type FollowTarget,
} from '#src/domain/alerts/follows.ts';
import { upcomingOf } from '#src/domain/alerts/upcoming.ts';
import { aHeld, aTournament } from '../render/held.ts';

const at = (level: string) => ({ tournament: { ...aTournament(), level } });
const FIRST = aHeld({ id: 1 }, at('p1'));
const SECOND = aHeld({ id: 2 }, at('fip_gold'));
const player: FollowTarget = { kind: 'player', id: 1 };
const spain = countryTarget('ES') ?? player;

describe('the upcoming matches of a follow', () => {
  it.each<[string, FollowTarget, readonly unknown[]]>([
    ['a player: the next of all their matches', player, [1, 2, 'points', false]],
    ['a match: itself', { kind: 'match', id: 2 }, [2, 1, 'scores', false]],
    ['a level: its own coverage', levelTarget('fip_gold'), [2, 1, 'scores', false]],
    ['a level without matches: its coverage', levelTarget('major'), [null, 0, 'points', false]],
    ['a level of a past tour', levelTarget('wpt_500'), [null, 0, 'scores', true]],
    ['a category: matches of any coverage', categoryTarget('women'), [1, 2, null, false]],
    ['a country: the same', spain, [1, 1, null, false]],
    ['a team: nothing without ties', teamTarget('ES') ?? player, [null, 0, null, false]],
    ['a player without matches', { kind: 'player', id: 99 }, [null, 0, null, false]],
  ])('of %s', (_what, target, expected) => {
    const { next, ahead, coverage, isPast } = upcomingOf(target, [FIRST, SECOND], ({ id }) =>
      id === 1 ? ['ES'] : ['AR'],
    );
    expect([next?.match.id ?? null, ahead, coverage, isPast]).toEqual(expected);
  });

  it('of a country are none when the countries of the players are unknown', () => {
    expect(upcomingOf(spain, [FIRST]).ahead).toBe(0);
  });
});
