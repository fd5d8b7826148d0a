import { TOURNAMENT_LEVELS } from '../../domain/levels.ts';
import { GONE } from '../../domain/tournament/tournament-status.ts';
import type { Tournament } from '../../domain/people/people.ts';
import { dateRange, localDate } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outsidePlain } from '../../i18n/text.ts';
import { COLOURS } from '../message.ts';
import { flagOf } from './names.ts';

/** The country's flag and the name, as plain text. */
export const plainTournamentName = ({ name, country }: Tournament): string =>
  [flagOf(country), outsidePlain(name, 100)].filter((part) => part !== '').join(' ');

/** The level in words; an unknown one by the service's word, `ppt_final` as `PPT Final`. */
export const levelText = (t: Reader['t'], level: string): string =>
  level === 'fip_other' ? t('level.otherFip') : levelName(level);

/** The name of a level that is the same in every language. */
export const levelName = (level: string): string => {
  const [tour = '', ...words] = level.slice(0, LEVEL_MAX).split('_');
  const isWord = words.length > 0 && /^[a-z]+$/.test(tour);
  const named = words.map(withCapital);
  if (TOURNAMENT_LEVELS.some((each) => each === level) && !isWord) return withCapital(level);
  return outsidePlain(isWord ? [tour.toUpperCase(), ...named].join(' ') : level, LEVEL_MAX);
};

const withCapital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

const LEVEL_MAX = 40;

/** The service's words, by which a season's calendar can be filtered. */
export const TOURNAMENT_STATUSES = [
  'pending',
  'live',
  'finished',
  'cancelled',
  'postponed',
] as const;

/** The status in words; an unknown status stays in the service's word. */
export const statusText = (t: Reader['t'], status: string): string => {
  const known = ([...TOURNAMENT_STATUSES, GONE] as const).find((each) => each === status);
  return known === undefined ? outsidePlain(status, 40) : t(`tournament.status.${known}`);
};

/** The local dates; null when both are unknown. */
export const datesOf = ({ locale }: Reader, { startDate, endDate }: Tournament): string | null => {
  if (startDate !== null && endDate !== null) return dateRange(locale, startDate, endDate);
  const only = startDate ?? endDate;
  return only === null ? null : localDate(locale, only);
};

const STATUS_COLOURS: ReadonlyMap<string, number> = new Map([
  ['live', COLOURS.live],
  ['finished', COLOURS.final],
  ['cancelled', COLOURS.warning],
  ['postponed', COLOURS.warning],
  [GONE, COLOURS.warning],
]);

/** The embed's colour repeats the status. */
export const statusColour = ({ status }: Tournament): number =>
  STATUS_COLOURS.get(status) ?? COLOURS.scheduled;
