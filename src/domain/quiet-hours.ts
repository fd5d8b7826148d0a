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
 * also when it is set forward or back during the night: they begin and end once.
 */
export const quietUntil = (
  hours: QuietHours | null,
  timeZone: string,
  at: Instant,
): Instant | null => {
  if (hours === null || hours.from === hours.to) return null;
  const { from, to } = hours;
  const today = localTime(timeZone, at).date;
  // The clock may be set back over midnight: what began the day before is asked for, too.
  for (const date of [today, dayAfter(today, -1)]) {
    const begin = instantOf(timeZone, date, from);
    const end = instantOf(timeZone, from < to ? date : dayAfter(date), to);
    if (begin <= at && at < end) return end;
  }
  return null;
};
