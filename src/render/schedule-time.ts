import type { Match } from '../domain/match.ts';
import { readLabel } from '../domain/schedule-labels.ts';
import type { Instant } from '../domain/terms.ts';
import { instantAt } from '../domain/venue-clock.ts';
import { dayAfter } from '../i18n/days.ts';
import { clockTime, localDate } from '../i18n/format.ts';
import type { Reader } from '../i18n/i18n.ts';
import { dateFormat } from '../i18n/intl.ts';
import { outside, outsidePlain, timestamp } from '../i18n/text.ts';

/** A local date with its weekday: `Sunday, June 7, 2026`. */
export const dayText = ({ locale }: Pick<Reader, 'locale'>, date: string): string => {
  const at = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(at)) return date;
  return dateFormat(locale, { dateStyle: 'full' }).format(at);
};

type Scheduled = Pick<Match, 'scheduleLabel' | 'playedOn'>;

/**
 * The instant that the label of a match names; null where it names none, or the venue's clock (its
 * minutes ahead of UTC) is not known. A time that nobody told is not made up.
 */
export const beginningOf = (
  { scheduleLabel, playedOn }: Scheduled,
  offset: number | null,
): Instant | null => {
  const label = readLabel(scheduleLabel);
  if (offset === null || playedOn === null || !('minutes' in label)) return null;
  return instantAt(playedOn, label.minutes, offset);
};

/** What a label says, with the time that it names as `time` writes it; one that we do not know as `raw`. */
const labelText = (
  { t }: Pick<Reader, 't'>,
  scheduleLabel: string | null,
  time: (minutes: number) => string,
  raw: (text: string, max: number) => string,
): string => {
  const label = readLabel(scheduleLabel);
  if (label.kind === 'followed-by') return t('schedule.followedBy');
  if (label.kind === 'other') return raw(scheduleLabel ?? '', 40);
  const key = label.kind === 'starting' ? 'schedule.starting' : 'schedule.notBefore';
  return t(key, { time: time(label.minutes) });
};

/** The label in the reader's language, its time as that of the venue: where there is no markdown. */
export const venueTime = (
  reader: Reader,
  scheduleLabel: string | null,
  raw: (text: string, max: number) => string = outsidePlain,
): string => {
  const time = (minutes: number): string =>
    reader.t('schedule.venueTime', { time: clockTime(reader.locale, minutes) });
  return labelText(reader, scheduleLabel, time, raw);
};

/**
 * When a match is to begin, as far as its label tells: a timestamp in the reader's own time where
 * the venue's clock is known, else the label in the venue's time.
 */
export const scheduledTime = (reader: Reader, match: Scheduled, offset: number | null): string => {
  const at = beginningOf(match, offset);
  return at === null
    ? venueTime(reader, match.scheduleLabel, outside)
    : labelText(reader, match.scheduleLabel, () => timestamp(at, 't'), outside);
};

/**
 * Day and time at which a match is to begin: in the reader's own time where the instant is known,
 * else the venue's day and what its label says; null where there is no day.
 */
export const whenToBegin = (
  reader: Reader,
  match: Scheduled,
  offset: number | null,
  dayWords: typeof dayText = ({ locale }, date) => localDate(locale, date),
): string | null => {
  if (match.playedOn === null) return null;
  const at = beginningOf(match, offset);
  const day = at === null ? dayWords(reader, match.playedOn) : timestamp(at, 'D');
  return match.scheduleLabel === null ? day : `${day} · ${scheduledTime(reader, match, offset)}`;
};

/** A day to choose from: `Today, Sunday, June 7, 2026`. */
export const dayChoice = (reader: Reader, day: string, today: string): string => {
  const words = [
    [today, 'day.today'],
    [dayAfter(today, 1), 'day.tomorrow'],
    [dayAfter(today, -1), 'day.yesterday'],
  ] as const;
  const word = words.find(([date]) => date === day)?.[1];
  const text = dayText(reader, day);
  return word === undefined ? text : `${reader.t(word)} · ${text}`;
};
