import {
  ApplicationCommandOptionType,
  type APIApplicationCommandStringOption,
} from 'discord-api-types/v10';
import type { AutocompleteRequest, Choice, Services } from '../../src/discord/command.ts';
import { CHOICES_MAX } from '../../src/discord/message-limits.ts';
import { fullNameWithDisplayName } from '../../src/domain/people/display-names.ts';
import type { DirectoryEntry, DirectoryKind } from '../../src/domain/people/directory.ts';
import { localDate } from '../../src/i18n/format.ts';
import { outsidePlain } from '../../src/i18n/text.ts';
import { flagOf } from '../../src/render/people/names.ts';

type Labels = Pick<
  APIApplicationCommandStringOption,
  'name' | 'name_localizations' | 'description' | 'description_localizations'
>;

/** An option for a name, completed from the directory. */
export const nameOption = (
  labels: Labels,
  required: boolean,
): APIApplicationCommandStringOption => ({
  ...labels,
  type: ApplicationCommandOptionType.String,
  required,
  autocomplete: true,
  min_length: 1,
  max_length: 100,
});

/**
 * Autocompletes a name from the directory in memory, without a request. The value is the id;
 * `withShortNames` resolves a typed name.
 */
export const suggest = (
  kind: Exclude<DirectoryKind, 'tournament'>,
  request: AutocompleteRequest,
  { directory }: Services,
): readonly Choice[] =>
  directory
    .search(kind, request.typed, CHOICES_MAX)
    .entries.map((entry) => choiceOf(request, entry));

/** An entry as an autocomplete choice. */
export const choiceOf = (request: AutocompleteRequest, entry: DirectoryEntry): Choice => ({
  name: suggestionFor(request, entry),
  value: String(entry.id),
});

/** An entry with details that distinguish namesakes: flag, category and ranking, or the date. */
const suggestionFor = (request: AutocompleteRequest, entry: DirectoryEntry): string => {
  const flag = flagOf(entry.country);
  const label = labelOf(request, entry);
  return flag === '' ? label : `${flag} ${label}`;
};

const labelOf = ({ t, locale }: AutocompleteRequest, entry: DirectoryEntry): string => {
  const name = outsidePlain(fullNameWithDisplayName(entry), 60);
  if (entry.category !== null) {
    const category = t(`category.${entry.category}`);
    const { ranking } = entry;
    return ranking === null
      ? t('suggestion.player', { name, category })
      : t('suggestion.ranked', { name, category, ranking });
  }
  if (entry.startDate === null) return name;
  return t('suggestion.dated', { name, date: localDate(locale, entry.startDate) });
};
