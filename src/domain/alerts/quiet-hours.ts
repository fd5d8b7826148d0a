import { instantOf, localTime } from '../local-time.ts';
import type { Instant } from '../terms.ts';
import { HOUR, dayAfter } from '../../lib/time.ts';
import type { AlertSettings } from './settings.ts';

export interface QuietHours {
  /** Minutes since midnight; may cross midnight. */
  readonly from: number;
  readonly to: number;
}

/** When the quiet hours at an instant end; null outside. By the local clock: they start and end once when it changes. */
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

/** When the quiet hours and the pause of a member end; null when neither is on. */
export const silentUntil = (
  settings: Pick<AlertSettings, 'quietHours' | 'timeZone' | 'snoozedUntil'>,
  at: Instant,
): Instant | null => {
  const quiet = quietUntil(settings.quietHours, settings.timeZone, at) ?? 0;
  const until = Math.max(quiet, settings.snoozedUntil ?? 0);
  return until > at ? until : null;
};

export const SNOOZES = ['hour', 'morning'] as const;

const MORNING = 8 * 60;

/** When a member's pause ends: an hour from now, or at the next 8:00 on their clock. */
export const snoozeEnd = (
  kind: (typeof SNOOZES)[number],
  timeZone: string,
  now: Instant,
): Instant => {
  if (kind === 'hour') return now + HOUR;
  const { date } = localTime(timeZone, now);
  const today = instantOf(timeZone, date, MORNING);
  return today > now ? today : instantOf(timeZone, dayAfter(date), MORNING);
};

export const DAILY_DIGEST_FRESH_MS = 4 * HOUR;

/** A channel's next daily digest after an instant; null when it receives none. */
export const nextDailyDigest = (
  { types, timeZone, digestAt }: Pick<AlertSettings, 'types' | 'timeZone' | 'digestAt'>,
  after: Instant,
): Instant | null => {
  if (!types.includes('daily')) return null;
  const { date } = localTime(timeZone, after);
  const today = instantOf(timeZone, date, digestAt);
  return today > after ? today : instantOf(timeZone, dayAfter(date), digestAt);
};

export interface Span {
  readonly from: Instant;
  readonly to: Instant;
}

/** The time span of a daily digest: from that digest to the next, in the channel's time zone. */
export const dailyDigestSpan = (
  { timeZone, digestAt }: Pick<AlertSettings, 'timeZone' | 'digestAt'>,
  date: string,
): Span => ({
  from: instantOf(timeZone, date, digestAt),
  to: instantOf(timeZone, dayAfter(date), digestAt),
});
