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

/** A stored directory, and its storage. */
const kept = (entries: readonly DirectoryEntry[] = [...PEOPLE, GALAN_LEBRON, GALAN_CHINGOTTO]) => {
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

describe('typing a pair', () => {
  const both = [GALAN_CHINGOTTO.name, GALAN_LEBRON.name];

  it.each<[string, string, readonly string[]]>([
    ['one surname: the pair that played last comes first', 'galan', both],
    ['both surnames', 'galan lebron', [GALAN_LEBRON.name]],
    ['both surnames in the other order', 'lebron galan', [GALAN_LEBRON.name]],
    ['as it is shown', 'Alejandro Galán / Juan Lebrón', [GALAN_LEBRON.name]],
    ['the beginnings of words', 'chin ale', [GALAN_CHINGOTTO.name]],
    ['a surname before the first name', 'galan ale', both],
    ['a typo in the other one', 'chingoto', [GALAN_CHINGOTTO.name]],
    ['two who never played together', 'lebron chingotto', []],
  ])('finds it by %s', (_how, typed, expected) => {
    expect(kept().search(typed)).toEqual(expected);
  });

  it('finds all that may be meant by a typo', () => {
    expect(kept().search('gallan').toSorted()).toEqual(both);
  });
});

describe('names that are learnt', () => {
  it('are kept once: what was known already costs nothing', async () => {
    const { names, stored, writes } = kept([]);
    await names.save([...PEOPLE, ...PEOPLE, GALAN_LEBRON]);
    await names.save([...PEOPLE, GALAN_LEBRON]);
    expect([writes(), stored.size]).toEqual([5, 5]);
  });

  it('are news again after they could not be kept', async () => {
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

  it('stay known when it cannot be kept that they are forgotten', async () => {
    const names = createNames(createDirectory(PEOPLE), {
      save: () => Promise.resolve(),
      remove: () => Promise.reject(new Error('the disk is full')),
    });
    await expect(names.delete('player', 1)).rejects.toThrow('the disk is full');
    expect(names.directory.get('player', 1)?.name).toBe('Alejandro Galán');
  });

  it('replace what was known of them', async () => {
    const { names, stored } = kept();
    await names.save([aPlayer(2, 'Juan Lebrón', { ranking: 9 })]);
    expect(names.directory.get('player', 2)?.ranking).toBe(9);
    expect(stored.get('player 2')?.ranking).toBe(9);
  });

  it.each([
    ['an older match', '2022-01-01', '2023-11-05'],
    ['a match without a date', null, '2023-11-05'],
    ['a newer match', '2026-06-07', '2026-06-07'],
  ])('of a pair keep the day of its latest match: %s', async (_which, day, expected) => {
    const { names, stored } = kept();
    await names.save([aPair([1, 2], GALAN_LEBRON.name, day)]);
    expect(stored.get(`pair ${pairKey([1, 2])}`)?.lastMatchOn).toBe(expected);
  });

  it('put a pair that plays again first', async () => {
    const { names, search } = kept();
    await names.save([aPair([1, 2], GALAN_LEBRON.name, '2026-06-08')]);
    expect(search('galan')[0]).toBe(GALAN_LEBRON.name);
  });

  it('are forgotten here and where they are kept', async () => {
    const { names, stored, search } = kept();
    await names.delete('pair', GALAN_LEBRON.id);
    expect(search('lebron')).toEqual([]);
    expect(stored.has(`pair ${GALAN_LEBRON.id}`)).toBe(false);
  });

  it('may be forgotten twice', async () => {
    const { names } = kept();
    await names.delete('player', 4_711);
    await names.delete('player', 4_711);
    expect(names.directory.size('player')).toBe(4);
  });
});

describe('a merge', () => {
  it('of players takes the name away, and gives the pairs to the other one', async () => {
    const { names, stored, search } = kept([
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

  it('of two who are said to have played together leaves no pair of one', async () => {
    const { names, stored } = kept([...PEOPLE, GALAN_LEBRON]);
    await names.merge({ kind: 'player', from: 2, to: 1 });
    expect([...stored.keys()].filter((key) => key.startsWith('pair'))).toEqual([]);
  });

  it('into somebody whose name is not known yet leaves the pairs the names that they had', async () => {
    const { names, stored, search } = kept();
    await names.merge({ kind: 'player', from: 1, to: 77 });
    expect([...stored.keys()].sort()).toEqual(
      [
        ...['player 2', 'player 3', 'player 4'],
        ...[`pair ${pairKey([2, 77])}`, `pair ${pairKey([3, 77])}`],
      ].sort(),
    );
    expect(search('galan')).toEqual([GALAN_CHINGOTTO.name, GALAN_LEBRON.name]);
  });

  it('of tournaments takes the name away, and touches no player of the same number', async () => {
    const { names, stored } = kept([aPlayer(5, 'Ana Vega'), aTournament(5, 'Old Open')]);
    await names.merge({ kind: 'tournament', from: 5, to: 6 });
    expect([...stored.keys()]).toEqual(['player 5']);
  });
});

it('a restart knows at once what was kept', async () => {
  const first = kept([]);
  await first.names.save([...PEOPLE, GALAN_LEBRON]);
  const second = kept([...first.stored.values()]);
  expect(second.search('lebron')).toEqual([GALAN_LEBRON.name]);
  expect(second.names.directory.find('pair', 'juan lebron alejandro galan')).toHaveLength(1);
});
