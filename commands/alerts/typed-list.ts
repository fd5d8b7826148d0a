import type { Choice } from '../../src/discord/command.ts';
import { CHOICE_TEXT_MAX } from '../../src/discord/message-limits.ts';
import { normalizeText } from '../../src/domain/plain.ts';

export interface ListEntry {
  readonly word: string;
  /** Its name in the user's language. */
  readonly label: string;
}

const NONE: ReadonlySet<string> = new Set(
  'none off no never 0 nada ninguna ninguno nunca niente nessuna nessuno mai rien aucune aucun jamais nenhum nenhuma'.split(
    ' ',
  ),
);

export const isNone = (text: string): boolean =>
  text.trim() === '-' || NONE.has(normalizeText(text));

/** The values of a comma-separated list; empty for `none`. */
export const parseList = (text: string): readonly string[] =>
  isNone(text)
    ? []
    : text
        .split(',')
        .map((word) => word.trim())
        .filter((word) => word !== '');

/**
 * Autocompletes the last value of a comma-separated list: each choice is the whole list with one
 * more value. Discord puts the chosen name into the field and the user continues typing after it:
 * names are lists of labels, or of values where the labels are too long. What is too long even so can
 * only be typed.
 * @param named finds an entry by typed text, undefined for none
 * @param ends offered for empty input: no values at all
 */
export const suggestList = (
  typed: string,
  entries: readonly ListEntry[],
  named: (text: string) => ListEntry | undefined,
  ends?: ListEntry,
): readonly Choice[] => {
  const parts = typed.split(',');
  const begun = normalizeText(parts.at(-1) ?? '');
  const before = parts.slice(0, -1).flatMap((part) => named(part) ?? []);
  const fits = ({ word, label }: ListEntry): boolean =>
    normalizeText(label).includes(begun) || word.startsWith(begun);
  return [
    ...(ends !== undefined && parts.length === 1 && fits(ends) ? [[ends]] : []),
    ...entries
      .filter((entry) => !before.some(({ word }) => word === entry.word) && fits(entry))
      .map((entry) => [...before, entry]),
  ]
    .map(choiceOf)
    .filter(({ value }) => String(value).length <= CHOICE_TEXT_MAX);
};

const choiceOf = (list: readonly ListEntry[]): Choice => {
  const value = list.map(({ word }) => word).join(',');
  const name = list.map(({ label }) => label).join(', ');
  return { name: name.length <= CHOICE_TEXT_MAX ? name : value, value };
};
