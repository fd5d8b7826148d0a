import { describe, expect, it } from 'vitest';
import { blockName, pairName, sideName, surnameOf } from '#src/render/names.ts';

describe('a surname', () => {
  it.each([
    ['Ana Vega', 'Vega'],
    ['Martín Di Nenno', 'Di Nenno'],
    ['María de la Fuente', 'de la Fuente'],
    ['Ana Van den Broek', 'Van den Broek'],
    ['Eva van der Meer', 'van der Meer'],
    ['Juan de la Fuente y Echeverría', 'de la Fuente y Echeverría'],
    ['Inés Albuquerque e Melo', 'Albuquerque e Melo'],
    ['Eva y Vega', 'Vega'],
    ['Vega', 'Vega'],
    ['De La', 'La'],
    ['  Ana   Vega ', 'Vega'],
    ['', ''],
  ])('of "%s" is "%s"', (name, surname) => {
    expect(surnameOf(name)).toBe(surname);
  });
});

describe('two sides', () => {
  it.each([
    ['by surnames', ['Ana Vega', 'Eva Paz'], ['Ana Vega', 'Eva Soria'], 'Vega / Paz'],
    ['in full where these are the same', ['Ana Vega'], ['Eva Vega'], 'Ana Vega'],
    [
      'in full in whatever order these are the same',
      ['Ana Vega', 'Eva Paz'],
      ['Lea Paz', 'Eva Vega'],
      'Ana Vega / Eva Paz',
    ],
  ])('are called %s', (_reason, first, second, expected) => {
    const named = (names: readonly string[]) => names.map((name) => ({ name }));
    expect(sideName({ team_1: named(first), team_2: named(second) }, 'team_1')).toBe(expected);
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
    const players = names.map((name, id) => ({ id, name }));
    expect(blockName(players, 21)).toBe(expected);
  });
});
