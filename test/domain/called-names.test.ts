import { describe, expect, it } from 'vitest';
import {
  displayName,
  fullNameWithDisplayName,
  shortNameOf,
  withDisplayNames,
} from '#src/domain/people/display-names.ts';
import { surnameOf } from '#src/domain/people/surname.ts';

describe('the surname rule', () => {
  it.each<readonly [reason: string, name: string, country: string | null, surname: string]>([
    ['two words: the last', 'Ana Vega', 'ES', 'Vega'],
    ['one word: itself', 'Vega', 'ES', 'Vega'],
    ['blanks around it', '  Ana   Vega ', null, 'Vega'],
    ['no name', '', null, ''],
    ['Spain: the father’s surname, before the mother’s', 'Gemma Triay Pons', 'ES', 'Triay'],
    ['Argentina: the same', 'Delfina Brea Senesi', 'AR', 'Brea'],
    ['Mexico, in small letters: the same', 'Ana Garza Ruiz', 'mx', 'Garza'],
    ['country unknown: most are Spanish speakers', 'Ariana Sánchez Fallada', null, 'Sánchez'],
    ['four words: two given names, two surnames', 'Juan Martín Díaz Martínez', 'ES', 'Díaz'],
    ['a second given name: one surname', 'José Antonio Diestro', 'ES', 'Diestro'],
    ['a second given name of the Virgin: one surname', 'María del Pilar Soto', 'ES', 'Soto'],
    ['a second given name and two surnames', 'María José Sánchez Alayeto', 'ES', 'Sánchez'],
    ['Portugal: the last', 'Ana Catarina Nogueira', 'PT', 'Nogueira'],
    ['Portugal: the mother’s comes first', 'Sofia Melo Araújo', 'PT', 'Araújo'],
    ['Brazil: the same', 'Lucas Souza Campagnolo', 'BR', 'Campagnolo'],
    ['Italy: two given names', 'Gian Marco Toccini', 'IT', 'Toccini'],
    ['a middle initial is no name', 'Ana M. Vega', 'ES', 'Vega'],
    ['a particle', 'Martín Di Nenno', 'AR', 'Di Nenno'],
    ['a particle', 'Miguel Del Castillo', 'ES', 'Del Castillo'],
    ['a particle', 'Youssef El Garhy', 'EG', 'El Garhy'],
    ['a particle before the mother’s surname', 'Bárbara Las Heras Monge', 'ES', 'Las Heras'],
    ['two particles', 'María de la Fuente', 'ES', 'de la Fuente'],
    ['two particles', 'Eva van der Meer', 'NL', 'van der Meer'],
    ['particles in capitals', 'Ana Van den Broek', 'BE', 'Van den Broek'],
    ['a saint', 'Alex San Juan', 'ES', 'San Juan'],
    ['joined', 'Juan de la Fuente y Echeverría', 'ES', 'de la Fuente y Echeverría'],
    ['joined', 'Inés Albuquerque e Melo', 'PT', 'Albuquerque e Melo'],
    ['nothing to join', 'Eva y Vega', 'ES', 'Vega'],
    ['nothing after the particle', 'De La', 'ES', 'La'],
    ['a letter that may be no initial', 'D Harcourt', 'FR', 'D Harcourt'],
  ])('%s: %s (%s) is %s', (_reason, name, country, surname) => {
    expect(surnameOf(name, country)).toBe(surname);
  });
});

describe('the display name of a player', () => {
  it('comes from the service, or else from the surname rule', () => {
    const name = 'Alejandra Alonso de Villa Moreno';
    expect(displayName({ name, called: 'Alonso de Villa' })).toBe('Alonso de Villa');
    expect(displayName({ name: 'Sofia Melo Araújo', called: null, country: 'PT' })).toBe('Araújo');
  });

  it.each([
    ['a nickname', 'Bela', 'Bela'],
    ['a surname', 'Belasteguín', 'Belasteguín'],
    ['an initial before it', 'F. Belasteguín', 'Belasteguín'],
    ['an initial after it', 'Belasteguín F.', 'Belasteguín'],
    ['the full name, which adds nothing', 'FERNANDO BELASTEGUIN', null],
    ['two initials before it', 'F. J. Belasteguín', 'Belasteguín'],
    ['an initial without a full stop', 'F  Belasteguín', 'Belasteguín'],
    ['an initial after it without a full stop', 'Belasteguín F', 'Belasteguín'],
    ['a nickname of two letters', ' Be ', 'Be'],
    ['an initial alone', 'F.', null],
    ['nothing', null, null],
  ])('comes from a short name: %s', (_which, short, called) => {
    expect(shortNameOf(short, 'Fernando Belasteguín')).toBe(called);
  });

  it.each([
    ['Loic', 'Alan Loic Jean Berthier', null],
    ['Berthier', 'Alan Loic Jean Berthier', 'Berthier'],
    ['Quiroga', 'Carlos Quiroga Guijarro', 'Quiroga'],
    ['Carlos', 'Carlos Quiroga Guijarro', null],
    ['Di Nenno', 'Martín Di Nenno', 'Di Nenno'],
    ['de la Fuente', 'Ana de la Fuente y Echeverría', 'de la Fuente'],
    ['Momo', 'Jerónimo González Luque', 'Momo'],
  ])('is no given name that the service takes for one: %s of %s', (short, name, called) => {
    expect(shortNameOf(short, name)).toBe(called);
  });

  it('keeps a letter that is a word of the full name', () => {
    expect(shortNameOf('D Harcourt', 'Alix D Harcourt')).toBe('D Harcourt');
  });
});

it.each([
  ['Fernando Belasteguín', 'Bela', 'Fernando Belasteguín (Bela)'],
  ['Fernando Belasteguín', 'Belasteguin', 'Fernando Belasteguín'],
  ['Ana Vega Soto', 'Vega Bela', 'Ana Vega Soto (Vega Bela)'],
  ['Ana Vega', null, 'Ana Vega'],
])('%s, called %s, is %s in full', (name, called, expected) => {
  expect(fullNameWithDisplayName({ name, called })).toBe(expected);
});

describe('the display names in the name of a match', () => {
  const FINAL = [
    'Gemma Triay Pons',
    'Delfina Brea Senesi',
    'Andrea Ustero Prieto',
    'Ariana Sánchez Fallada',
  ];
  const ALL = ['Triay', 'Brea', 'Ustero', 'Sánchez'];

  it.each<readonly [what: string, name: string | null, expected: readonly (string | null)[]]>([
    ['as the service writes it', 'Triay/Brea - Ustero/Sanchez', ALL],
    ['with blanks and another dash', 'Triay / Brea – Ustero / Sanchez', ALL],
    ['with initials', 'G.Triay/D. Brea - A Ustero/A. Sanchez', ALL],
    ['with given names', 'Gemma Triay/Delfina Brea - Andrea Ustero/Ariana Sanchez', ALL],
    ['with the partners the other way round', 'Brea/Triay - Ustero/Sanchez', ALL],
    ['with the sides the other way round', 'Ustero/Sanchez - Triay/Brea', ALL],
    ['in capitals', 'TRIAY/BREA vs USTERO/SANCHEZ', ALL],
    ['with a nickname', 'Triay/Delfi - Ustero/Sanchez', ['Triay', null, 'Ustero', 'Sánchez']],
    ['of other players', 'Coello/Tapia - Chingotto/Galan', [null, null, null, null]],
    ['of some of them', 'Triay/Brea', ['Triay', 'Brea', null, null]],
    [
      'in full',
      FINAL.slice(0, 2).join(' / ') + ' vs ' + FINAL.slice(2).join(' / '),
      [null, null, null, null],
    ],
    ['of five', 'Triay/Brea/Vega - Ustero/Sanchez', [null, null, null, null]],
    ['with one "v" between the sides', 'Triay/Brea v. Ustero/Sanchez', ALL],
    ['with one name left out', '/Brea - Ustero/Sanchez', [null, 'Brea', 'Ustero', 'Sánchez']],
    ['with more names than players', 'Triay/Brea - Ustero/Sanchez/Vega', [null, null, null, null]],
    ['empty', '', [null, null, null, null]],
    ['missing', null, [null, null, null, null]],
  ])('%s', (_what, name, expected) => {
    expect(withDisplayNames(name, FINAL)).toEqual(expected);
  });

  it.each([
    ['a particle', 'Martín Di Nenno', 'Di Nenno'],
    ['two surnames', 'Martina Sánchez Alayeto', 'Sanchez Alayeto'],
    ['a hyphen', 'Saud Al-Harbi Nasser', 'Al-Harbi'],
    ['blanks around the name', '  Ana   Vega  Soto ', 'Vega'],
    ['a given name twice', 'Juan Juan Soto', 'Juan'],
    ['the surname that is a given name', 'Martín Martín Soto', 'Martin'],
    ['not a part of a word', 'Ana Solano Ruiz', null],
  ])('are whole words: %s', (_what, name, called) => {
    const said = { 'Ana Solano Ruiz': 'Sola' }[name] ?? called;
    const [first] = withDisplayNames(`${said}/Brea - Ustero/Sanchez`, [name, ...FINAL.slice(1)]);
    expect(first?.normalize('NFD').replace(/\p{M}/gu, '') ?? null).toBe(called);
  });

  it('are assigned in the order of the players when both partners have both words', () => {
    const players = ['Eva García López', 'Ana López García'];
    expect(withDisplayNames('Garcia/Lopez', players)).toEqual(['García', 'López']);
    expect(withDisplayNames('Lopez/Garcia', players)).toEqual(['López', 'García']);
  });

  it('are not found for more than four players or in a full name over 100 characters', () => {
    expect(withDisplayNames('Triay/Brea', [...FINAL, 'Ana Vega Soto'])).toEqual(
      Array.from({ length: 5 }, () => null),
    );
    const long = (length: number) => `Ana Vega ${'o'.repeat(length - 9)}`;
    expect(withDisplayNames('Vega', [long(100)])).toEqual(['Vega']);
    expect(withDisplayNames('Vega', [long(101)])).toEqual([null]);
    expect(withDisplayNames('Vega/Brea', ['Ana Vega Soto'])).toEqual(['Vega']);
    expect(withDisplayNames('Brea/Vega', ['Ana Vega Soto'])).toEqual(['Vega']);
  });
});
