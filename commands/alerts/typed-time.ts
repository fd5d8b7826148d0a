import type { QuietHours } from '../../src/domain/alerts/quiet-hours.ts';
import { UserError } from '../../src/errors.ts';
import { isNone } from './typed-list.ts';

/** `8`, `08:30`, `8.30`, `7h`, `7h15`, `10pm`, `10:30 a.m.`, without blanks. */
const TIME = /^(\d{1,2})(?:[:.h](\d{2})?)?(h|am|pm|a\.m\.|p\.m\.)?$/;

/** Between two times: a dash of any length, or a word in one of the languages. */
const BETWEEN = /[-–—]|(?<=[\d.hm])(?:to|a|à|às|alle)(?=\d)/;

const compact = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, '');

/** A typed time of day in minutes since midnight; 24:00 is midnight, null for no time. */
const timeIn = (text: string): number | null => {
  const [, hour = '', minute = '0', suffix = ''] = TIME.exec(compact(text)) ?? [];
  const hours = hoursOf(Number(hour), suffix.replaceAll('.', ''));
  const minutes = hours * 60 + Number(minute);
  const isTime = hour !== '' && Number(minute) < 60 && minutes <= 24 * 60;
  return isTime ? minutes % (24 * 60) : null;
};

export const isTime = (text: string): boolean => timeIn(text) !== null;

/** Noon is 12 pm, midnight 12 am; NaN for an invalid hour on a 12-hour clock. */
const hoursOf = (hour: number, suffix: string): number => {
  if (suffix !== 'am' && suffix !== 'pm') return hour;
  if (hour < 1 || hour > 12) return NaN;
  return (hour % 12) + (suffix === 'pm' ? 12 : 0);
};

/**
 * The typed time of the daily digest, in minutes since midnight; null for never. `0` is midnight.
 * @throws UserError for anything that is no time.
 */
export const parseDailyDigestTime = (text: string): number | null => {
  const time = timeIn(text);
  if (time === null && !isNone(text)) throw new UserError('unknown-hour', { text });
  return time;
};

/**
 * Typed quiet hours: `22:00-08:00`, `22-8`, `10pm-8am`, `22.30 – 7h`; null for none.
 * @throws UserError for anything that is no pair of times, and for a whole day: pausing does that.
 */
export const parseQuietHours = (text: string): QuietHours | null => {
  if (isNone(text)) return null;
  const [from = null, to = null, ...more] = compact(text).split(BETWEEN).map(timeIn);
  if (from === null || to === null || more.length > 0) {
    throw new UserError('unknown-time', { text });
  }
  if (from === to) throw new UserError('quiet-all-day', { text });
  return { from, to };
};
