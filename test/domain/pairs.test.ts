import { describe, expect, it } from 'vitest';
import { pairEntries } from '#src/domain/people/directory.ts';
import { idsOfPair, pairKey, pairOf } from '#src/domain/people/pairs.ts';
import { aMatch } from './feed.ts';

const person = (id: number, name = `Player ${id}`) => ({ id, name });

describe('a pair', () => {
  it('is one number, whichever of the two is named first, and is read back from it', () => {
    expect(pairKey([12, 7])).toBe(pairKey([7, 12]));
    expect(idsOfPair(pairKey([12, 7]))).toEqual([7, 12]);
    expect(idsOfPair(pairKey([67_108_863, 67_108_862]))).toEqual([67_108_862, 67_108_863]);
  });

  it.each([
    [
      [1, 2],
      [1, 3],
    ],
    [
      [1, 2],
      [2, 3],
    ],
    [
      [1, 67_108_863],
      [2, 1],
    ],
  ] as const)('is another one than any other: %j and %j', (one, other) => {
    expect(pairKey(one)).not.toBe(pairKey(other));
  });

  it('cannot be a number of ids that no player has', () => {
    expect(() => pairKey([1, 67_108_864])).toThrow(RangeError);
  });

  it.each<[string, readonly { id: number; name: string }[], readonly number[] | null]>([
    ['two players, the lower id first', [person(9), person(4)], [4, 9]],
    ['one player', [person(9)], null],
    ['the same player twice', [person(9), person(9)], null],
    ['three players', [person(1), person(2), person(3)], null],
    ['nobody', [], null],
  ])('is made of a team of two: %s', (_team, team, ids) => {
    expect(pairOf(team)?.map(({ id }) => id) ?? null).toEqual(ids);
  });
});

describe('the pairs of a match', () => {
  const teams = { team_1: [person(4, 'Ana Vega'), person(3, 'Eva Sol')], team_2: [person(1)] };

  it('can be named as their players, since when they played', () => {
    expect(pairEntries(aMatch({ teams, playedOn: '2026-06-07', category: 'women' }))).toEqual([
      {
        kind: 'pair',
        id: pairKey([3, 4]),
        name: 'Eva Sol / Ana Vega',
        category: 'women',
        country: null,
        ranking: null,
        startDate: null,
        endDate: null,
        lastMatchOn: '2026-06-07',
        shortName: null,
        called: null,
      },
    ]);
  });

  it('with ids that no player has cannot', () => {
    const team_1 = [person(1), person(Number.MAX_SAFE_INTEGER)];
    expect(pairEntries(aMatch({ teams: { team_1, team_2: [] } }))).toEqual([]);
  });
});
