import { describe, expect, it } from 'vitest';
import type { Match } from '#src/domain/match/match.ts';
import { countMatches, progressOf } from '#src/domain/tournament/progress.ts';
import { aMatch } from './feed.ts';

const at = (round: Match['round'], status: string, winner: Match['winner'] = null): Match =>
  aMatch({ round, status, winner });

describe('the matches of a tournament', () => {
  it('are played, on or to come; a bye is none', () => {
    const statuses = ['finished', 'retired', 'walkover', 'bye', 'live', 'ended', 'scheduled'];
    expect(countMatches(statuses.map((status) => at(4, status)))).toEqual({
      played: 3,
      playing: 2,
      toCome: 1,
    });
  });
});

describe('a category', () => {
  it.each([
    ['nothing', [], null],
    ['the round that is played', [at(8, 'finished'), at(8, 'live')], { round: 8, isOver: false }],
    [
      'the earlier of two rounds',
      [at(8, 'scheduled'), at(4, 'scheduled')],
      { round: 8, isOver: false },
    ],
    ['a round that is over', [at(16, 'finished'), at(8, 'walkover')], { round: 8, isOver: true }],
    ['a final without a winner', [at(1, 'finished')], { round: 1, isOver: true, champions: null }],
  ])('stands at %s', (_reason, matches, expected) => {
    const progress = progressOf(matches, 'women');
    if (expected === null) expect(progress).toBeNull();
    else expect(progress).toMatchObject(expected);
  });

  it('has champions when its final is won', () => {
    const champions = progressOf([at(1, 'finished', 'team_2')], 'women')?.champions;
    expect(champions).toMatchObject({ pair: [{ name: 'Lea Soria' }, { name: 'Mia Pinto' }] });
    expect(progressOf([at(1, 'finished', 'team_2')], 'men')).toBeNull();
  });
});
