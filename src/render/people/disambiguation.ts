import { calledName, type Called } from '../../domain/people/display-names.ts';
import type { Appearance } from '../../domain/people/form.ts';
import { playersOf, type Match, type PlayerRef } from '../../domain/match/match.ts';
import { plain } from '../../domain/plain.ts';
import { byTeam, opponentOf } from '../../domain/terms.ts';
import { charactersOf } from '../../i18n/text.ts';

/** `A. Sánchez`: the first letter of the first name, and what they are called. */
export const withInitial = (person: Called): string => {
  const initial = charactersOf(person.name).find((character) => /\p{L}/u.test(character));
  const called = calledName(person);
  const isWhole = initial === undefined || plain(called) === plain(person.name);
  return isWhole ? called : `${initial}. ${called}`;
};

type NameOf = (person: Called) => string;

interface Reading {
  readonly called: string;
  /** The same as it is compared: nobody is told apart by an accent. */
  readonly key: string;
}

/** Matches are held and shown again and again: who plays is worked out once. */
const readings = new WeakMap<Called, Reading>();

const readingOf = (person: Called): Reading => {
  const known = readings.get(person);
  if (known !== undefined) return known;
  const called = calledName(person);
  const reading = { called, key: plain(called) };
  readings.set(person, reading);
  return reading;
};

/** Whether somebody of another full name reads the same. */
const isSharedAmong = (everybody: readonly Called[], keyOf: NameOf) => {
  const owners = new Map<string, Set<string>>();
  for (const person of everybody) {
    const key = keyOf(person);
    owners.set(key, (owners.get(key) ?? new Set()).add(person.name));
  }
  return (person: Called): boolean => (owners.get(keyOf(person))?.size ?? 0) > 1;
};

/**
 * What each of those whom a message names is called in it: two who would read alike get an initial,
 * and their full names where that does not tell them apart. As it is written.
 */
export const namesAmong = (everybody: readonly Called[]): NameOf => {
  const isShared = isSharedAmong(everybody, (person) => readingOf(person).key);
  const alike = everybody.filter(isShared);
  const isInitialShared = isSharedAmong(alike, (person) => plain(withInitial(person)));
  return (person) => {
    if (!isShared(person)) return readingOf(person).called;
    return isInitialShared(person) ? person.name : withInitial(person);
  };
};

/** Matches that stand in one message: changes each so that no two players in them read alike. */
export const tellingApart = (matches: readonly Match[]): ((match: Match) => Match) => {
  const nameOf = namesAmong(matches.flatMap(playersOf));
  const apart = (player: PlayerRef): PlayerRef => ({ ...player, called: nameOf(player) });
  return (match) => ({ ...match, teams: byTeam((team) => match.teams[team].map(apart)) });
};

/** The same for what is about a match. */
export const toldApart = <About extends { readonly match: Match }>(
  shown: readonly About[],
): readonly About[] => {
  const apart = tellingApart(shown.map(({ match }) => match));
  return shown.map((about) => ({ ...about, match: apart(about.match) }));
};

/** The same for matches that are seen from one side, with others of the message. */
export const appearancesToldApart = <Seen extends Appearance>(
  shown: readonly Seen[],
  others: readonly Appearance[] = [],
): readonly Seen[] => {
  const apart = tellingApart([...shown, ...others].map(({ match }) => match));
  return shown.map((seen) => {
    const match = apart(seen.match);
    return { ...seen, match, opponents: match.teams[opponentOf(seen.side)] };
  });
};
