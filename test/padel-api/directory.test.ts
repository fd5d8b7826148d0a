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

describe('typing a name', () => {
  it.each([
    ['the beginning of the first name', 'alv', ['Álvaro Galán Ruiz']],
    ['a surname', 'galindo', ['Bruno Galindo']],
    ['the second surname', 'ruiz', ['Álvaro Galán Ruiz']],
    ['without the accent', 'inigo munoz', ['Íñigo Muñoz']],
    ['with an accent that is not there', 'brúno', ['Bruno Galindo']],
    ['the surname first', 'galan alv', ['Álvaro Galán Ruiz']],
    ['in capitals', 'GALINDO', ['Bruno Galindo']],
    ['a part behind a hyphen', 'luc', ['Jean-Luc O’Brien']],
    ['a part behind an apostrophe', 'brien', ['Jean-Luc O’Brien']],
    ['particles', 'de la fu', ['María de la Fuente']],
    ['letters composed of several characters', 'Gala\u0301n', ['Álvaro Galán Ruiz']],
    ['letters that nobody has', 'xyz', []],
    ['words of two different people', 'bruno munoz', []],
  ])('finds by %s', (_how, typed, expected) => {
    expect(names(typed)).toEqual(expected);
  });

  it('offers the best ranked first, the unranked last', () => {
    expect(names('gal')).toEqual(['Álvaro Galán Ruiz', 'Bruno Galindo', 'Galo Arrieta']);
  });

  it.each(['', '   ', '-'])('offers the best ranked of all for nothing typed: "%s"', (typed) => {
    expect(names(typed, 3)).toEqual(['Álvaro Galán Ruiz', 'María de la Fuente', 'Íñigo Muñoz']);
  });

  it('offers no more than was asked for', () => {
    expect(names('gal', 2)).toHaveLength(2);
  });

  it.each([
    ['a missing letter', 'galn', 'Álvaro Galán Ruiz'],
    ['a wrong letter', 'galondo', 'Bruno Galindo'],
    ['a letter too many', 'munnoz', 'Íñigo Muñoz'],
  ])('forgives %s, and says that it guessed', (_typo, typed, expected) => {
    const { entries, guessed } = createDirectory(PEOPLE).search('player', typed, 25);
    expect(entries.map(({ name }) => name)).toContain(expected);
    expect(guessed).toBe(true);
  });

  it('guesses nobody whose name begins with another letter', () => {
    const directory = createDirectory([aPlayer(1, 'Samuel Barba'), aPlayer(2, 'Marta Sol')]);
    const { entries } = directory.search('player', 'María', 25);
    expect(entries.map(({ name }) => name)).toEqual(['Marta Sol']);
  });

  it('does not guess while somebody’s name begins like that', () => {
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
    'survives %s',
    (typed) => {
      expect(() => createDirectory(PEOPLE).search('player', typed, 25)).not.toThrow();
    },
  );
});

describe('a whole name', () => {
  it.each([
    ['as it is written', 'Bruno Galindo', [2]],
    ['in any order, without accents', 'ruiz alvaro galan', [1]],
    ['chosen from the list, which is an id', '3', [3]],
    ['an id with blanks around it', ' 3 ', [3]],
    ['but not a part of it', 'Galindo', []],
    ['nor with a typo', 'Bruno Galndo', []],
    ['nor an id that nobody has', '99', []],
  ])('is found %s', (_how, typed, ids) => {
    expect(
      createDirectory(PEOPLE)
        .find('player', typed)
        .map(({ id }) => id),
    ).toEqual(ids);
  });

  it('may be that of two people', () => {
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

  it('stands at its new place in the ranking', () => {
    expect(directory.search('player', 'gal', 25).entries.map(({ id }) => id)).toEqual([6, 1]);
  });

  it('is still one entry', () => {
    expect(directory.size('player')).toBe(PEOPLE.length);
  });
});
