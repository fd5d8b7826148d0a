import { fullNameWithDisplayName } from '../../domain/people/display-names.ts';
import type { DirectoryEntry } from '../../domain/people/directory.ts';
import { localDate } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outsidePlain } from '../../i18n/text.ts';
import { flagOf } from './names.ts';

/** A name as a choice, with details that distinguish namesakes: flag, category and ranking, or the date. */
export const entryChoice = (reader: Reader, entry: DirectoryEntry): string => {
  const flag = flagOf(entry.country);
  const label = labelOf(reader, entry);
  return flag === '' ? label : `${flag} ${label}`;
};

const labelOf = ({ t, locale }: Reader, entry: DirectoryEntry): string => {
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
