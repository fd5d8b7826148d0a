import { describe, expect, it } from 'vitest';
import { Unclear, UserError, type TypedChoice } from '#src/errors.ts';
import { createDirectory } from '#src/padel-api/names/directory.ts';
import {
  resolvePartners,
  resolveSide,
  resolveName,
  resolveTeams,
} from '#src/padel-api/names/naming.ts';
import { aPair, aPlayer, aTournament } from './names.ts';

const directory = createDirectory([
  aPlayer(1, 'Álvaro Galán', { ranking: 1 }),
  aPlayer(2, 'Bruno Galindo', { ranking: 2 }),
  aPlayer(3, 'Hugo Soria'),
  aPlayer(4, 'Iker Pinto'),
  aPlayer(5, 'Ana Vega', { category: 'women' }),
  aPlayer(6, 'Leo Paz'),
  aPlayer(7, 'Leo Paz'),
  aPlayer(8, 'Leo Pazos'),
  aTournament(1, 'Madrid P1', '2026-05-01'),
  aTournament(2, 'Madrid P1', '2025-05-01'),
  aTournament(3, 'Rome Major'),
]);

const nameOf = ({ shown }: TypedChoice): string =>
  typeof shown !== 'string' && 'name' in shown ? shown.name : 'no entry';

const problem = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const choices = error instanceof Unclear ? error.choices.map(nameOf).join(', ') : '';
    const meant = error instanceof Unclear && error.meant !== undefined;
    return {
      problem: error.problem,
      ...error.values,
      ...(choices === '' ? {} : { choices }),
      ...(meant ? { meant } : {}),
    };
  }
  return undefined;
};

describe('a typed name', () => {
  it.each([
    ['when it is chosen from the list', '3', 3],
    ['in full', 'hugo soria', 3],
    ['by a surname that only one player has', 'soria', 3],
    ['by a prefix that only one player has', 'pin', 4],
    ['in full, with capital letters', 'Bruno Galindo', 2],
  ])('is resolved %s', (_how, typed, id) => {
    expect(resolveName(directory, 'player', typed).id).toBe(id);
  });

  it.each([
    ['of several players is ambiguous', 'gal', 'ambiguous-name', 'Álvaro Galán, Bruno Galindo'],
    ['of namesakes is ambiguous', 'leo paz', 'ambiguous-name', 'Leo Paz, Leo Paz, Leo Pazos'],
    ['unlike any other is unknown', 'xyzxyz', 'unknown-name', undefined],
    ['without letters is unknown', '!!!', 'unknown-name', undefined],
    ['of blanks is unknown', '  ', 'unknown-name', undefined],
    ['that is an unused id is unknown', '4711', 'unknown-name', undefined],
  ])('%s', (_reason, typed, expected, choices) => {
    expect(problem(() => resolveName(directory, 'player', typed))).toEqual({
      problem: expected,
      name: typed,
      ...(choices === undefined ? {} : { choices }),
    });
  });

  it('like one other is meant, once all names are known', () => {
    expect(problem(() => resolveName(directory, 'player', 'sorai'))).toEqual({
      problem: 'did-you-mean',
      name: 'sorai',
      choices: 'Hugo Soria',
      meant: true,
    });
  });

  it.each([
    ['two years of one tournament', 'madrid', 'ambiguous-name'],
    ['a tournament with a typo', 'romme', 'did-you-mean'],
  ])('of a tournament is not resolved: %s', (_reason, typed, expected) => {
    expect(problem(() => resolveName(directory, 'tournament', typed))).toMatchObject({
      problem: expected,
    });
  });

  it('gets as many choices as a menu has', () => {
    const many = createDirectory(
      Array.from({ length: 30 }, (_, id) => aPlayer(id, `Leo Gal${id}`, { ranking: id + 1 })),
    );
    const { choices = '' } = problem(() => resolveName(many, 'player', 'gal')) ?? {};
    expect(choices.split(', ')).toHaveLength(25);
    expect(choices).toMatch(/^Leo Gal0, Leo Gal1, /);
  });

  it('fails as "names loading" or "service down" before the first names were read', () => {
    const empty = createDirectory([aTournament(1, 'Rome Major')]);
    expect(problem(() => resolveName(empty, 'player', 'soria'))).toEqual({
      problem: 'names-loading',
      known: '0',
    });
    empty.setFillLevel(() => 'unreachable');
    expect(problem(() => resolveName(empty, 'player', 'soria'))).toEqual({
      problem: 'service-down',
    });
  });

  it('that is unknown fails as "names loading" while names are still missing', () => {
    const begun = createDirectory([aPlayer(1, 'Álvaro Galán'), aPlayer(2, 'Leo Paz')]);
    begun.setFillLevel(() => 'some');
    expect(resolveName(begun, 'player', 'galan').id).toBe(1);
    expect(problem(() => resolveName(begun, 'player', 'soria'))).toEqual({
      problem: 'names-loading',
      known: '2',
    });
    expect(problem(() => resolveName(begun, 'player', 'glaan'))).toEqual({
      problem: 'did-you-mean',
      name: 'glaan',
      choices: 'Álvaro Galán',
    });
  });
});

describe('a surname that several have', () => {
  const players = createDirectory([
    aPlayer(1, 'Carlos Quiroga', { ranking: 8 }),
    aPlayer(2, 'Pedro Quiroga', { ranking: 25 }),
    aPlayer(3, 'Juan Quiroga López'),
    aPlayer(4, 'Ana Quirogas', { ranking: 3 }),
    aPlayer(5, 'Ana Plaza', { ranking: 10 }),
    aPlayer(6, 'Eva Plaza', { ranking: 30 }),
    aPlayer(7, 'Leo Mora', { ranking: 101 }),
    aPlayer(8, 'Max Mora'),
    aPlayer(9, 'Luis Rey'),
    aPlayer(10, 'Rita Reyes', { ranking: 4 }),
    aPair([1, 7], 'Carlos Quiroga / Leo Mora', '2026-05-01'),
    aPair([1, 9], 'Carlos Quiroga / Luis Rey', '2026-06-01'),
    aPair([2, 8], 'Pedro Quiroga / Max Mora', '2026-07-01'),
    aPair([7, 9], 'Leo Mora / Luis Rey', '2026-04-01'),
  ]);

  it.each([
    [
      'means the best known, far ahead of the others',
      'quiroga',
      'Carlos Quiroga, Ana Quirogas, Pedro Quiroga, Juan Quiroga López',
      true,
    ],
    ['means nobody within three times the place', 'plaza', 'Ana Plaza, Eva Plaza', undefined],
    ['means nobody beyond the first hundred', 'mora', 'Leo Mora, Max Mora', undefined],
    ['means who has it, not who has a longer one', 'rey', 'Luis Rey, Rita Reyes', true],
    [
      'means nobody while it is not whole',
      'quirog',
      'Ana Quirogas, Carlos Quiroga, Pedro Quiroga, Juan Quiroga López',
      undefined,
    ],
  ])('%s', (_what, typed, choices, meant) => {
    const found = problem(() => resolveName(players, 'player', typed));
    expect(found).toEqual({
      problem: 'ambiguous-name',
      name: typed,
      choices,
      ...(meant === true ? { meant } : {}),
    });
  });

  it.each([
    ['the current pair of that player', 'quiroga', 'Carlos Quiroga / Luis Rey'],
    ['the current pair of the only one', 'rey', 'Carlos Quiroga / Luis Rey'],
  ])('means, for a pair, %s', (_what, typed, first) => {
    const found = problem(() => resolveName(players, 'pair', typed));
    expect(found).toMatchObject({ problem: 'ambiguous-name', meant: true });
    expect(found?.choices?.split(', ')[0]).toBe(first);
  });

  it('is taken as the choice of a menu says', () => {
    expect(resolveName(players, 'pair', '7-1').name).toBe('Carlos Quiroga / Leo Mora');
  });

  it('against a pair means the current pair', () => {
    const { team_1, team_2 } = resolveTeams(players, {
      player: '1',
      partner: null,
      opponent: '5',
      opponentPartner: '10',
    });
    expect([team_1, team_2].map((team) => team.map(({ id }) => id))).toEqual([
      [1, 9],
      [5, 10],
    ]);
  });
});

describe('two typed teams', () => {
  const typed = (
    player: string,
    partner: string | null,
    opponent: string,
    opponentPartner: string | null,
  ) => ({ player, partner, opponent, opponentPartner });

  it('have one player each, or two', () => {
    const ids = (line: ReturnType<typeof typed>) => {
      const { team_1, team_2 } = resolveTeams(directory, line);
      return [team_1, team_2].map((team) => team.map(({ id }) => id));
    };
    expect(ids(typed('galan', null, 'soria', null))).toEqual([[1], [3]]);
    expect(ids(typed('galan', 'galindo', 'soria', 'pinto'))).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it.each([
    ['against a man', typed('galan', null, 'benitez', null), [[1], [21]]],
    ['against a man who is named second', typed('benitez', null, 'galan', null), [[21], [1]]],
    [
      'beside a man',
      typed('galan', 'benitez', 'soria', 'pinto'),
      [
        [1, 21],
        [3, 4],
      ],
    ],
    [
      'against a pair',
      typed('1-2', null, 'benitez / soria', null),
      [
        [1, 2],
        [21, 3],
      ],
    ],
    ['against a woman', typed('vega', null, 'benitez', null), [[5], [22]]],
    ['who is not the one against', typed('21', null, 'benitez', null), [[21], [23]]],
  ])('have who may play where a name is like several: %s', (_where, line, ids) => {
    const alike = createDirectory([
      ...directory.all('player'),
      aPlayer(21, 'Martín Benítez'),
      aPlayer(22, 'Mía Benítez', { category: 'women' }),
    ]);
    if (ids.flat().includes(23)) alike.put([aPlayer(23, 'Leo Benítez')]);
    const { team_1, team_2 } = resolveTeams(alike, line);
    expect([team_1, team_2].map((team) => team.map(({ id }) => id))).toEqual(ids);
  });

  it('ask only for who may play, the second menu as the first', () => {
    const alike = createDirectory([
      aPlayer(1, 'Martín Benítez'),
      aPlayer(2, 'Leo Benítez'),
      aPlayer(3, 'Max Benítez'),
      aPlayer(4, 'Mía Benítez', { category: 'women' }),
      aPlayer(5, 'Ana Benítez', { category: 'women' }),
    ]);
    const asked = (line: ReturnType<typeof typed>) => {
      const { choices = '', meant = false } = problem(() => resolveTeams(alike, line)) ?? {};
      return [...choices.split(', ').toSorted(), ...(meant ? ['is taken'] : [])];
    };
    const both = typed('benites', null, 'benitez', null);
    expect(asked(both)).toHaveLength(5);
    expect(asked({ ...both, player: '1' })).toEqual(['Leo Benítez', 'Max Benítez']);
    expect(asked({ ...both, opponent: '4' })).toEqual(['Ana Benítez', 'is taken']);
  });

  it.each([
    ['the same player on both sides', typed('galan', null, 'Álvaro Galán', null), 'same-player'],
    ['the same player twice on one side', typed('galan', '1', 'soria', 'pinto'), 'same-player'],
    ['a partner on one side only', typed('galan', 'galindo', 'soria', null), 'too-many-players'],
    [
      'a partner on the other side only',
      typed('galan', null, 'soria', 'pinto'),
      'too-many-players',
    ],
    ['a man against a woman', typed('galan', null, 'vega', null), 'mixed-categories'],
    ['a mixed pair', typed('galan', 'vega', 'soria', 'pinto'), 'mixed-categories'],
    ['an unknown opponent', typed('galan', null, 'xyzxyz', null), 'unknown-name'],
  ])('are rejected: %s', (_reason, line, expected) => {
    expect(problem(() => resolveTeams(directory, line))).toMatchObject({
      problem: expected,
    });
  });
});

describe('a typed team', () => {
  const [galan, lebron, vega] = [
    aPlayer(1, 'Álvaro Galán', { category: 'men' }),
    aPlayer(2, 'Juan Lebrón', { category: 'men' }),
    aPlayer(5, 'Ana Vega', { category: 'women' }),
  ];
  const people = createDirectory([
    galan,
    lebron,
    aPlayer(3, 'Hugo Soria', { category: 'men' }),
    vega,
    aPair([1, 2], 'Álvaro Galán / Juan Lebrón'),
    aPair([1, 3], 'Álvaro Galán / Hugo Soria'),
  ]);
  const named = (typed: string) => resolveSide(people, typed).map(({ id }) => id);

  it.each([
    ['one player', 'vega', [5]],
    ['a pair', 'Galán / Lebrón', [1, 2]],
    ['a pair, however it is written', 'lebron galan', [1, 2]],
    ['a part of each name', 'gal leb', [1, 2]],
    ['a part of each name, with a separator', 'leb & gal', [1, 2]],
    ['a pair chosen from the list', '1-3', [1, 3]],
    ['two players who never played together', 'lebron + soria', [2, 3]],
    ['two players who never played together, in Spanish', 'lebron y soria', [2, 3]],
    ['a pair in Spanish', 'galan y lebron', [1, 2]],
    ['a pair in Italian', 'Lebrón e Galán', [1, 2]],
    ['a pair in English', 'galan and lebron', [1, 2]],
    ['a pair in French', 'galan et lebron', [1, 2]],
  ])('is resolved from %s', (_how, typed, ids) => {
    expect(named(typed)).toEqual(ids);
  });

  it.each([
    ['an ambiguous partner', 'álvaro / g', 'ambiguous-name'],
    ['a pair with an unknown player', 'galan / xyzxyz', 'unknown-name'],
    ['unused ids', '77-78', 'unknown-name'],
  ])('is rejected: %s', (_reason, typed, expected) => {
    expect(problem(() => named(typed))).toMatchObject({ problem: expected });
  });

  describe('of two misspelled names', () => {
    const [serena, simone, villafane] = [
      aPlayer(11, 'Serena Bellini', { category: 'women' }),
      aPlayer(12, 'Simone Bellini'),
      aPlayer(13, 'Clara Villafañe', { category: 'women' }),
    ];
    const both = createDirectory([
      ...[serena, simone, villafane],
      aPlayer(14, 'Belén Yegros', { category: 'women' }),
      aPlayer(15, 'Hugo Soria'),
      aPlayer(16, 'Hugo Sorin'),
      aPair([11, 13], 'Serena Bellini / Clara Villafañe'),
      aPair([12, 16], 'Simone Bellini / Hugo Sorin'),
    ]);
    both.setFillLevel(() => 'some');
    const idsOf = (typed: string) => resolveSide(both, typed).map(({ id }) => id);

    it.each([
      ['with a separator', 'belini / vilafañe', [11, 13]],
      ['without a separator', 'belini vilafane', [11, 13]],
      ['where one of them is right, and several have it', 'bellini / vilafañe', [11, 13]],
    ])('is the only known pair that has both, %s', (_how, typed, ids) => {
      expect(idsOf(typed)).toEqual(ids);
      expect(resolveName(both, 'pair', typed).name).toBe('Serena Bellini / Clara Villafañe');
    });

    it('is no other pair than of the names that players have', () => {
      expect(problem(() => idsOf('bellini / soria'))).toMatchObject({
        problem: 'ambiguous-name',
        name: 'bellini',
      });
    });

    it('is ambiguous between the pairs that are alike', () => {
      both.put([aPair([12, 13], 'Simone Bellini / Clara Villafañe')]);
      expect(problem(() => idsOf('belini / vilafañe'))).toEqual({
        problem: 'ambiguous-name',
        name: 'belini / vilafañe',
        choices: 'Serena Bellini / Clara Villafañe, Simone Bellini / Clara Villafañe',
      });
      both.remove('pair', aPair([12, 13], '').id);
    });

    it('is found in two fields, too, unless each names one player', () => {
      const found = (one: string, two: string) =>
        resolvePartners(both, one, two).map(({ id }) => id);
      expect(found('bellini', 'villafañe')).toEqual([11, 13]);
      expect(found('belini', 'vilafañe')).toEqual([11, 13]);
      expect(found('serena', 'belén')).toEqual([11, 14]);
      expect(problem(() => found('bellini', 'xyzxyz'))?.problem).toBe('ambiguous-name');
    });
  });

  it('that is a pair allows no further partner, and no single opponent', () => {
    const typed = {
      player: 'galan/lebron',
      partner: null,
      opponent: 'soria',
      opponentPartner: null,
    };
    expect(problem(() => resolveTeams(people, typed))?.problem).toBe('too-many-players');
    const three = { ...typed, partner: 'soria' };
    expect(problem(() => resolveTeams(people, three))?.problem).toBe('pair-or-players');
  });
});
