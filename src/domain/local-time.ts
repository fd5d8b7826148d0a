import { MINUTE, DAY, utcDate } from '../lib/time.ts';
import type { Instant } from './terms.ts';

interface LocalTime {
  readonly date: string;
  readonly minutes: number;
  /** 1 is Monday, 7 is Sunday. */
  readonly weekday: number;
}

/** More than the number of time zones: each can be spelled in many ways. */
const MAX_REMEMBERED = 1_000;

/** Memoizes by key. Clears the cache when full, so that its size is bounded. */
export const memoizeBy = <Value>(make: (key: string) => Value): ((key: string) => Value) => {
  const values = new Map<string, Value>();
  return (key) => {
    const known = values.get(key);
    if (known !== undefined) return known;
    if (values.size >= MAX_REMEMBERED) values.clear();
    const value = make(key);
    values.set(key, value);
    return value;
  };
};

/** A formatter takes 200 µs to create, and a channel's time zone is read for each alert. */
const formatOf = memoizeBy(
  (timeZone) =>
    new Intl.DateTimeFormat('en', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    }),
);

/** Whether the runtime knows a time zone by this name (IANA, `Europe/Madrid`). */
export const isTimeZone = (name: string): boolean => {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
};

/** The current IANA name of a time zone, from any spelling or former name. */
export const timeZoneNamed = (name: string): string | undefined =>
  isTimeZone(name) ? formatOf(name).resolvedOptions().timeZone : undefined;

/** The wall clock of a time zone, read as if it were UTC; whole minutes. */
const wallOf = (timeZone: string, at: Instant): Instant => {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
};

/** Minutes by which the clock of a time zone is ahead of UTC at an instant. */
export const offsetAt = (timeZone: string, at: Instant): number =>
  wallOf(timeZone, at) / MINUTE - Math.floor(at / MINUTE);

export const localTime = (timeZone: string, at: Instant): LocalTime => {
  const wall = wallOf(timeZone, at);
  const midnight = Math.floor(wall / DAY) * DAY;
  return {
    date: utcDate(midnight),
    minutes: (wall - midnight) / MINUTE,
    weekday: new Date(midnight).getUTCDay() || 7,
  };
};

/** The instant of a local time. One that the clock skips gives the change itself; one that occurs twice gives the first. */
export const instantOf = (timeZone: string, date: string, minutes: number): Instant => {
  const wanted = Date.parse(`${date}T00:00:00Z`) + minutes * MINUTE;
  // A clock is at most a day off UTC, and changes at most once in between.
  const offsets = [wanted - DAY, wanted + DAY].map((at) => wallOf(timeZone, at) - at);
  const candidates = offsets.map((offset) => wanted - offset).sort((a, b) => a - b);
  const exact = candidates.find((at) => wallOf(timeZone, at) === wanted);
  if (exact !== undefined) return exact;
  return firstShowing(timeZone, wanted, candidates[0] ?? wanted, candidates[1] ?? wanted);
};

/** The first minute between two instants at which the clock shows `wanted` or later. */
const firstShowing = (timeZone: string, wanted: Instant, from: Instant, to: Instant): Instant => {
  let [low, high] = [from, to];
  while (high - low > MINUTE) {
    const middle = low + Math.floor((high - low) / 2 / MINUTE) * MINUTE;
    if (wallOf(timeZone, middle) >= wanted) high = middle;
    else low = middle;
  }
  return wallOf(timeZone, low) >= wanted ? low : high;
};
