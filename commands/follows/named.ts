import {
  categoryOfCode,
  countryOfCode,
  levelOfCode,
  type FollowTarget,
} from '../../src/domain/alerts/follows.ts';
import { countryName } from '../../src/i18n/format.ts';
import { LOCALES, readerIn, type Reader } from '../../src/i18n/i18n.ts';
import { normalizeText } from '../../src/domain/plain.ts';

export interface Followed {
  readonly target: FollowTarget;
  /** Plain, not escaped for markdown. */
  readonly name: string;
}

/**
 * The follows that a user's input names: by the chosen id, by full name, else by whole words. Part
 * of a word does not match: `men` does not mean `women`.
 */
export const followsNamed = <Each extends Followed>(
  followed: readonly Each[],
  typed: string,
): readonly Each[] => {
  const chosen = followed.filter(({ target }) => String(target.id) === typed.trim());
  if (chosen.length > 0) return chosen;
  const words = wordsOf(typed);
  if (words.length === 0) return [];
  const inFull = followed.filter(({ target, name }) =>
    [name, ...shortNames(target)].some((each) => has(words, each) && has(wordsOf(each), typed)),
  );
  if (inFull.length > 0) return inFull;
  return followed.filter(({ target, name }) => {
    const short = shortNames(target);
    return (short.length > 0 ? short : [name]).some((each) => has(wordsOf(each), typed));
  });
};

const wordsOf = (text: string): readonly string[] => normalizeText(text).split(' ').filter(Boolean);

const has = (words: readonly string[], text: string): boolean =>
  wordsOf(text).every((word) => words.includes(word));

/**
 * Names of a category, level or nationality as offered in options, in every language, since users
 * may read another language than the server's.
 */
const shortNames = ({ kind, id }: FollowTarget): readonly string[] => {
  if (kind === 'category') {
    const category = categoryOfCode(id);
    return category === undefined
      ? []
      : [category, ...inEach(({ t }) => t(`category.${category}`))];
  }
  if (kind === 'level') {
    const level = levelOfCode(id);
    return level === undefined ? [] : [level, ...inEach(({ t }) => t(`level.${level}`))];
  }
  const country = kind === 'country' || kind === 'team' ? countryOfCode(id) : undefined;
  return country === undefined
    ? []
    : [country, ...inEach(({ locale }) => countryName(locale, country))];
};

const inEach = (say: (reader: Reader) => string): readonly string[] =>
  LOCALES.map((locale) => say(readerIn(locale)));
