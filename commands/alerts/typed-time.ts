import { normalizeText } from '../../src/domain/plain.ts';
import type { QuietHours } from '../../src/domain/alerts/quiet-hours.ts';
import { UserError } from '../../src/errors.ts';

const NONE: ReadonlySet<string> = new Set(
  'none off no never nada ninguna ninguno nunca niente nessuna nessuno mai rien aucune aucun jamais nenhum nenhuma'.split(
    ' ',
  ),
);

export const isNone = (text: string): boolean =>
  ['', '-'].includes(text.trim()) || NONE.has(normalizeText(text));

/** `8`, `08:30`, `8.30`, `7h`, `7h15`, `10pm`, `10:30 a.m.`, without blanks. */
const TIME = /^(\d{1,2})(?:[:.h](\d{2})?)?(h|am|pm|a\.m\.|p\.m\.)?$/;

/** A typed time of day in minutes since midnight; 24:00 is midnight, null for no time. */
const timeIn = (text: string): number | null => {
  const compact = text.toLowerCase().replaceAll(/\s+/g, '');
  const [, hour = '', minute = '0', suffix = ''] = TIME.exec(compact) ?? [];
  const hours = hoursOf(Number(hour), suffix.replaceAll('.', ''));
  const minutes = hours * 60 + Number(minute);
  const isTime = hour !== '' && Number(minute) < 60 && minutes <= 24 * 60;
  return isTime ? minutes % (24 * 60) : null;
};

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
 * Typed quiet hours; null for none.
 * @throws UserError for anything that is no time, and for a whole day: pausing does that.
 */
export const parseQuietHours = (typedFrom: string, typedTo: string): QuietHours | null => {
  if (isNone(typedFrom) && isNone(typedTo)) return null;
  const [from, to] = [timeIn(typedFrom), timeIn(typedTo)];
  if (from === null || to === null) {
    throw new UserError('unknown-times', { from: typedFrom, to: typedTo });
  }
  if (from === to) throw new UserError('quiet-all-day', { text: typedFrom });
  return { from, to };
};
