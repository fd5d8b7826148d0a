import type { Match } from '../domain/match.ts';
import { readLabel } from '../domain/schedule-labels.ts';
import { instantAt } from '../domain/venue-clock.ts';
import { dayAfter } from '../i18n/days.ts';
import type { Reader } from '../i18n/i18n.ts';
import { outside, timestamp } from '../i18n/text.ts';

/** A local date with its weekday: `Sunday, June 7, 2026`. */
export const dayText = ({ locale }: Pick<Reader, 'locale'>, date: string): string => {
  const at = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(at)) return date;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(at);
};

/**
 * When a match is to begin, as far as its label tells: a timestamp in the reader's own time where
 * the venue's clock is known, else the label in the venue's time. A time that nobody told is not
 * made up.
 */
export const scheduledTime = (
  { t }: Pick<Reader, 't'>,
  { scheduleLabel, playedOn }: Match,
  offset: number | null,
): string => {
  const label = readLabel(scheduleLabel);
  if (label.kind === 'followed-by') return t('schedule.followedBy');
  if (label.kind === 'other') return outside(scheduleLabel ?? '', 40);
  const isKnown = offset !== null && playedOn !== null;
  const time = isKnown
    ? timestamp(instantAt(playedOn, label.minutes, offset), 't')
    : t('schedule.venueTime', { time: clock(label.minutes) });
  return label.kind === 'starting'
    ? t('schedule.starting', { time })
    : t('schedule.notBefore', { time });
};

/** Minutes of a day as they stand on every clock: `16:00`. */
const clock = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;

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
