import { describe, expect, it } from 'vitest';
import { createDirectory } from '#src/padel-api/names/directory.ts';
import { aPlayer, aTournament } from './names.ts';

const PEOPLE = [
  aPlayer(1, 'Álvaro Galán Ruiz', { ranking: 3 }),
  aPlayer(2, 'Bruno Galindo', { ranking: 40 }),
  aPlayer(3, 'Íñigo Muñoz', { ranking: 12 }),
  aPlayer(4, 'Jean-Luc O’Brien'),
  aPlayer(5, 'María de la Fuente', { ranking: 8, category: 'women' }),
  aPlayer(6, 'Galo Arrieta'),
];

const names = (typed: string, limit = 25): string[] =>
  createDirectory(PEOPLE)
    .search('player', typed, limit)
    .entries.map(({ name }) => name);

describe('a search by name', () => {
  it.each([
    ['the beginning of a first name', 'alv', ['Álvaro Galán Ruiz']],
    ['a surname', 'galindo', ['Bruno Galindo']],
    ['the second surname', 'ruiz', ['Álvaro Galán Ruiz']],
    ['a name without its accents', 'inigo munoz', ['Íñigo Muñoz']],
    ['a name with a wrong accent', 'brúno', ['Bruno Galindo']],
    ['the surname first', 'galan alv', ['Álvaro Galán Ruiz']],
    ['capitals', 'GALINDO', ['Bruno Galindo']],
    ['a part after a hyphen', 'luc', ['Jean-Luc O’Brien']],
    ['a part after an apostrophe', 'brien', ['Jean-Luc O’Brien']],
    ['particles', 'de la fu', ['María de la Fuente']],
    ['decomposed letters', 'Gala\u0301n', ['Álvaro Galán Ruiz']],
    ['letters that are in no name', 'xyz', []],
    ['words of two different people', 'bruno munoz', []],
  ])('finds the right players for %s', (_how, typed, expected) => {
    expect(names(typed)).toEqual(expected);
  });

  it('offers the best ranked first, the unranked last', () => {
    expect(names('gal')).toEqual(['Álvaro Galán Ruiz', 'Bruno Galindo', 'Galo Arrieta']);
  });

  it.each(['', '   ', '-'])('offers the best ranked of all for empty input: "%s"', (typed) => {
    expect(names(typed, 3)).toEqual(['Álvaro Galán Ruiz', 'María de la Fuente', 'Íñigo Muñoz']);
  });

  it('offers no more than the limit', () => {
    expect(names('gal', 2)).toHaveLength(2);
  });

  it.each([
    ['a missing letter', 'galn', 'Álvaro Galán Ruiz'],
    ['a wrong letter', 'galondo', 'Bruno Galindo'],
    ['a letter too many', 'munnoz', 'Íñigo Muñoz'],
  ])('tolerates %s, and marks the result as guessed', (_typo, typed, expected) => {
    const { entries, guessed } = createDirectory(PEOPLE).search('player', typed, 25);
    expect(entries.map(({ name }) => name)).toContain(expected);
    expect(guessed).toBe(true);
  });

  it('guesses only names that start with the same letter', () => {
    const directory = createDirectory([aPlayer(1, 'Samuel Barba'), aPlayer(2, 'Marta Sol')]);
    const { entries } = directory.search('player', 'María', 25);
    expect(entries.map(({ name }) => name)).toEqual(['Marta Sol']);
  });

  it('does not guess when a name starts with the input', () => {
    const directory = createDirectory([
      aPlayer(1, 'Ana Sol'),
      aPlayer(2, 'Ana Sal', { ranking: 1 }),
    ]);
    const found = directory.search('player', 'sol', 25);
    expect(found).toMatchObject({ entries: [{ name: 'Ana Sol' }], guessed: false });
  });

  it('keeps players and tournaments apart', () => {
    const directory = createDirectory([aPlayer(1, 'Paris Vega'), aTournament(1, 'Paris Major')]);
    expect(directory.search('tournament', 'paris', 25).entries).toMatchObject([
      { name: 'Paris Major' },
    ]);
    expect(directory.get('player', 1)?.name).toBe('Paris Vega');
    expect([directory.size('player'), directory.size('tournament')]).toEqual([1, 1]);
  });

  it('offers the latest tournament of a name first', () => {
    const directory = createDirectory([
      aTournament(1, 'Madrid P1', '2024-05-01'),
      aTournament(2, 'Madrid P1', '2026-05-01'),
      aTournament(3, 'Madrid P1'),
    ]);
    const found = directory.search('tournament', 'madrid', 25).entries;
    expect(found.map(({ id }) => id)).toEqual([2, 1, 3]);
  });

  it.each(['constructor', '__proto__', '*', '\\', 'gal*', '"gal"', '(gal', 'a'.repeat(2_000)])(
    'does not throw for %s',
    (typed) => {
      expect(() => createDirectory(PEOPLE).search('player', typed, 25)).not.toThrow();
    },
  );
});

describe('a lookup by whole name', () => {
  it.each([
    ['a name as it is written', 'Bruno Galindo', [2]],
    ['a name in any order, without accents', 'ruiz alvaro galan', [1]],
    ['the id of a chosen suggestion', '3', [3]],
    ['an id with spaces around it', ' 3 ', [3]],
    ['nobody by a part of a name', 'Galindo', []],
    ['nobody by a name with a typo', 'Bruno Galndo', []],
    ['nobody by an unused id', '99', []],
  ])('finds %s', (_how, typed, ids) => {
    expect(
      createDirectory(PEOPLE)
        .find('player', typed)
        .map(({ id }) => id),
    ).toEqual(ids);
  });

  it('finds both of two people with the same name', () => {
    const directory = createDirectory([aPlayer(1, 'Ana Vega'), aPlayer(2, 'Ana Vega')]);
    expect(directory.find('player', 'ana vega')).toHaveLength(2);
  });
});

describe('an entry that was read again', () => {
  const directory = createDirectory(PEOPLE);
  directory.put([
    aPlayer(2, 'Bruno Salas', { ranking: 1 }),
    aPlayer(6, 'Galo Arrieta', { ranking: 2 }),
  ]);

  it('is found by its new name and no longer by the old one', () => {
    expect(directory.search('player', 'salas', 25).entries).toMatchObject([{ id: 2, ranking: 1 }]);
    expect(directory.find('player', 'Bruno Galindo')).toEqual([]);
  });

  it('is sorted by its new ranking', () => {
    expect(directory.search('player', 'gal', 25).entries.map(({ id }) => id)).toEqual([6, 1]);
  });

  it('is still one entry', () => {
    expect(directory.size('player')).toBe(PEOPLE.length);
  });
});
