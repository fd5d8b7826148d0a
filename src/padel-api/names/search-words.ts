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
