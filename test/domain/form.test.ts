import { describe, expect, it } from 'vitest';
import {
  appearanceOf,
  nextMatchOf,
  matchOutcome,
  resultsOf,
  tally,
} from '#src/domain/people/form.ts';
import type { Match } from '#src/domain/match/match.ts';
import { aMatch } from './feed.ts';
import { sets } from './written.ts';

const WON = { status: 'finished', score: sets('6-4 6-3') };

describe('a match seen from one side', () => {
  it.each([
    ['one player of it', [3], 'team_2'],
    ['both players of it', [2, 1], 'team_1'],
    ['players on either side', [1, 3], undefined],
    ['a stranger', [9], undefined],
  ])('by %s', (_reason, ids, side) => {
    expect(appearanceOf(aMatch(), ids)?.side).toBe(side);
  });

  it.each([
    ['won by the score', WON, 'won'],
    ['lost by the score', { ...WON, score: sets('4-6 3-6') }, 'lost'],
    [
      'won by the winner that the service names',
      { status: 'retired', winner: 'team_1' as const },
      'won',
    ],
    ['still in play', { status: 'live', score: sets('6-4 6-3') }, 'unknown'],
    ['over with an unknown result', { status: 'finished' }, 'unknown'],
  ])('is %s', (_reason, match: Partial<Match>, outcome) => {
    const seen = appearanceOf(aMatch(match), [1]);
    expect(seen && matchOutcome(seen)).toBe(outcome);
  });
});

describe('the results of a player', () => {
  it('are its finished matches, the latest day first, then the latest round', () => {
    const matches = [
      aMatch({ ...WON, id: 1, playedOn: '2026-06-01' }),
      aMatch({ ...WON, id: 2, playedOn: '2026-06-07', round: 2 }),
      aMatch({ ...WON, id: 3, playedOn: '2026-06-07', round: 1 }),
      aMatch({ ...WON, id: 4, playedOn: null }),
      aMatch({ id: 5, status: 'bye', playedOn: '2026-06-08' }),
      aMatch({ id: 6, status: 'live', playedOn: '2026-06-08' }),
      aMatch({ id: 7 }),
    ];
    expect(resultsOf(matches, [1]).map(({ match }) => match.id)).toEqual([3, 2, 1, 4]);
    expect(tally(resultsOf(matches, [3]))).toEqual({ won: 0, lost: 4, unknown: 0 });
    const mixed = [...matches.slice(0, 2), aMatch({ status: 'retired' })];
    expect(tally(resultsOf(mixed, [1]))).toEqual({ won: 2, lost: 0, unknown: 1 });
    const ofOneDay = [aMatch({ ...WON, id: 8, round: null }), aMatch({ ...WON, id: 9, round: 32 })];
    expect(resultsOf(ofOneDay, [1]).map(({ match }) => match.id)).toEqual([9, 8]);
    expect(resultsOf([...matches].reverse(), [1]).map(({ match }) => match.id)).toEqual([
      3, 2, 1, 4,
    ]);
    expect(resultsOf(matches, [9])).toEqual([]);
  });
});

describe('the next match of a player', () => {
  it('is the earliest upcoming one, or one without a date when there is no other', () => {
    const undated = aMatch({ id: 1, playedOn: null });
    const later = aMatch({ id: 2, playedOn: '2026-06-09' });
    const sooner = aMatch({ id: 3, playedOn: '2026-06-08' });
    expect(nextMatchOf([undated, later, sooner], [1], '2026-06-07')?.match.id).toBe(3);
    expect(nextMatchOf([later, sooner, undated], [1], '2026-06-07')?.match.id).toBe(3);
    expect(nextMatchOf([undated], [1], '2026-06-07')?.match.id).toBe(1);
    expect(nextMatchOf([aMatch(WON)], [1], '2026-06-07')).toBeNull();
    expect(nextMatchOf([sooner], [9], '2026-06-07')).toBeNull();
  });

  it('is never a past match that is still marked as scheduled', () => {
    const left = aMatch({ id: 1, playedOn: '2026-07-16' });
    const today = aMatch({ id: 2, playedOn: '2026-11-22' });
    expect(nextMatchOf([left], [1], '2026-11-22')).toBeNull();
    expect(nextMatchOf([left, today], [1], '2026-11-22')?.match.id).toBe(2);
  });
});
