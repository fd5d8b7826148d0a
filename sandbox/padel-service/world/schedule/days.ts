import type { Instant } from '../../../../src/domain/terms.ts';
import { MINUTE, HOUR, DAY } from '../../../../src/lib/time.ts';

/** A day of some place's calendar, counted from 1970-01-01. */
export type Day = number;

/** The day as `YYYY-MM-DD`. */
export const isoDate = (day: Day): string => new Date(day * DAY).toISOString().slice(0, 10);

/** The day of a `YYYY-MM-DD`. */
export const dayOf = (date: string): Day => Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY);

/** The day of an instant in UTC. */
export const utcDay = (instant: Instant): Day => Math.floor(instant / DAY);

export const yearOf = (day: Day): number => new Date(day * DAY).getUTCFullYear();

/** 0 for Monday … 6 for Sunday. */
export const weekdayOf = (day: Day): number => (new Date(day * DAY).getUTCDay() + 6) % 7;

/** The Monday of the day's week. */
export const mondayOf = (day: Day): Day => day - weekdayOf(day);

/** The first Monday of a year. */
export const firstMondayOf = (year: number): Day => mondayOf(dayOf(`${year}-01-01`) + 6);

const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (timezone: string): Intl.DateTimeFormat => {
  const known = formats.get(timezone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    timeZoneName: 'longOffset',
    hour: '2-digit',
  });
  formats.set(timezone, format);
  return format;
};

const offsets = new Map<string, Map<number, number>>();

/** How far a place's clocks are ahead of UTC at an instant, in milliseconds. */
export const offsetAt = (timezone: string, instant: Instant): number => {
  const known = offsets.get(timezone) ?? new Map<number, number>();
  offsets.set(timezone, known);
  // Clocks are changed on the hour: a place has one offset from one to the next.
  const hour = Math.floor(instant / HOUR);
  const offset = known.get(hour) ?? readOffset(timezone, instant);
  known.set(hour, offset);
  return offset;
};

const readOffset = (timezone: string, instant: Instant): number => {
  const text = formatOf(timezone).format(instant);
  const match = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(text);
  const [, sign, hours, minutes] = match ?? [];
  if (sign === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * MINUTE);
};

/** The instant at which a place's clocks show this many minutes after midnight of the day. */
export const instantAt = (day: Day, minutes: number, timezone: string): Instant => {
  const asUtc = day * DAY + minutes * MINUTE;
  return asUtc - offsetAt(timezone, asUtc - offsetAt(timezone, asUtc));
};

/** The day that a place's calendar shows at an instant. */
export const localDay = (instant: Instant, timezone: string): Day =>
  utcDay(instant + offsetAt(timezone, instant));

/** An instant as the service writes it: ISO 8601 in whole seconds, UTC. */
export const isoInstant = (instant: Instant): string =>
  new Date(instant).toISOString().replace(/\.\d+Z$/, '+00:00');

/** An instant with a place's offset: ISO 8601 in whole seconds, `2026-07-29T12:30:00+02:00`. */
export const localInstant = (instant: Instant, timezone: string): string => {
  const offset = offsetAt(timezone, instant);
  const clock = new Date(instant + offset).toISOString().slice(0, 19);
  const minutes = Math.abs(offset) / MINUTE;
  const parts = [Math.floor(minutes / 60), minutes % 60].map((each) =>
    String(each).padStart(2, '0'),
  );
  return `${clock}${offset < 0 ? '-' : '+'}${parts.join(':')}`;
};
