import people from '#sandbox/names/people.json' with { type: 'json' };
import type { Tournament } from '#src/domain/people/people.ts';
import type { Category } from '#src/domain/terms.ts';
import type { Contender, Sides } from '#src/render/pictures/contenders.ts';

/** The players in the pictures of a scene, and their tournament. All people are invented. */
export interface Cast {
  readonly category: Category;
  readonly tournament: Tournament;
  readonly players: readonly Contender[];
}

const castOf = (
  category: Category,
  [city, name]: readonly [string, string],
  people: readonly (readonly [string, string])[],
): Cast => ({
  category,
  tournament: {
    id: 7,
    name,
    location: city,
    country: 'ES',
    level: 'p1',
    status: 'live',
    startDate: '2026-06-01',
    endDate: '2026-06-07',
  },
  players: people.map(([country, called], index) => ({ id: index + 1, name: called, country })),
});

/** Ordinary names. */
export const ORDINARY = castOf(
  'women',
  ['Málaga', 'Málaga P1'],
  [
    ['ES', 'Alba Herrera'],
    ['AR', 'Martina Quiroga'],
    ['ES', 'Lucía Soto'],
    ['IT', 'Giulia Ferrari'],
    ['ES', 'Inés Marín'],
    ['PT', 'Rita Moreira'],
    ['FR', 'Chloé Laurent'],
    ['ES', 'Nerea Ibarra'],
    ['BR', 'Bruna Teixeira'],
    ['ES', 'Clara Vidal'],
    ['AR', 'Sol Benítez'],
    ['ES', 'Paula Roca'],
    ['SE', 'Elin Åberg'],
    ['ES', 'Carla Nieto'],
    ['MX', 'Ximena Ríos'],
    ['ES', 'Leire Etxeberria'],
  ],
);

/** The longest realistic names, with particles, hyphens, accents, Greek and Cyrillic. */
export const LONGEST = castOf(
  'men',
  ['Santa Cruz de Tenerife', 'Santa Cruz de Tenerife Premier Padel P1 2026'],
  [
    ['GR', 'Παναγιώτης Παπαδημητρακόπουλος'],
    ['ES', 'Juan Ignacio de la Fuente y Echeverría'],
    ['PL', 'Władysław Brzęczyszczykiewicz-Świątek'],
    ['BR', 'João Guilherme Vasconcellos dos Santos'],
    ['NL', 'Bartholomeus van Oosterwijk-Hogenboom'],
    ['AR', 'Maximiliano Etchegaray Goyeneche'],
    ['BG', 'Константин Преображенский'],
    ['ES', 'Àlex Fernández-Villaverde'],
    ['IT', 'Gianfrancesco della Rovere Montecuccoli'],
    ['ES', 'Íñigo Goikoetxeandía Urrutikoetxea'],
    ['HU', 'Székelyhidy-Nagyváradi Győző'],
    ['PT', 'Sebastião de Albuquerque e Mascarenhas'],
    ['GR', 'Χαράλαμπος Χατζηκωνσταντίνου'],
    ['FR', 'Jean-Christophe de la Rochefoucauld'],
    ['EE', 'Õnne-Ülo Põldmäe-Tõnisson'],
    ['ES', 'Wenceslao Bustamante-Zumalacárregui'],
  ],
);

/** Forty-eight pairs, the main draw of a major. */
export const FIELD = castOf(
  'men',
  ['Sevilla', 'Sevilla Major'],
  people.ES.surnames
    .slice(0, 96)
    .map((surname, index) => ['ES', `${people.ES.men[index % 36]} ${surname}`]),
);

/** A pair of a cast, by its number from 0. */
export const pairOf = ({ players }: Cast, number: number): readonly Contender[] =>
  players.slice(2 * number, 2 * number + 2);

/** The first two pairs as opponents. */
export const pairsOf = (cast: Cast): Sides => ({
  team_1: pairOf(cast, 0),
  team_2: pairOf(cast, 1),
});

/** The first player of each of the first two pairs, as opponents. */
export const playersOf = (cast: Cast): Sides => ({
  team_1: pairOf(cast, 0).slice(0, 1),
  team_2: pairOf(cast, 1).slice(0, 1),
});
