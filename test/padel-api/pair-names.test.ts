import { describe, expect, it } from 'vitest';
import type { DirectoryEntry } from '#src/domain/people/directory.ts';
import { pairKey } from '#src/domain/people/pairs.ts';
import { createDirectory } from '#src/padel-api/names/directory.ts';
import { createNames, type NameKey } from '#src/padel-api/names/names.ts';
import { aPair, aPlayer, aTournament } from './names.ts';

const PEOPLE = [
  aPlayer(1, 'Alejandro Galán', { ranking: 1 }),
  aPlayer(2, 'Juan Lebrón', { ranking: 4 }),
  aPlayer(3, 'Federico Chingotto', { ranking: 1 }),
  aPlayer(4, 'Alejandra Salazar'),
];

const GALAN_LEBRON = aPair([1, 2], 'Alejandro Galán / Juan Lebrón', '2023-11-05');
const GALAN_CHINGOTTO = aPair([1, 3], 'Alejandro Galán / Federico Chingotto', '2026-06-07');

/** A directory and its store. */
const storedDirectory = (
  entries: readonly DirectoryEntry[] = [...PEOPLE, GALAN_LEBRON, GALAN_CHINGOTTO],
) => {
  const keyOf = ({ kind, id }: NameKey) => `${kind} ${id}`;
  const stored = new Map(entries.map((entry) => [keyOf(entry), entry]));
  let writes = 0;
  const names = createNames(createDirectory(entries), {
    save: (saved) => {
      writes += saved.length;
      for (const entry of saved) stored.set(keyOf(entry), entry);
      return Promise.resolve();
    },
    remove: (keys) => {
      for (const key of keys) stored.delete(keyOf(key));
      return Promise.resolve();
    },
  });
  return {
    names,
    stored,
    writes: () => writes,
    search: (typed: string) =>
      names.directory.search('pair', typed, 25).entries.map(({ name }) => name),
  };
};

describe('a search for pairs', () => {
  const both = [GALAN_CHINGOTTO.name, GALAN_LEBRON.name];

  it.each<[string, string, readonly string[]]>([
    ['one surname: the pair that played last comes first', 'galan', both],
    ['both surnames', 'galan lebron', [GALAN_LEBRON.name]],
    ['both surnames in the other order', 'lebron galan', [GALAN_LEBRON.name]],
    ['a name as it is shown', 'Alejandro Galán / Juan Lebrón', [GALAN_LEBRON.name]],
    ['prefixes of words', 'chin ale', [GALAN_CHINGOTTO.name]],
    ['a surname before the first name', 'galan ale', both],
    ['a surname with a typo', 'chingoto', [GALAN_CHINGOTTO.name]],
    ['two players who never played together', 'lebron chingotto', []],
  ])('finds the right pairs for %s', (_how, typed, expected) => {
    expect(storedDirectory().search(typed)).toEqual(expected);
  });

  it('finds all pairs that a typo may mean', () => {
    expect(storedDirectory().search('gallan').toSorted()).toEqual(both);
  });
});

describe('saved names', () => {
  it('are written once: known ones cause no write', async () => {
    const { names, stored, writes } = storedDirectory([]);
    await names.save([...PEOPLE, ...PEOPLE, GALAN_LEBRON]);
    await names.save([...PEOPLE, GALAN_LEBRON]);
    expect([writes(), stored.size]).toEqual([5, 5]);
  });

  it('are saved again after saving them failed', async () => {
    const stored: DirectoryEntry[] = [];
    let isFull = true;
    const names = createNames(createDirectory(), {
      save: (saved) => {
        if (isFull) return Promise.reject(new Error('the disk is full'));
        stored.push(...saved);
        return Promise.resolve();
      },
      remove: () => Promise.resolve(),
    });
    await expect(names.save(PEOPLE)).rejects.toThrow('the disk is full');
    expect(names.directory.size('player')).toBe(0);
    isFull = false;
    await names.save(PEOPLE);
    expect(stored).toEqual(PEOPLE);
    expect(names.directory.size('player')).toBe(PEOPLE.length);
  });

  it('stay known when deleting them fails', async () => {
    const names = createNames(createDirectory(PEOPLE), {
      save: () => Promise.resolve(),
      remove: () => Promise.reject(new Error('the disk is full')),
    });
    await expect(names.delete('player', 1)).rejects.toThrow('the disk is full');
    expect(names.directory.get('player', 1)?.name).toBe('Alejandro Galán');
  });

  it('replace their earlier versions', async () => {
    const { names, stored } = storedDirectory();
    await names.save([aPlayer(2, 'Juan Lebrón', { ranking: 9 })]);
    expect(names.directory.get('player', 2)?.ranking).toBe(9);
    expect(stored.get('player 2')?.ranking).toBe(9);
  });

  it.each([
    ['an older match', '2022-01-01', '2023-11-05'],
    ['a match without a date', null, '2023-11-05'],
    ['a newer match', '2026-06-07', '2026-06-07'],
  ])('of a pair keep the day of its latest match: %s', async (_which, day, expected) => {
    const { names, stored } = storedDirectory();
    await names.save([aPair([1, 2], GALAN_LEBRON.name, day)]);
    expect(stored.get(`pair ${pairKey([1, 2])}`)?.lastMatchOn).toBe(expected);
  });

  it('put a pair that plays again first in the search', async () => {
    const { names, search } = storedDirectory();
    await names.save([aPair([1, 2], GALAN_LEBRON.name, '2026-06-08')]);
    expect(search('galan')[0]).toBe(GALAN_LEBRON.name);
  });

  it('are deleted from the directory and the store', async () => {
    const { names, stored, search } = storedDirectory();
    await names.delete('pair', GALAN_LEBRON.id);
    expect(search('lebron')).toEqual([]);
    expect(stored.has(`pair ${GALAN_LEBRON.id}`)).toBe(false);
  });

  it('may be deleted even when they do not exist', async () => {
    const { names } = storedDirectory();
    await names.delete('player', 4_711);
    await names.delete('player', 4_711);
    expect(names.directory.size('player')).toBe(4);
  });
});

describe('a merge', () => {
  it('of players removes the name, and moves its pairs to the other player', async () => {
    const { names, stored, search } = storedDirectory([
      ...PEOPLE,
      aPlayer(9, 'Ale Galan'),
      aPair([2, 9], 'Juan Lebrón / Ale Galan', '2024-03-01'),
      aPair([3, 9], 'Federico Chingotto / Ale Galan', '2026-06-14'),
      GALAN_CHINGOTTO,
    ]);
    await names.merge({ kind: 'player', from: 9, to: 1 });
    expect(names.directory.get('player', 9)).toBeUndefined();
    expect(search('galan')).toEqual([GALAN_CHINGOTTO.name, GALAN_LEBRON.name]);
    expect([...stored.keys()].sort()).toEqual(
      [
        ...['player 1', 'player 2', 'player 3', 'player 4'],
        ...[`pair ${pairKey([1, 2])}`, `pair ${pairKey([1, 3])}`],
      ].sort(),
    );
    // Both pairs had played; the deleted one played last.
    expect(stored.get(`pair ${pairKey([1, 3])}`)?.lastMatchOn).toBe('2026-06-14');
  });

  it('of two partners leaves no pair of a single player', async () => {
    const { names, stored } = storedDirectory([...PEOPLE, GALAN_LEBRON]);
    await names.merge({ kind: 'player', from: 2, to: 1 });
    expect([...stored.keys()].filter((key) => key.startsWith('pair'))).toEqual([]);
  });

  it('into an unknown player keeps the names of the pairs', async () => {
    const { names, stored, search } = storedDirectory();
    await names.merge({ kind: 'player', from: 1, to: 77 });
    expect([...stored.keys()].sort()).toEqual(
      [
        ...['player 2', 'player 3', 'player 4'],
        ...[`pair ${pairKey([2, 77])}`, `pair ${pairKey([3, 77])}`],
      ].sort(),
    );
    expect(search('galan')).toEqual([GALAN_CHINGOTTO.name, GALAN_LEBRON.name]);
  });

  it('of tournaments removes the name, but no player with the same id', async () => {
    const { names, stored } = storedDirectory([aPlayer(5, 'Ana Vega'), aTournament(5, 'Old Open')]);
    await names.merge({ kind: 'tournament', from: 5, to: 6 });
    expect([...stored.keys()]).toEqual(['player 5']);
  });
});

it('a restart loads the stored names', async () => {
  const first = storedDirectory([]);
  await first.names.save([...PEOPLE, GALAN_LEBRON]);
  const second = storedDirectory([...first.stored.values()]);
  expect(second.search('lebron')).toEqual([GALAN_LEBRON.name]);
  expect(second.names.directory.find('pair', 'juan lebron alejandro galan')).toHaveLength(1);
});
