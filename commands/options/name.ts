import type { AutocompleteRequest, Choice, Services } from '../../src/discord/command.ts';
import { CHOICES_MAX } from '../../src/discord/message-limits.ts';
import type { DirectoryEntry, DirectoryKind } from '../../src/domain/people/directory.ts';
import { entryChoice } from '../../src/render/lines/choices.ts';
import type { Category } from '../../src/domain/terms.ts';

/** Names that a search reads before those of the other category are left out. */
export const SEARCHED = 4 * CHOICES_MAX;

/** Whether a name is of a category; so is one without, and so is every one while none is given. */
export const isOfCategory = (
  { category }: Pick<DirectoryEntry, 'category'>,
  wanted: Category | null,
): boolean => wanted === null || category === null || category === wanted;

/**
 * Autocompletes a name from the directory in memory, without a request; only men or women when the
 * command has a category. The value is the id; `resolveName` resolves a typed name.
 */
export const suggest = (
  kind: Exclude<DirectoryKind, 'tournament'>,
  request: AutocompleteRequest,
  { directory }: Services,
  category: Category | null = null,
): readonly Choice[] =>
  directory
    .search(kind, request.typed, SEARCHED)
    .entries.filter((entry) => isOfCategory(entry, category))
    .slice(0, CHOICES_MAX)
    .map((entry) => choiceOf(request, entry));

export const choiceOf = (request: AutocompleteRequest, entry: DirectoryEntry): Choice => ({
  name: entryChoice(request, entry),
  value: String(entry.id),
});
