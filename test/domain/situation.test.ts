import { describe, expect, it } from 'vitest';
import type { LiveSet } from '#src/domain/match/live-points.ts';
import type { DeuceRule } from '#src/domain/match/play.ts';
import { stateOf, withPoints } from '#src/domain/match/state.ts';
import { deuceRuleIn, deuceRuleOf } from '#src/domain/match/deuce-rule.ts';
import { situationOf } from '#src/domain/match/situation.ts';
import { aTournament } from '../render/held.ts';
import { aMatch } from './feed.ts';
import { aGame, anUpdate, aSet, inPlay } from './written.ts';

const FIRST_TO_1 = aSet(1, '6-4');
const FIRST_TO_2 = aSet(1, '4-6');

const stake = (rule: DeuceRule, ...live: LiveSet[]) => {
  const at = situationOf(inPlay(...live), rule)?.stake ?? null;
  return at === null ? null : `${at.kind} ${at.team ?? ''}`.trim();
};

const DEUCE = '40:40';
const SECOND = `${DEUCE} A:40 40:40`;
const THIRD = `${SECOND} 40:A 40:40`;

describe('what the next point can decide', () => {
  it.each([
    ['nothing early in a set', '2-1', '40:0', null],
    ['nothing at 30 all', '5-4', '30:30', null],
    ['nothing at deuce with two advantages to come', '5-4', DEUCE, null],
    ['a set, for the leader', '5-4', '40:30', 'set-point team_1'],
    ['a set, on an advantage', '5-4', `${DEUCE} A:40`, 'set-point team_1'],
    ['no set for the side that would only draw level', '5-4', '30:40', null],
    ['a set, for the other side', '3-5', '15:40', 'set-point team_2'],
    ['no set against an advantage', '5-4', `${DEUCE} 40:A`, null],
    ['no set at five all', '5-5', '40:0', null],
    ['a set at six to five', '6-5', '40:0', 'set-point team_1'],
  ])('%s', (_reason, games, said, expected) => {
    expect(stake('star-point', aSet(1, null, aGame(games, said)))).toBe(expected);
  });

  it.each([
    ['the match, for the side with a set', FIRST_TO_1, '5-4', '40:30', 'match-point team_1'],
    ['a set, for the side without one', FIRST_TO_2, '5-4', '40:30', 'set-point team_1'],
    ['the match, for the receivers', FIRST_TO_2, '3-5', '0:40', 'match-point team_2'],
  ])('in the second set: %s', (_reason, first, games, said, expected) => {
    expect(stake('star-point', first, aSet(2, null, aGame(games, said)))).toBe(expected);
  });

  it('in the third set is the match for either side', () => {
    const third = (games: string, said: string) =>
      stake('star-point', FIRST_TO_1, aSet(2, '2-6'), aSet(3, null, aGame(games, said)));
    expect(third('5-2', '40:0')).toBe('match-point team_1');
    expect(third('2-5', '0:40')).toBe('match-point team_2');
  });

  it.each([
    ['a set, one point away', '6:5', 'set-point team_1'],
    ['a set, for the other side', '3:6', 'set-point team_2'],
    ['nothing at six all', '6:6', null],
    ['nothing at five all', '5:5', null],
    ['nothing at three to two', '3:2', null],
    ['a set, far beyond six all', '10:11', 'set-point team_2'],
  ])('in a tie-break: %s', (_reason, said, expected) => {
    expect(stake('golden-point', aSet(1, null, aGame('6-6', said)))).toBe(expected);
  });

  it.each([
    ['golden-point', DEUCE, 'deciding-point'],
    ['star-point', DEUCE, null],
    ['star-point', SECOND, null],
    ['star-point', THIRD, 'deciding-point'],
    ['star-point', `${THIRD} A:40`, null],
    ['advantage', THIRD, null],
    ['golden-point', `${DEUCE} 40:A`, null],
    ['golden-point', `${DEUCE} A:40`, null],
  ] as const)('under %s at %s', (rule, said, expected) => {
    expect(stake(rule, aSet(1, null, aGame('2-1', said)))).toBe(expected);
  });

  it('is the match before it is the game, at a deciding point', () => {
    const second = aSet(2, null, aGame('5-4', DEUCE));
    expect(stake('golden-point', FIRST_TO_1, second)).toBe('match-point team_1');
  });

  it('is the set of the leader, not the game, at a deciding point', () => {
    expect(stake('golden-point', aSet(1, null, aGame('4-5', DEUCE)))).toBe('set-point team_2');
  });
});

describe('the situation', () => {
  it('starts each game at 0:0', () => {
    expect(situationOf(inPlay(aSet(1, null, aGame('2-1'))), 'star-point')).toEqual({
      points: { team_1: '0', team_2: '0' },
      tieBreak: false,
      server: null,
      servingFor: null,
      stake: null,
    });
  });

  it('recognizes a tie-break', () => {
    expect(situationOf(inPlay(aSet(1, null, aGame('6-6', '1:0'))), 'star-point')).toMatchObject({
      points: { team_1: '1', team_2: '0' },
      tieBreak: true,
    });
  });

  it.each([
    ['when no points are covered', stateOf(aMatch({ status: 'live' }))],
    ['between two sets', inPlay(FIRST_TO_1)],
    [
      'once play has ended, although the feed never closed the last set',
      withPoints(inPlay(FIRST_TO_1, aSet(2, null, aGame('5-4', '40:30'))), anUpdate('ended'), null),
    ],
  ])('is null %s', (_reason, state) => {
    expect(situationOf(state, 'star-point')).toBeNull();
  });
});

describe('the rule at deuce', () => {
  it.each([
    ['wpt_1000', '2023-05-01', 'golden-point'],
    ['wpt_final', '2023-12-15', 'golden-point'],
    ['fip_platinum', '2025-12-31', 'golden-point'],
    ['fip_other', '2024-03-01', 'golden-point'],
    ['major', '2022-03-28', 'advantage'],
    ['p1', '2024-06-01', 'advantage'],
    ['p2', '2025-12-31', 'advantage'],
    ['finals', '2025-12-14', 'advantage'],
    [null, '2025-12-31', 'advantage'],
    ['p1', '2026-02-09', 'star-point'],
    ['fip_gold', '2026-01-01', 'star-point'],
    ['p2', '2027-03-01', 'star-point'],
    ['major', null, 'star-point'],
  ])('of a match of %s on %s is the %s', (level, date, rule) => {
    expect(deuceRuleOf(level, date)).toBe(rule);
  });

  it("of a stored match is that of its tournament's level", () => {
    const match = aMatch({ playedOn: '2025-06-07' });
    const tournament = { ...aTournament(), level: 'fip_gold' };
    expect(deuceRuleIn({ match, tournament })).toBe('golden-point');
    expect(deuceRuleIn({ match, tournament: null })).toBe('advantage');
  });
});
