import { fullNameWithDisplayName } from '../../domain/people/display-names.ts';
import type { DirectoryEntry } from '../../domain/people/directory.ts';
import { localDate } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outsidePlain } from '../../i18n/text.ts';
import { dotted } from './lines.ts';
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
    const place = ranking === null ? '' : t('pair.ranking', { ranking });
    return dotted([name, `${category} ${place}`.trim()]);
  }
  if (entry.startDate === null) return name;
  return dotted([name, localDate(locale, entry.startDate)]);
};
