import { displayName, type DisplayNamed } from '../../domain/people/display-names.ts';
import type { Appearance } from '../../domain/people/form.ts';
import { playersOf, type Match, type PlayerRef } from '../../domain/match/match.ts';
import { normalizeText } from '../../domain/plain.ts';
import { byTeam, opponentOf } from '../../domain/terms.ts';
import { charactersOf } from '../../i18n/text.ts';

/** `A. Sánchez`: the initial of the first name and the display name. */
export const withInitial = (person: DisplayNamed): string => {
  const initial = charactersOf(person.name).find((character) => /\p{L}/u.test(character));
  const called = displayName(person);
  const isWhole = initial === undefined || normalizeText(called) === normalizeText(person.name);
  return isWhole ? called : `${initial}. ${called}`;
};

type NameOf = (person: DisplayNamed) => string;

interface Reading {
  readonly called: string;
  /** The normalized name: accents do not distinguish players. */
  readonly key: string;
}

/** Caches display names, as the same players are rendered often. */
const readings = new WeakMap<DisplayNamed, Reading>();

const readingOf = (person: DisplayNamed): Reading => {
  const known = readings.get(person);
  if (known !== undefined) return known;
  const called = displayName(person);
  const reading = { called, key: normalizeText(called) };
  readings.set(person, reading);
  return reading;
};

const isSharedAmong = (everybody: readonly DisplayNamed[], keyOf: NameOf) => {
  const owners = new Map<string, Set<string>>();
  for (const person of everybody) {
    const key = keyOf(person);
    owners.set(key, (owners.get(key) ?? new Set()).add(person.name));
  }
  return (person: DisplayNamed): boolean => (owners.get(keyOf(person))?.size ?? 0) > 1;
};

/**
 * The name of each player within a message, in which alone they may be mistaken: players with the same display name get
 * an initial, or their full name when the initials match, too. Not escaped.
 */
export const disambiguatedNames = (everybody: readonly DisplayNamed[]): NameOf => {
  const isShared = isSharedAmong(everybody, (person) => readingOf(person).key);
  const alike = everybody.filter(isShared);
  const isInitialShared = isSharedAmong(alike, (person) => normalizeText(withInitial(person)));
  return (person) => {
    if (!isShared(person)) return readingOf(person).called;
    return isInitialShared(person) ? person.name : withInitial(person);
  };
};

/** Gives the players of one message's matches distinct names. */
export const disambiguator = (matches: readonly Match[]): ((match: Match) => Match) => {
  const nameOf = disambiguatedNames(matches.flatMap(playersOf));
  const apart = (player: PlayerRef): PlayerRef => ({ ...player, called: nameOf(player) });
  return (match) => ({ ...match, teams: byTeam((team) => match.teams[team].map(apart)) });
};

export const disambiguated = <About extends { readonly match: Match }>(
  shown: readonly About[],
): readonly About[] => {
  const apart = disambiguator(shown.map(({ match }) => match));
  return shown.map((about) => ({ ...about, match: apart(about.match) }));
};

/** Disambiguates matches seen from one side, together with others of the message. */
export const disambiguatedAppearances = <Seen extends Appearance>(
  shown: readonly Seen[],
  others: readonly Appearance[] = [],
): readonly Seen[] => {
  const apart = disambiguator([...shown, ...others].map(({ match }) => match));
  return shown.map((seen) => {
    const match = apart(seen.match);
    return { ...seen, match, opponents: match.teams[opponentOf(seen.side)] };
  });
};
