import { plain, plainWords } from './plain.ts';
import { surnameOf } from './surname.ts';

/** Somebody, and what everybody calls them. */
export interface Called {
  /** In full. */
  readonly name: string;
  /** As the service says it, of them or in a match; missing or null while it is not known. */
  readonly called?: string | null | undefined;
  /** ISO 3166 alpha-2: how names are made there. */
  readonly country?: string | null | undefined;
}

/** What somebody is called: as the service says it, else by the rule of surnames. */
export const calledName = ({ name, called, country }: Called): string =>
  called ?? surnameOf(name, country);

/** `A. Coello`, `Coello A.`: the initial says nothing that tells more than one apart here. */
const INITIALS = /^(?:\p{L}(?:\.\s*|\s+))+(?=\p{L}{2})|\s\p{L}\.?$/gu;

/** A short name that says something: the surname or nickname in it; null when it is the full name. */
export const shortNameOf = (short: string | null, name: string): string | null => {
  const bare = (short ?? '').replace(INITIALS, '').trim();
  const saysNothing = plain(bare).length < 2 || plain(bare) === plain(name);
  return saysNothing ? null : bare;
};

/** The full name, and behind it what they are called where that is no part of it: `… (Bela)`. */
export const nameWithCalled = ({ name, called }: Called): string => {
  const words = plainWords(name);
  const isWithin = plainWords(called ?? '').every((word) => words.includes(word));
  return isWithin ? name : `${name} (${called})`;
};

/**
 * The words of a full name that stand in a part of a match's name, as the full name writes them:
 * `Sanchez` is `Sánchez` of `Ariana Sánchez Fallada`. Null unless the part is made of such words
 * alone, and of fewer than all. The given name before a surname is left out.
 */
const wordsWithin = (part: string, name: string): string | null => {
  const said = plainWords(part.replace(INITIALS, ''));
  const written = name.trim().split(/\s+/);
  const plainly = written.map(plain);
  const first = plainly.findIndex((_, start) => {
    const following = plainly.slice(start).join(' ');
    return `${following} `.startsWith(`${said.join(' ')} `);
  });
  if (said.length === 0 || first < 0) return null;
  const start = plainly[0] === said[0] && said.length > 1 ? 1 : first;
  const end = endOf(plainly, first, said.join(' '));
  const isWhole = first === 0 && end === written.length;
  return isWhole || start >= end ? null : written.slice(start, end).join(' ');
};

/** Where words end that begin at `first`: a word with a hyphen is two when compared. */
const endOf = (plainly: readonly string[], first: number, said: string): number => {
  let end = first;
  while (end < plainly.length && plainly.slice(first, end).join(' ').length < said.length) end += 1;
  return end;
};

/** Between the two sides, and between two partners, of a match's name. */
const SEPARATORS = /\s[-–—]\s|\svs?\.?\s|\//iu;

const permutations = (items: readonly number[]): readonly (readonly number[])[] =>
  items.length < 2
    ? [items]
    : items.flatMap((item) =>
        permutations(items.filter((each) => each !== item)).map((rest) => [item, ...rest]),
      );

/** Four players have 24 orders; of a fifth nobody has heard. */
const MOST = 4;

/** Longer than the name of anybody. */
const LONGEST = 100;

/**
 * What each player of a match is called in its name, `Triay/Brea - Ustero/Sanchez`: null for those
 * of whom it says nothing. Names stand in the order of the players; where another order fits more of
 * them, that one is meant.
 */
export const calledInMatch = (
  matchName: string | null,
  players: readonly string[],
): readonly (string | null)[] => {
  const nobody = players.map(() => null);
  const parts = (matchName ?? '').split(SEPARATORS);
  if (players.length > MOST || parts.length > MOST) return nobody;
  const fits = players.map((name) =>
    parts.map((part) => (name.length > LONGEST ? null : wordsWithin(part, name))),
  );
  // An order says which part is whose; a place beyond the last part, or player, is nobody's.
  const places = Array.from({ length: Math.max(players.length, parts.length) }, (_, at) => at);
  const readings = permutations(places).map((order) =>
    players.map((_, player) => fits[player]?.[order[player] ?? -1] ?? null),
  );
  const countOf = (reading: readonly (string | null)[]): number =>
    reading.filter((called) => called !== null).length;
  return readings.reduce<readonly (string | null)[]>(
    (best, reading) => (countOf(reading) > countOf(best) ? reading : best),
    readings[0] ?? nobody,
  );
};
