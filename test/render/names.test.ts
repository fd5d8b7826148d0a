import { describe, expect, it } from 'vitest';
import { TEAMS } from '#src/domain/terms.ts';
import type { DisplayNamed } from '#src/domain/people/display-names.ts';
import {
  blockName,
  pairName,
  plainMatchName,
  seededName,
  sideName,
} from '#src/render/lines/names.ts';
import { disambiguator } from '#src/render/lines/disambiguation.ts';
import { aMatch } from '../domain/feed.ts';
import { aReader } from './held.ts';

const named = (names: readonly string[]): readonly DisplayNamed[] =>
  names.map((name) => ({ name }));

describe('two sides', () => {
  it.each<
    readonly [
      reason: string,
      first: readonly DisplayNamed[],
      second: readonly DisplayNamed[],
      string,
    ]
  >([
    [
      'by the first of two surnames',
      named(['Andrea Ustero Prieto', 'Ariana Sánchez Fallada']),
      named(['Gemma Triay Pons', 'Delfina Brea Senesi']),
      'Ustero / Sánchez',
    ],
    [
      'as the service calls them',
      [
        { name: 'Fernando Belasteguín', called: 'Bela' },
        { name: 'Ana Vega', called: null },
      ],
      [],
      'Bela / Vega',
    ],
    [
      'by the last surname when they are Portuguese',
      [{ name: 'Sofia Melo Araújo', country: 'PT' }],
      [],
      'Araújo',
    ],
    [
      'with an initial when two surnames are the same',
      named(['Ana Vega']),
      named(['Eva Vega']),
      'A. Vega',
    ],
    [
      'with an initial when the partner has the same surname, too',
      named(['Ariana Sánchez Fallada', 'Rosa Sánchez']),
      [],
      'A. Sánchez / R. Sánchez',
    ],
    [
      'with an initial when two surnames differ only by an accent',
      named(['Ana Vega', 'Eva Galán']),
      named(['Lea Galan', 'Eva Soria']),
      'Vega / E. Galán',
    ],
    [
      'in full when the initials are the same, too',
      named(['Ana Vega', 'Eva Paz']),
      named(['Alba Vega']),
      'Ana Vega / Paz',
    ],
    ['alike when nothing distinguishes them', named(['Ana Vega']), named(['Ana Vega']), 'Vega'],
  ])('are called %s', (_reason, team_1, team_2, expected) => {
    expect(sideName({ team_1, team_2 }, 'team_1')).toBe(expected);
  });
});

describe('matches in one message', () => {
  it('have no two players with the same short name', () => {
    const teams = (...names: readonly string[]) => {
      const [one, two, three, four] = names.map((name, id) => ({ id, name }));
      return {
        team_1: [one, two].filter((player) => player !== undefined),
        team_2: [three, four].filter((player) => player !== undefined),
      };
    };
    const matches = [
      aMatch({ teams: teams('Ana Vega', 'Eva Paz', 'Lea Soria', 'Sol Pinto') }),
      aMatch({ teams: teams('Eva Vega', 'Eva Paz', 'Lea Ríos', 'Mar Gil') }),
    ];
    const apart = disambiguator(matches);
    expect(matches.map((match) => plainMatchName(apart(match)))).toEqual([
      'A. Vega / Paz – Soria / Pinto',
      'E. Vega / Paz – Ríos / Gil',
    ]);
  });
});

describe('a pair', () => {
  it('is called by its surnames, with their markdown escaped', () => {
    expect(pairName([{ name: 'Ana *Vega*' }, { name: 'Eva Di Paz' }])).toBe('\\*Vega\\* / Di Paz');
  });

  it('is a question mark when it has no players yet', () => {
    expect(pairName([])).toBe('?');
  });

  it.each([
    ['both names fit', ['Ana Vega', 'Eva Lamas'], 'Vega/Lamas'],
    ['both names are cut', ['Ana Fernández-Cano', 'Eva Etxeberriaga'], 'Fernández…/Etxeberri…'],
    ['one player alone', ['Ana Villanueva'], 'Villanueva'],
    ['no player', [], ''],
  ])('has a name for a column: %s', (_reason, names, expected) => {
    const teams = { team_1: named(names), team_2: named(['Lea Soria']) };
    expect(blockName(teams, 'team_1', 21)).toBe(expected);
  });
});

it.each([
  [{ team_1: 'Q', team_2: '2' }, 'Qualifier – Soria / Pinto [2]'],
  [{ team_1: null, team_2: 'WC' }, 'TBD – Soria / Pinto [WC]'],
])('a side without players names who comes to it: %j', (seeds, shown) => {
  const match = aMatch({ seeds, teams: { ...aMatch().teams, team_1: [] } });
  expect(TEAMS.map((team) => seededName(aReader().t, match, team)).join(' – ')).toBe(shown);
});
