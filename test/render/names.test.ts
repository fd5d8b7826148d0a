import { describe, expect, it } from 'vitest';
import type { DisplayNamed } from '#src/domain/people/display-names.ts';
import { blockName, pairName, plainMatchName, sideName } from '#src/render/people/names.ts';
import { disambiguator } from '#src/render/people/disambiguation.ts';
import { aMatch } from '../domain/feed.ts';

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
      'by the father’s surname of two',
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
      'as they do where they come from',
      [{ name: 'Sofia Melo Araújo', country: 'PT' }],
      [],
      'Araújo',
    ],
    ['with an initial where they read alike', named(['Ana Vega']), named(['Eva Vega']), 'A. Vega'],
    [
      'with one against the partner, too',
      named(['Ariana Sánchez Fallada', 'Rosa Sánchez']),
      [],
      'A. Sánchez / R. Sánchez',
    ],
    [
      'with one where only the accent differs, and without it beside others',
      named(['Ana Vega', 'Eva Galán']),
      named(['Lea Galan', 'Eva Soria']),
      'Vega / E. Galán',
    ],
    [
      'in full where the initial is the same',
      named(['Ana Vega', 'Eva Paz']),
      named(['Alba Vega']),
      'Ana Vega / Paz',
    ],
    ['alike where nothing tells them apart', named(['Ana Vega']), named(['Ana Vega']), 'Vega'],
  ])('are called %s', (_reason, team_1, team_2, expected) => {
    expect(sideName({ team_1, team_2 }, 'team_1')).toBe(expected);
  });
});

describe('matches in one message', () => {
  it('have no two players who read alike', () => {
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
  it('is called by its surnames, as they are written', () => {
    expect(pairName([{ name: 'Ana *Vega*' }, { name: 'Eva Di Paz' }])).toBe('\\*Vega\\* / Di Paz');
  });

  it('that is not drawn yet is a question mark', () => {
    expect(pairName([])).toBe('?');
  });

  it.each([
    ['fits', ['Ana Vega', 'Eva Lamas'], 'Vega/Lamas'],
    ['is cut on both sides', ['Ana Fernández-Cano', 'Eva Etxeberriaga'], 'Fernández…/Etxeberri…'],
    ['is one player alone', ['Ana Villanueva'], 'Villanueva'],
    ['is nobody', [], ''],
  ])('for a column %s', (_reason, names, expected) => {
    const teams = { team_1: named(names), team_2: named(['Lea Soria']) };
    expect(blockName(teams, 'team_1', 21)).toBe(expected);
  });
});
