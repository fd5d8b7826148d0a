import type { AutocompleteRequest, Choice } from '../src/discord/command.ts';
import { ALERT_KINDS, type AlertKind } from '../src/domain/alert-kinds.ts';
import { isPastLevel, TOURNAMENT_LEVELS, type TournamentLevel } from '../src/domain/levels.ts';
import { UserError, type Problem } from '../src/errors.ts';
import { LOCALES, translator, type Translate } from '../src/i18n/i18n.ts';
import { plain } from '../src/domain/plain.ts';
import { PINGABLE } from '../src/render/panel/pings-page.ts';
import { suggestList, type ListEntry } from './typed-list.ts';

/** Completes an option while it is typed. */
export type Suggest = (request: AutocompleteRequest) => readonly Choice[];

/** Words that are typed in lists: as they are kept, or as any of our languages calls them. */
interface Vocabulary<W extends string> {
  readonly words: readonly W[];
  readonly label: (t: Translate, word: W) => string;
  /** The word by each of its names, without accents: who types may read another language. */
  readonly byName: ReadonlyMap<string, W>;
  /** What is wrong with a word that is none of these. */
  readonly problem: Problem;
}

const vocabulary = <W extends string>(
  words: readonly W[],
  label: Vocabulary<W>['label'],
  problem: Problem,
): Vocabulary<W> => {
  const byName = new Map<string, W>();
  for (const word of words) {
    for (const name of [word, ...LOCALES.map((locale) => label(translator(locale), word))]) {
      if (!byName.has(plain(name))) byName.set(plain(name), word);
    }
  }
  return { words, label, byName, problem };
};

const kindLabel = (t: Translate, kind: AlertKind): string => t(`alertKind.${kind}`);

const KINDS = vocabulary(ALERT_KINDS, kindLabel, 'unknown-kind');

const PINGS = vocabulary(PINGABLE, kindLabel, 'unknown-kind');

const CURRENT_LEVELS = TOURNAMENT_LEVELS.filter((level) => !isPastLevel(level));

const LEVELS = vocabulary(CURRENT_LEVELS, (t, level) => t(`level.${level}`), 'unknown-level');

/** @throws UserError for a word that is none of these. */
const wordsNamed = <W extends string>(
  { words, byName, problem }: Vocabulary<W>,
  typed: readonly string[],
): readonly W[] =>
  typed.map((text) => {
    const word = byName.get(plain(text));
    if (word !== undefined) return word;
    throw new UserError(problem, { text, words: words.join(', ') });
  });

/**
 * Kinds of alert by their words or names.
 * @throws UserError for what is none.
 */
export const kindsNamed = (typed: readonly string[]): readonly AlertKind[] =>
  wordsNamed(KINDS, typed);

/**
 * Kinds of alert that can ping somebody.
 * @throws UserError for what is none.
 */
export const pingsNamed = (typed: readonly string[]): readonly AlertKind[] =>
  wordsNamed(PINGS, typed);

/** How somebody says that no level is left out. */
const ALL = 'all';

/**
 * Levels of tournaments by their words or names; none for all of them: what the service adds one day
 * is meant, too.
 * @throws UserError for what is none.
 */
export const levelsNamed = (typed: readonly string[]): readonly TournamentLevel[] => {
  if (typed.length === 1 && typed[0]?.toLowerCase() === ALL) return [];
  const named = wordsNamed(LEVELS, typed);
  const levels = CURRENT_LEVELS.filter((level) => named.includes(level));
  return levels.length === CURRENT_LEVELS.length ? [] : levels;
};

const suggestWords = <W extends string>(
  { words, label, byName }: Vocabulary<W>,
  { t, typed }: AutocompleteRequest,
  ends?: ListEntry,
): readonly Choice[] => {
  const entryOf = (word: W): ListEntry => ({ word, label: label(t, word) });
  const named = (text: string): ListEntry | undefined => {
    const word = byName.get(plain(text));
    return word === undefined ? undefined : entryOf(word);
  };
  return suggestList(typed, words.map(entryOf), named, ends);
};

/** Completes a list of kinds. */
export const suggestKinds: Suggest = (request) => suggestWords(KINDS, request);

/** Completes a list of kinds that can ping somebody, of which none is a choice. */
export const suggestPings: Suggest = (request) =>
  suggestWords(PINGS, request, { word: 'none', label: request.t('settings.nothing') });

/** Completes a list of levels, of which all are a choice. */
export const suggestLevels: Suggest = (request) =>
  suggestWords(LEVELS, request, { word: ALL, label: request.t('settings.allLevels') });
