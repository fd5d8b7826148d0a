import { normalizedWords } from '../../domain/plain.ts';

/** Words of a search; more would not narrow it. */
const MAX_WORDS = 6;

/** No word of a name is longer. */
const MAX_LETTERS = 32;

/** The distinct words to search for. The text was cut before (discord/interactions/input.ts). */
export const searchWords = (typed: string): readonly string[] =>
  [...new Set(normalizedWords(typed).map((word) => word.slice(0, MAX_LETTERS)))].slice(
    0,
    MAX_WORDS,
  );

/** Words between the names of a pair, in five languages; no name begins with one and a blank. */
const JOINING = new Set(['y', 'e', 'and', 'et']);

/** The words without those that join two names. */
export const namedWords = (typed: string): readonly string[] => {
  const words = searchWords(typed);
  const names = words.filter((word, at) => at === 0 || !JOINING.has(word));
  return names.length === words.length ? words : names;
};

/** Spellings of one sound in Spanish and its neighbours, for words without accents; in this order. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/qu?(?=[ei])|q/g, 'k'],
  [/ll/g, 'y'],
  [/c(?=[ei])|z/g, 's'],
  [/g(?=[ei])|x/g, 'j'],
  [/gu(?=[ei])/g, 'g'],
  [/ch|c/g, 'k'],
  [/[vw]/g, 'b'],
  [/h/g, ''],
  [/(.)\1/gu, '$1'],
];

/** A word as it sounds: the same for `quiroga` and `kiroga`. */
export const soundOf = (word: string): string =>
  SPELLINGS.reduce((sound, [spelling, letter]) => sound.replace(spelling, letter), word);

/** The longest word that is written with the next one, or apart: `De Backer`, `Al-Dosari`. */
const PARTICLE = 3;

/** Short words joined to the next one: `debacker` of `de backer`. */
export const joinedWords = (words: readonly string[]): readonly string[] =>
  words.flatMap((word, at) => {
    const next = words[at + 1];
    return next !== undefined && word.length > 1 && word.length <= PARTICLE ? [word + next] : [];
  });
