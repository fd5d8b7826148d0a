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
  /** What is wrong with a word that is none of these. */
  readonly problem: Problem;
}

const KINDS: Vocabulary<AlertKind> = {
  words: ALERT_KINDS,
  label: (t, kind) => t(`alertKind.${kind}`),
  problem: 'unknown-kind',
};

const PINGS: Vocabulary<AlertKind> = { ...KINDS, words: PINGABLE };

const CURRENT_LEVELS = TOURNAMENT_LEVELS.filter((level) => !isPastLevel(level));

const LEVELS: Vocabulary<TournamentLevel> = {
  words: CURRENT_LEVELS,
  label: (t, level) => t(`level.${level}`),
  problem: 'unknown-level',
};

/** The word that was meant: who types may read another language than the one they are answered in. */
const wordNamed = <W extends string>(
  { words, label }: Vocabulary<W>,
  typed: string,
): W | undefined => {
  const wanted = plain(typed);
  return words.find(
    (word) =>
      plain(word) === wanted ||
      LOCALES.some((locale) => plain(label(translator(locale), word)) === wanted),
  );
};

/** @throws UserError for a word that is none of these. */
const wordsNamed = <W extends string>(
  vocabulary: Vocabulary<W>,
  typed: readonly string[],
): readonly W[] =>
  typed.map((text) => {
    const word = wordNamed(vocabulary, text);
    if (word !== undefined) return word;
    throw new UserError(vocabulary.problem, { text, words: vocabulary.words.join(', ') });
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
  vocabulary: Vocabulary<W>,
  { t, typed }: AutocompleteRequest,
  ends?: ListEntry,
): readonly Choice[] => {
  const entryOf = (word: W): ListEntry => ({ word, label: vocabulary.label(t, word) });
  const named = (text: string): ListEntry | undefined => {
    const word = wordNamed(vocabulary, text);
    return word === undefined ? undefined : entryOf(word);
  };
  return suggestList(typed, vocabulary.words.map(entryOf), named, ends);
};

/** Completes a list of kinds. */
export const suggestKinds: Suggest = (request) => suggestWords(KINDS, request);

/** Completes a list of kinds that can ping somebody, of which none is a choice. */
export const suggestPings: Suggest = (request) =>
  suggestWords(PINGS, request, { word: 'none', label: request.t('settings.nothing') });

/** Completes a list of levels, of which all are a choice. */
export const suggestLevels: Suggest = (request) =>
  suggestWords(LEVELS, request, { word: ALL, label: request.t('settings.allLevels') });
