import { describe, expect, it } from 'vitest';
import type { Match } from '#src/domain/match/match.ts';
import { chanceByDifference } from '#src/domain/people/ratings.ts';
import { nextMatchOf } from '#src/domain/tournament/next-match.ts';
import { team, won } from './drawn.ts';

describe('whom the winners meet next', () => {
  const quarterfinal = won(4, 0, [1, 2]);
  const idsOf = (matches: readonly Match[], match = quarterfinal) => {
    const next = nextMatchOf(match, 'team_1', [match, ...matches], () => null);
    return next?.opponents.flatMap(({ players }) => players.map(({ id }) => id)) ?? null;
  };

  it.each([
    ['those who won beside them', [won(4, 1, [3, 4])], [3, 103]],
    [
      'the other side of the next match',
      [won(2, 0, [5, 1], { status: 'scheduled', winner: null })],
      [5, 105],
    ],
    ['nobody yet', [won(4, 1, [3, 4], { status: 'live', winner: null })], null],
    ['nobody, for a next match of two others', [won(2, 0, [5, 6], { status: 'scheduled' })], null],
    ['nobody of another category', [won(4, 1, [3, 4], { category: 'men' })], null],
    ['nobody, without a draw', [], null],
  ])('is %s', (_what, others, expected) => {
    expect(idsOf(others)).toEqual(expected);
  });

  it('is nobody after a final, in qualifying and without a slot', () => {
    const others = [won(4, 1, [3, 4])];
    expect(idsOf(others, won(1, 0, [1, 2]))).toBeNull();
    expect(idsOf(others, won(4, 0, [1, 2], { draw: 'qualy' }))).toBeNull();
    expect(idsOf(others, won(4, 0, [1, 2], { slot: null }))).toBeNull();
  });

  it('is one of two pairs, each with its chance, while the match beside is open', () => {
    const open = won(4, 1, [3, 4], { status: 'scheduled', winner: null });
    const strengthOf = ({ players: [first] }: { readonly players: readonly { id: number }[] }) =>
      first?.id === 3 ? 1_600 : 1_500;
    const matches = [quarterfinal, open, won(4, 2, [5, 6]), won(4, 3, [7, 8])];
    const next = nextMatchOf(quarterfinal, 'team_1', matches, strengthOf);
    expect(next?.opponents.map(({ players, chance }) => [players[0]?.id, chance])).toEqual([
      [3, chanceByDifference(100)],
      [4, expect.closeTo(1 - chanceByDifference(100), 12)],
    ]);
    expect(next).not.toHaveProperty('win');
  });

  it('has the chance against known opponents, and when it begins', () => {
    const semifinal = won(2, 0, [5, 1], {
      ...{ status: 'scheduled', winner: null, score: null },
      ...{ playedOn: '2026-06-08', scheduleLabel: 'Not before 4:00 PM', venueOffset: 120 },
    });
    const matches = [
      quarterfinal,
      won(4, 1, [5, 6]),
      won(4, 2, [7, 8]),
      won(4, 3, [9, 10]),
      semifinal,
    ];
    const next = nextMatchOf(quarterfinal, 'team_1', matches, () => 1_500);
    expect(next).toMatchObject({
      opponents: [{ chance: 1 }],
      win: 0.5,
      start: { playedOn: '2026-06-08', scheduleLabel: 'Not before 4:00 PM', venueOffset: 120 },
    });
  });

  it('is open while more than two pairs may come, or a qualifier that nobody knows', () => {
    const eighth = won(8, 0, [1, 2]);
    const open = { status: 'scheduled', winner: null } as const;
    const beside = won(8, 1, [3, 4], { ...open, teams: { team_1: team(3), team_2: [] } });
    const others = [2, 3, 4, 5, 6, 7].map((slot) => won(8, slot, [2 * slot + 1, 2 * slot + 2]));
    expect(nextMatchOf(eighth, 'team_1', [eighth, beside, ...others], () => 1_500)).toBeNull();
  });
});
