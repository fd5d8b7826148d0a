import { describe, expect, it } from 'vitest';
import { pairEntries, playerEntry, tournamentEntry } from '#src/domain/people/directory.ts';
import {
  idsOfPair,
  keysOfPlayer,
  pairKey,
  pairKeyAfterMerge,
  pairOf,
} from '#src/domain/people/pairs.ts';
import type { Player } from '#src/domain/people/people.ts';
import { aTournament } from '../render/held.ts';
import { aMatch } from './feed.ts';
import { aRubber } from './team-event.ts';

const person = (id: number, name = `Player ${id}`) => ({ id, name });

describe('a pair', () => {
  it('has one key for both orders of its players, and is decoded from it', () => {
    expect(pairKey([12, 7])).toBe(pairKey([7, 12]));
    expect(idsOfPair(pairKey([12, 7]))).toEqual([7, 12]);
    expect(idsOfPair(pairKey([67_108_863, 67_108_862]))).toEqual([67_108_862, 67_108_863]);
  });

  it.each([
    { one: [1, 2], other: [1, 3] },
    { one: [1, 2], other: [2, 3] },
    { one: [1, 67_108_863], other: [2, 1] },
  ] as const)('has another key than every other pair: $one and $other', ({ one, other }) => {
    expect(pairKey(one)).not.toBe(pairKey(other));
  });

  it('has no key for an impossible player id', () => {
    expect(() => pairKey([1, 67_108_864])).toThrow(RangeError);
  });

  it.each([
    [[7, 12], 12, 9, [7, 9]],
    [[7, 12], 12, 5, [5, 7]],
    [[7, 12], 8, 9, [7, 12]],
    [[7, 12], 12, 7, null],
  ] as const)('%j becomes, after %s was merged into %s, %j', (ids, from, to, merged) => {
    const key = pairKeyAfterMerge(pairKey(ids), from, to);
    expect(key === null ? null : idsOfPair(key)).toEqual(merged);
  });

  it.each([
    [[7, 8], true],
    [[7, 67_108_863], true],
    [[6, 7], true],
    [[8, 9], false],
    [[6, 8], false],
  ] as const)('of player 7 is recognized by its key: %j %s', (ids, isTheirs) => {
    const { first, last, step } = keysOfPlayer(7);
    const key = pairKey(ids);
    expect((key >= first && key <= last) || key % step === 7).toBe(isTheirs);
  });

  it.each<[string, readonly { id: number; name: string }[], readonly number[] | null]>([
    ['two players, the lower id first', [person(9), person(4)], [4, 9]],
    ['one player', [person(9)], null],
    ['the same player twice', [person(9), person(9)], null],
    ['three players', [person(1), person(2), person(3)], null],
    ['nobody', [], null],
  ])('is made from a team of two: %s', (_team, team, ids) => {
    expect(pairOf(team)?.map(({ id }) => id) ?? null).toEqual(ids);
  });
});

/** An entry of the directory of which nothing is known. */
const nothing = {
  ...{ shortName: null, called: null, category: null, country: null, ranking: null },
  ...{ startDate: null, endDate: null, lastMatchOn: null },
};

describe('the pairs of a match', () => {
  const teams = { team_1: [person(4, 'Ana Vega'), person(3, 'Eva Sol')], team_2: [person(1)] };

  it('are entries with the names of their players and the day of the match', () => {
    const played = { playedOn: '2026-06-07', status: 'finished', category: 'women' } as const;
    for (const status of ['scheduled', 'bye']) {
      const [unplayed] = pairEntries(aMatch({ teams, ...played, status }));
      expect(unplayed?.lastMatchOn).toBeNull();
    }
    expect(pairEntries(aMatch({ teams, ...played }))).toEqual([
      {
        ...nothing,
        ...{ kind: 'pair', id: pairKey([3, 4]), name: 'Eva Sol / Ana Vega' },
        ...{ category: 'women', lastMatchOn: '2026-06-07' },
      },
    ]);
  });

  it('are no entries in a tie, where players play for their country', () => {
    expect(pairEntries(aRubber(1))).toEqual([]);
  });

  it('are no entries with impossible player ids', () => {
    const team_1 = [person(1), person(Number.MAX_SAFE_INTEGER)];
    expect(pairEntries(aMatch({ teams: { team_1, team_2: [] } }))).toEqual([]);
  });
});

describe('an entry of the directory', () => {
  const player: Player = {
    ...{ photoUrl: null, points: null, height: null, birthplace: null, birthdate: null },
    ...{ age: null, hand: null, side: null, withheld: [] },
    id: 4,
    name: 'Ana Vega',
    category: 'women',
    ranking: 3,
    nationality: 'ES',
  };
  const entry = {
    ...nothing,
    ...{ kind: 'player', id: 4, name: 'Ana Vega', category: 'women', country: 'ES', ranking: 3 },
  };

  it('of a player has the names and the rating that are known', () => {
    expect(playerEntry(player, 9)).toStrictEqual(entry);
    const known = { shortName: 'A. Vega', called: 'Vega' };
    expect(playerEntry({ ...player, ...known, elo: 1_400 }, 9)).toStrictEqual({
      ...entry,
      ...known,
      rating: { elo: 1_400, since: 9, readAt: 9 },
    });
  });

  it('of a tournament has its country and its dates', () => {
    expect(tournamentEntry(aTournament())).toStrictEqual({
      ...nothing,
      ...{ kind: 'tournament', id: 7, name: 'Madrid P1', country: 'ES' },
      ...{ startDate: '2026-06-01', endDate: '2026-06-07' },
    });
  });
});
