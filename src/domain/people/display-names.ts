import { normalizeText, normalizedWords } from '../plain.ts';
import { partsOf, surnameOf } from './surname.ts';

export interface DisplayNamed {
  readonly name: string;
  /** Display name from the service, general or in a match; missing or null while unknown. */
  readonly called?: string | null | undefined;
  /** ISO 3166 alpha-2: decides which part of the name is the surname. */
  readonly country?: string | null | undefined;
}

/** The display name from the service, else the surname by rule. */
export const displayName = ({ name, called, country }: DisplayNamed): string =>
  called ?? surnameOf(name, country);

/** Initials as in `A. Coello`, `Coello A.`: they do not identify the player. */
const INITIALS = /^(?:\p{L}(?:\.\s*|\s+))+(?=\p{L}{2})|\s\p{L}\.?$/gu;

/** A surname is one of the last two parts of a full name (padel-facts.md): the ones before are given names. */
const isGivenName = (short: string, name: string): boolean => {
  const given = partsOf(name).slice(0, -2).map(normalizeText);
  return normalizedWords(short).every((word) => given.includes(word));
};

/** Without initials; null for the full name or a mere given name (`Loic`). A word of it is no initial: `D Harcourt`. */
export const shortNameOf = (short: string | null, name: string): string | null => {
  const whole = (short ?? '').trim();
  const isOfName = ` ${normalizeText(name)}`.endsWith(` ${normalizeText(whole)}`);
  const bare = isOfName ? whole : whole.replace(INITIALS, '').trim();
  const saysNothing = normalizeText(bare).length < 2 || normalizeText(bare) === normalizeText(name);
  return saysNothing || isGivenName(bare, name) ? null : bare;
};

/** The full name, followed by the display name where that is no part of it: `… (Bela)`. */
export const fullNameWithDisplayName = ({ name, called }: DisplayNamed): string => {
  const words = normalizedWords(name);
  const isWithin = normalizedWords(called ?? '').every((word) => words.includes(word));
  return isWithin ? name : `${name} (${called})`;
};

/** Finds a part's words in a full name, spelled as there: `Sanchez` is `Sánchez`. Null unless all are in it, and fewer. */
const wordsWithin = (name: string): ((said: readonly string[]) => string | null) => {
  const written = name.trim().split(/\s+/);
  const plainly = written.map(normalizeText);
  const followings = plainly.map((_, start) => `${plainly.slice(start).join(' ')} `);
  return (said) => {
    const first = followings.findIndex((following) => following.startsWith(`${said.join(' ')} `));
    if (said.length === 0 || first < 0) return null;
    const start = plainly[0] === said[0] && said.length > 1 ? 1 : first;
    const end = endOf(plainly, first, said.join(' '));
    const isWhole = first === 0 && end === written.length;
    return isWhole || start >= end ? null : written.slice(start, end).join(' ');
  };
};

/** End of the words that start at `first`: a word with a hyphen counts as two when compared. */
const endOf = (plainly: readonly string[], first: number, said: string): number => {
  let end = first;
  while (end < plainly.length && plainly.slice(first, end).join(' ').length < said.length) end += 1;
  return end;
};

/** Separators between the two sides, and between two partners, of a match's name. */
const SEPARATORS = /\s[-–—]\s|\svs?\.?\s|\//iu;

const permutations = (items: readonly number[]): readonly (readonly number[])[] =>
  items.length < 2
    ? [items]
    : items.flatMap((item) =>
        permutations(items.filter((each) => each !== item)).map((rest) => [item, ...rest]),
      );

/** Four players have 24 orders; a match has no more players. */
const MOST = 4;

/** Every order of so many parts: each match that is read asks for them. */
const ORDERS = Array.from({ length: MOST + 1 }, (_, count) =>
  permutations(Array.from({ length: count }, (_item, at) => at)),
);

/** Longer than any real name. */
const LONGEST = 100;

/** Display names from a match's name (`Triay/Brea - Ustero/Sanchez`), tried in every order; null for who is not named. */
export const withDisplayNames = (
  matchName: string | null,
  players: readonly string[],
): readonly (string | null)[] => {
  const nobody = players.map(() => null);
  const parts = (matchName ?? '').split(SEPARATORS);
  if (players.length > MOST || parts.length > MOST) return nobody;
  const said = parts.map((part) => normalizedWords(part.replace(INITIALS, '')));
  const fits = players.map((name) =>
    name.length > LONGEST ? said.map(() => null) : said.map(wordsWithin(name)),
  );
  // An order assigns parts to players; an index beyond the last part or player matches none.
  const orders = ORDERS[Math.max(players.length, parts.length)] ?? [];
  const readings = orders.map((order) =>
    players.map((_, player) => fits[player]?.[order[player] ?? -1] ?? null),
  );
  const countOf = (reading: readonly (string | null)[]): number =>
    reading.filter((called) => called !== null).length;
  return readings.reduce<readonly (string | null)[]>(
    (best, reading) => (countOf(reading) > countOf(best) ? reading : best),
    readings[0] ?? nobody,
  );
};
