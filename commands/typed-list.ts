import type { Choice } from '../src/discord/command.ts';
import { CHOICE_TEXT_MAX } from '../src/discord/message-limits.ts';
import { plain } from '../src/domain/plain.ts';

/** One of the words that a list is made of. */
export interface ListEntry {
  readonly word: string;
  /** What it is called in the language of who types. */
  readonly label: string;
}

/** How people say that there is to be nothing, in our languages. */
const NONE: ReadonlySet<string> = new Set(
  'none off no never 0 nada ninguna ninguno nunca niente nessuna nessuno mai rien aucune aucun jamais nenhum nenhuma'.split(
    ' ',
  ),
);

/** Whether somebody typed that there is to be nothing. */
export const isNone = (text: string): boolean => text.trim() === '-' || NONE.has(plain(text));

/** The words of a list with commas; none for `none`. */
export const listTyped = (text: string): readonly string[] =>
  isNone(text)
    ? []
    : text
        .split(',')
        .map((word) => word.trim())
        .filter((word) => word !== '');

/** Discord's limit of a choice's name and of its value. */

/**
 * Completes the last word of a list with commas: each choice is the whole list with one more word.
 * Discord shows the name of what was chosen, and who types on types behind that: names are lists of
 * labels, or of words where the labels are too long.
 * @param named finds an entry by what was typed, undefined for none
 * @param ends offered while nothing is typed: no words at all
 */
export const suggestList = (
  typed: string,
  entries: readonly ListEntry[],
  named: (text: string) => ListEntry | undefined,
  ends?: ListEntry,
): readonly Choice[] => {
  const parts = typed.split(',');
  const begun = plain(parts.at(-1) ?? '');
  const before = parts.slice(0, -1).flatMap((part) => named(part) ?? []);
  const fits = ({ word, label }: ListEntry): boolean =>
    plain(label).includes(begun) || word.startsWith(begun);
  return [
    ...(ends !== undefined && parts.length === 1 && fits(ends) ? [[ends]] : []),
    ...entries
      .filter((entry) => !before.some(({ word }) => word === entry.word) && fits(entry))
      .map((entry) => [...before, entry]),
  ].map(choiceOf);
};

const choiceOf = (list: readonly ListEntry[]): Choice => {
  const value = list.map(({ word }) => word).join(',');
  const name = list.map(({ label }) => label).join(', ');
  return { name: name.length <= CHOICE_TEXT_MAX ? name : value, value };
};
