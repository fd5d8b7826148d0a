import {
  categoryOfCode,
  countryOfCode,
  levelOfCode,
  type FollowTarget,
} from '../src/domain/follows.ts';
import { countryName } from '../src/i18n/format.ts';
import { LOCALES, readerIn, type Reader } from '../src/i18n/i18n.ts';
import { plain } from '../src/domain/plain.ts';

/** Something that is followed, and what it is called. */
export interface Followed {
  readonly target: FollowTarget;
  /** As it is written. */
  readonly name: string;
}

/**
 * Those that are meant: by the id that was chosen, by a whole name, else by whole words of one. Part
 * of a word means nothing: `men` is not short for `women`.
 */
export const calledSo = <Each extends Followed>(
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

const wordsOf = (text: string): readonly string[] => plain(text).split(' ').filter(Boolean);

/** Whether every word of a text is among these. */
const has = (words: readonly string[], text: string): boolean =>
  wordsOf(text).every((word) => words.includes(word));

/**
 * What a category, a level or a nationality is called where it is chosen; in any of our languages,
 * since who types may read another one than the server in which they are answered.
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
