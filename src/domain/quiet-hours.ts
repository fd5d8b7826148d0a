import { dayAfter, instantOf, localTime } from './local-time.ts';
import type { Instant } from './terms.ts';

/** Hours of the day, by the clock of the channel, in which nothing is posted. */
export interface QuietHours {
  /** Minutes since midnight; from an hour of the evening to one of the morning after, too. */
  readonly from: number;
  readonly to: number;
}

/**
 * When the quiet hours end in which an instant lies; null outside of them. By the clock on the wall,
 * also when it is set forward or back during the night.
 */
export const quietUntil = (
  hours: QuietHours | null,
  timeZone: string,
  at: Instant,
): Instant | null => {
  if (hours === null || hours.from === hours.to) return null;
  const { date, minutes } = localTime(timeZone, at);
  const { from, to } = hours;
  const isQuiet = from < to ? minutes >= from && minutes < to : minutes >= from || minutes < to;
  if (!isQuiet) return null;
  const endsTomorrow = from > to && minutes >= from;
  const end = instantOf(timeZone, endsTomorrow ? dayAfter(date) : date, to);
  // An hour that comes twice: they ended in the first of the two.
  return end > at ? end : null;
};
