import { displayName, type DisplayNamed } from '../../domain/people/display-names.ts';
import type { Appearance } from '../../domain/people/form.ts';
import { playersOf, type Match, type PlayerRef } from '../../domain/match/match.ts';
import { normalizeText } from '../../domain/plain.ts';
import { byTeam, opponentOf } from '../../domain/terms.ts';
import { charactersOf } from '../../i18n/text.ts';

/** `A. Sánchez`: the first letter of the first name, and what they are called. */
export const withInitial = (person: DisplayNamed): string => {
  const initial = charactersOf(person.name).find((character) => /\p{L}/u.test(character));
  const called = displayName(person);
  const isWhole = initial === undefined || normalizeText(called) === normalizeText(person.name);
  return isWhole ? called : `${initial}. ${called}`;
};

type NameOf = (person: DisplayNamed) => string;

interface Reading {
  readonly called: string;
  /** The same as it is compared: nobody is told apart by an accent. */
  readonly key: string;
}

/** Matches are held and shown again and again: who plays is worked out once. */
const readings = new WeakMap<DisplayNamed, Reading>();

const readingOf = (person: DisplayNamed): Reading => {
  const known = readings.get(person);
  if (known !== undefined) return known;
  const called = displayName(person);
  const reading = { called, key: normalizeText(called) };
  readings.set(person, reading);
  return reading;
};

/** Whether somebody of another full name reads the same. */
const isSharedAmong = (everybody: readonly DisplayNamed[], keyOf: NameOf) => {
  const owners = new Map<string, Set<string>>();
  for (const person of everybody) {
    const key = keyOf(person);
    owners.set(key, (owners.get(key) ?? new Set()).add(person.name));
  }
  return (person: DisplayNamed): boolean => (owners.get(keyOf(person))?.size ?? 0) > 1;
};

/**
 * What each of those whom a message names is called in it: two who would read alike get an initial,
 * and their full names where that does not tell them apart. As it is written.
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

/** Matches that stand in one message: changes each so that no two players in them read alike. */
export const disambiguator = (matches: readonly Match[]): ((match: Match) => Match) => {
  const nameOf = disambiguatedNames(matches.flatMap(playersOf));
  const apart = (player: PlayerRef): PlayerRef => ({ ...player, called: nameOf(player) });
  return (match) => ({ ...match, teams: byTeam((team) => match.teams[team].map(apart)) });
};

/** The same for what is about a match. */
export const disambiguated = <About extends { readonly match: Match }>(
  shown: readonly About[],
): readonly About[] => {
  const apart = disambiguator(shown.map(({ match }) => match));
  return shown.map((about) => ({ ...about, match: apart(about.match) }));
};

/** The same for matches that are seen from one side, with others of the message. */
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
