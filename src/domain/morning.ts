import { HOUR } from '../lib/time.ts';
import type { AlertSettings } from './alert-settings.ts';
import { dayAfter, instantOf, localTime } from './local-time.ts';
import type { Instant } from './terms.ts';

/** A list of the morning is worth posting for so long; later the day has begun without it. */
export const MORNING_LASTS = 4 * HOUR;

/** When a channel's next morning comes, after an instant; null when it wants nothing then. */
export const nextMorning = (
  { kinds, timeZone, morningAt }: Pick<AlertSettings, 'kinds' | 'timeZone' | 'morningAt'>,
  after: Instant,
): Instant | null => {
  if (!kinds.includes('morning') && !kinds.includes('ranking')) return null;
  const { date } = localTime(timeZone, after);
  const today = instantOf(timeZone, date, morningAt);
  return today > after ? today : instantOf(timeZone, dayAfter(date), morningAt);
};

/** A span of time, its end not in it. */
export interface Span {
  readonly from: Instant;
  readonly to: Instant;
}

/** What the list of a morning is about: from that morning to the next, by the clock of the channel. */
export const spanOfMorning = (
  { timeZone, morningAt }: Pick<AlertSettings, 'timeZone' | 'morningAt'>,
  date: string,
): Span => ({
  from: instantOf(timeZone, date, morningAt),
  to: instantOf(timeZone, dayAfter(date), morningAt),
});
