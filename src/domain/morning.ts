import { HOUR } from '../lib/time.ts';
import type { AlertSettings } from './alert-settings.ts';
import { dayAfter, instantOf, localTime } from './local-time.ts';
import type { Instant } from './terms.ts';

/** How long a daily digest is worth posting. */
export const MORNING_LASTS = 4 * HOUR;

/** A channel's next daily digest after an instant; null when it receives none. */
export const nextMorning = (
  { kinds, timeZone, morningAt }: Pick<AlertSettings, 'kinds' | 'timeZone' | 'morningAt'>,
  after: Instant,
): Instant | null => {
  if (!kinds.includes('morning') && !kinds.includes('ranking')) return null;
  const { date } = localTime(timeZone, after);
  const today = instantOf(timeZone, date, morningAt);
  return today > after ? today : instantOf(timeZone, dayAfter(date), morningAt);
};

/** A time span without its end. */
export interface Span {
  readonly from: Instant;
  readonly to: Instant;
}

/** The time span of a daily digest: from that digest to the next, in the channel's time zone. */
export const spanOfMorning = (
  { timeZone, morningAt }: Pick<AlertSettings, 'timeZone' | 'morningAt'>,
  date: string,
): Span => ({
  from: instantOf(timeZone, date, morningAt),
  to: instantOf(timeZone, dayAfter(date), morningAt),
});
