import type { AutocompleteRequest, Choice } from '../../src/discord/command.ts';
import { ALERT_KINDS, PINGABLE, type AlertKind } from '../../src/domain/alerts/kinds.ts';
import { type TournamentLevel, CURRENT_LEVELS } from '../../src/domain/tournament/levels.ts';
import { UserError, type Problem } from '../../src/errors.ts';
import { LOCALES, translator, type Translate } from '../../src/i18n/i18n.ts';
import { normalizeText } from '../../src/domain/plain.ts';
import { suggestList, type ListEntry } from './typed-list.ts';

export type Suggest = (request: AutocompleteRequest) => readonly Choice[];

interface Vocabulary<W extends string> {
  readonly words: readonly W[];
  readonly label: (t: Translate, word: W) => string;
  /**
   * Values by name, without accents, in every language: users may read another language than the
   * server's.
   */
  readonly byName: ReadonlyMap<string, W>;
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
      if (!byName.has(normalizeText(name))) byName.set(normalizeText(name), word);
    }
  }
  return { words, label, byName, problem };
};

const kindLabel = (t: Translate, kind: AlertKind): string => t(`alertKind.${kind}`);

const KINDS = vocabulary(ALERT_KINDS, kindLabel, 'unknown-kind');

const PINGS = vocabulary(PINGABLE, kindLabel, 'unknown-kind');

const LEVELS = vocabulary(CURRENT_LEVELS, (t, level) => t(`level.${level}`), 'unknown-level');

/** @throws UserError for an unknown value. */
const wordsNamed = <W extends string>(
  { words, byName, problem }: Vocabulary<W>,
  typed: readonly string[],
): readonly W[] =>
  typed.map((text) => {
    const word = byName.get(normalizeText(text));
    if (word !== undefined) return word;
    throw new UserError(problem, { text, words: words.join(', ') });
  });

/**
 * Alert kinds by value or name.
 * @throws UserError for an unknown kind.
 */
export const parseKinds = (typed: readonly string[]): readonly AlertKind[] =>
  wordsNamed(KINDS, typed);

/**
 * Alert kinds that can ping.
 * @throws UserError for an unknown kind.
 */
export const parsePingKinds = (typed: readonly string[]): readonly AlertKind[] =>
  wordsNamed(PINGS, typed);

/** The input for all levels. */
const ALL = 'all';

/**
 * Tournament levels by value or name. Empty for all of them, so that levels which the service adds
 * later are included.
 * @throws UserError for an unknown level.
 */
export const parseLevels = (typed: readonly string[]): readonly TournamentLevel[] => {
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
    const word = byName.get(normalizeText(text));
    return word === undefined ? undefined : entryOf(word);
  };
  return suggestList(typed, words.map(entryOf), named, ends);
};

export const suggestKinds: Suggest = (request) => suggestWords(KINDS, request);

export const suggestPings: Suggest = (request) =>
  suggestWords(PINGS, request, { word: 'none', label: request.t('settings.nothing') });

export const suggestLevels: Suggest = (request) =>
  suggestWords(LEVELS, request, { word: ALL, label: request.t('settings.allLevels') });
