import { dayAfter, instantOf, localTime } from './local-time.ts';
import type { Instant } from './terms.ts';

/** Hours of the day, in the channel's time zone, in which nothing is posted. */
export interface QuietHours {
  /** Minutes since midnight; may cross midnight. */
  readonly from: number;
  readonly to: number;
}

/**
 * When the quiet hours at an instant end; null outside of them. Follows the local clock, also when
 * it changes during the night: they start and end once.
 */
export const quietUntil = (
  hours: QuietHours | null,
  timeZone: string,
  at: Instant,
): Instant | null => {
  if (hours === null || hours.from === hours.to) return null;
  const { from, to } = hours;
  const today = localTime(timeZone, at).date;
  // The clock may be set back over midnight: check yesterday's quiet hours, too.
  for (const date of [today, dayAfter(today, -1)]) {
    const begin = instantOf(timeZone, date, from);
    const end = instantOf(timeZone, from < to ? date : dayAfter(date), to);
    if (begin <= at && at < end) return end;
  }
  return null;
};
