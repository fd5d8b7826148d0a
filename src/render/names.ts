import type { DirectoryEntry } from '../domain/directory.ts';
import type { Match, PlayerRef } from '../domain/match.ts';
import { TEAMS, type ByTeam, type Team } from '../domain/terms.ts';
import { outside, outsideInCode, outsidePlain, shortened } from '../i18n/text.ts';

/** Somebody with an id and a name, whatever else is known of them. */
export type Named = Pick<DirectoryEntry, 'id' | 'name'>;

/** Words that belong to the surname after them: `Di Nenno`, `de la Fuente`. */
const PARTICLES = new Set([
  'da',
  'das',
  'de',
  'del',
  'della',
  'den',
  'der',
  'di',
  'do',
  'dos',
  'el',
  'la',
  'las',
  'los',
  'van',
  'von',
]);

/** Words that join two surnames into one: `de la Fuente y Echeverría`. */
const JOINING = new Set(['y', 'e']);

const isIn = (words: ReadonlySet<string>, word: string | undefined): boolean =>
  word !== undefined && words.has(word.toLowerCase());

/** The last word of a name, with the particles in front of it and what is joined to it. */
export const surnameOf = (name: string): string => {
  const words = name.trim().split(/\s+/);
  let first = words.length - 1;
  if (first > 2 && isIn(JOINING, words[first - 1])) first -= 2;
  while (first > 1 && isIn(PARTICLES, words[first - 1])) first -= 1;
  return words.slice(first).join(' ');
};

const NAME_MAX = 40;

/** A player by full name, safe in markdown. */
export const fullName = ({ name }: Pick<PlayerRef, 'name'>): string => outside(name, NAME_MAX);

/** A team by surnames, `Vega / Lamas`, safe in markdown. */
export const pairName = (players: readonly Pick<PlayerRef, 'name'>[]): string =>
  players.map(({ name }) => outside(surnameOf(name), NAME_MAX)).join(' / ') || '?';

/** A team by full names, `Ana Vega / Eva Lamas`, safe in markdown. */
export const fullPairName = (players: readonly Pick<PlayerRef, 'name'>[]): string =>
  players.map(fullName).join(' / ') || '?';

type NamedSides = ByTeam<readonly Pick<PlayerRef, 'name'>[]>;

/** Whether surnames do not tell two sides apart: a sentence about one of them takes full names then. */
export const areNamesakes = ({ team_1, team_2 }: NamedSides): boolean => {
  const surnames = (players: readonly Pick<PlayerRef, 'name'>[]): string =>
    players
      .map(({ name }) => surnameOf(name))
      .sort()
      .join('/');
  return surnames(team_1) === surnames(team_2);
};

/** One of two sides in a sentence, by surnames where they tell it from the other; safe in markdown. */
export const sideName = (sides: NamedSides, team: Team): string =>
  areNamesakes(sides) ? fullPairName(sides[team]) : pairName(sides[team]);

const TITLE_MAX = 256;

/** Both teams by full names, as the title of an embed. */
export const sidesTitle = (teams: NamedSides): string =>
  shortened(`${fullPairName(teams.team_1)} – ${fullPairName(teams.team_2)}`, TITLE_MAX);

export const teamName = (match: Match, team: Team): string => pairName(match.teams[team]);

/**
 * Both teams by surnames where Discord reads no markdown: `Vega / Lamas – Soria / Pinto`. A team of
 * which nobody is known is a question mark.
 */
export const plainMatchName = ({ teams }: Pick<Match, 'teams'>): string =>
  TEAMS.map(
    (team) =>
      teams[team].map(({ name }) => outsidePlain(surnameOf(name), NAME_MAX)).join(' / ') || '?',
  ).join(' – ');

/** A team for a line of a score block: surnames, cut to `max` characters together. */
export const blockName = (players: readonly PlayerRef[], max: number): string => {
  // More than two are no team, and would not fit.
  const surnames = players.slice(0, 2).map(({ name }) => surnameOf(name));
  const fit = surnames.join('/').length <= max;
  const each = Math.floor((max - (surnames.length - 1)) / Math.max(1, surnames.length));
  return surnames.map((surname) => outsideInCode(surname, fit ? max : each)).join('/');
};

/** Player ids of a team as one value of a control: `12-34`. */
export const idsOf = (players: readonly Named[]): string => players.map(({ id }) => id).join('-');

/** `ES` as the flag emoji of its two regional indicators; empty for anything else. */
export const flagOf = (country: string | null): string =>
  country !== null && /^[A-Za-z]{2}$/.test(country)
    ? country
        .toUpperCase()
        .replace(/[A-Z]/g, (letter) => String.fromCodePoint(0x1f1a5 + letter.charCodeAt(0)))
    : '';
