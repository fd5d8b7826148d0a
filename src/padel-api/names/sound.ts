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
