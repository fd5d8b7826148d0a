import { describe, expect, it } from 'vitest';
import type { Match } from '#src/domain/match/match.ts';
import { countMatches, progressOf } from '#src/domain/tournament/progress.ts';
import { aMatch } from './feed.ts';
import { aRubber } from './team-event.ts';

const at = (round: Match['round'], status: string, winner: Match['winner'] = null): Match =>
  aMatch({ round, status, winner });

describe('the matches of a tournament', () => {
  it('are counted as played, in play or to come; a bye is not counted', () => {
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
    ['no round without matches', [], null],
    ['the round that is played', [at(8, 'finished'), at(8, 'live')], { round: 8, isOver: false }],
    ['the earlier round', [at(8, 'scheduled'), at(4, 'scheduled')], { round: 8, isOver: false }],
    ['the earlier round, in any order of matches', [at(4, 'live'), at(8, 'live')], { round: 8 }],
    ['the latest that is over', [at(2, 'walkover'), at(8, 'finished')], { round: 2, isOver: true }],
    ['the round to come after one that is over', [at(8, 'finished'), at(4, 'live')], { round: 4 }],
    ['a round that is over', [at(16, 'finished'), at(8, 'walkover')], { round: 8, isOver: true }],
    ['a final without a winner', [at(1, 'finished')], { round: 1, isOver: true, champions: null }],
  ])('stands at %s', (_reason, matches, expected) => {
    const progress = progressOf(matches, 'women');
    if (expected === null) expect(progress).toBeNull();
    else expect(progress).toMatchObject(expected);
  });

  it('stands at the group stage until its first round, and has no champions with it', () => {
    const group = { draw: 'group', round: null } as const;
    const playing = [
      aRubber(1, { ...group, status: 'live' }),
      aRubber(2, { ...group, status: 'finished' }),
    ];
    const over = [aRubber(1, { ...group, status: 'finished' })];
    const progress = { round: 'group', isOver: false, champions: null };
    expect(progressOf(playing, 'women')).toEqual(progress);
    expect(progressOf(over, 'women')).toEqual({ ...progress, isOver: true });
    expect(progressOf([...over, aRubber(4, { round: 4 })], 'women')).toMatchObject({ round: 4 });
  });

  it('stands nowhere with only qualifying, placement or unplayed rubbers', () => {
    const others = [{ draw: 'qualy' }, { draw: 'placement' }, { status: 'not_played' }] as const;
    expect(
      progressOf(
        others.map((more) => aMatch({ ...more, round: 8 })),
        'women',
      ),
    ).toBeNull();
    expect(progressOf([aMatch({ round: null })], 'women')).toBeNull();
  });

  it('has a team as its champion, even when that lost the last rubber', () => {
    const won = (['team_1', 'team_1', 'team_2'] as const).map((winner, index) =>
      aRubber(index + 1, { round: 1, status: 'finished', winner }),
    );
    expect(progressOf(won, 'women')?.champions).toEqual({ team: 'AR' });
    expect(progressOf([...won, at(2, 'finished', 'team_2')], 'women')?.champions).toEqual({
      team: 'AR',
    });
    expect(
      progressOf([aRubber(1, { round: 1, status: 'finished' })], 'women')?.champions,
    ).toBeNull();
  });

  it('has no champions before its final', () => {
    expect(progressOf([at(2, 'finished', 'team_2')], 'women')?.champions).toBeNull();
  });

  it('has champions when its final is won', () => {
    const champions = progressOf([at(1, 'finished', 'team_2')], 'women')?.champions;
    expect(champions).toMatchObject({ pair: [{ name: 'Lea Soria' }, { name: 'Mia Pinto' }] });
    expect(progressOf([at(1, 'finished', 'team_2')], 'men')).toBeNull();
  });
});
