import { describe, expect, it } from 'vitest';
import { formerPartners } from '#src/domain/people/former-partners.ts';
import type { PairIds } from '#src/domain/people/pairs.ts';
import { seasonPlaces } from '#src/domain/people/season-places.ts';
import { aPair } from '../render/people-messages.ts';
import { aPlayer } from '../render/people.ts';

const together = (ids: PairIds, lastMatchOn: string | null) => aPair({ ids, lastMatchOn });

const NAMES = new Map([2, 3, 4, 5, 6].map((id) => [id, `Player ${id}`]));

const told = (pairs: Parameters<typeof formerPartners>[1], current: PairIds | null) =>
  formerPartners(1, pairs, current, (id) => NAMES.get(id)).map(
    ({ name, year }) => `${name} ${year}`,
  );

describe('former partners', () => {
  const PAIRS = [
    together([1, 3], '2024-05-01'),
    together([4, 1], '2025-05-01'),
    together([1, 2], '2026-05-01'),
    together([1, 5], null),
    together([1, 6], '2023-01-01'),
  ];

  it('are the last three before the current one, the latest first', () => {
    expect(told(PAIRS, [1, 2])).toEqual(['Player 4 2025', 'Player 3 2024', 'Player 6 2023']);
    expect(told(PAIRS.slice(2), [2, 1])).toEqual(['Player 6 2023', 'Player 5 null']);
  });

  it('do not include a partner after the current one, nor the latest when none is known', () => {
    expect(told(PAIRS, [1, 4])).toEqual(['Player 3 2024', 'Player 6 2023', 'Player 5 null']);
    expect(told(PAIRS.slice(0, 2), null)).toEqual(['Player 3 2024']);
  });

  it('are told once, and without pairs of others or somebody alone', () => {
    const odd = [together([3, 1], '2022-05-01'), together([3, 4], '2026-06-01')];
    expect(told([...PAIRS.slice(0, 3), ...odd, together([1, 1], '2026-07-01')], [1, 2])).toEqual([
      'Player 4 2025',
      'Player 3 2024',
    ]);
  });

  it('have the name in the pair where the directory has none; without any they are left out', () => {
    const named = { ...together([1, 8], '2025-01-01'), players: [aPlayer({ id: 8, name: 'Ida' })] };
    expect(
      told([together([1, 2], '2026-01-01'), named, together([1, 9], '2024-01-01')], null),
    ).toEqual(['Ida 2025']);
  });
});

describe('the places of a season', () => {
  const entry = (date: string | undefined, ranking: number | null) => ({
    ...{ id: 1, name: 'Ana Vega', nationality: null, ranking, points: null, withheld: [] },
    ...(date === undefined ? {} : { date }),
  });

  it('are those of its year, one for each edition, the earliest first', () => {
    const entries = [
      entry('2026-02-02', 7),
      entry('2026-01-05', 9),
      entry('2025-12-29', 12),
      entry('2026-02-02', 7),
      entry(undefined, 3),
      entry('2026-02-09', null),
      entry('2199-02-09', 1),
    ];
    expect(seasonPlaces(entries, '2026')).toEqual([
      { date: '2026-01-05', place: 9 },
      { date: '2026-02-02', place: 7 },
    ]);
  });
});
