import {
  expectedStart,
  type ExpectedStart,
  type Scheduled,
} from '../../domain/match/expected-start.ts';
import { readLabel } from '../../domain/match/schedule-labels.ts';
import { clockTime, localDate, fullDate, relativeDay } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside, outsidePlain, timestamp } from '../../i18n/text.ts';
import { dayAfter } from '../../lib/time.ts';
import { dotted } from './lines.ts';

/** A local date with its weekday: `Sunday, June 7, 2026`. */
export const dayText = ({ locale }: Pick<Reader, 'locale'>, date: string): string =>
  fullDate(locale, date);

const WORDS = { 'not-before': 'schedule.notBefore', estimated: 'schedule.estimated' } as const;

const timeWords = ({ t }: Reader, kind: ExpectedStart['kind'] | 'starting', time: string): string =>
  kind === 'not-before' || kind === 'estimated' ? t(WORDS[kind], { time }) : time;

/** Longer labels and remarks are shortened. */
const LABEL_MAX = 40;

/**
 * A schedule label in the reader's language, its time marked as the venue's, and its remark; no
 * markdown.
 */
export const venueTime = (
  reader: Reader,
  scheduleLabel: string | null,
  raw: (text: string, max: number) => string = outsidePlain,
): string => {
  const { t, locale } = reader;
  const label = readLabel(scheduleLabel);
  if (label.kind === 'other') return raw(scheduleLabel ?? '', LABEL_MAX);
  const wordsOf = (): string => {
    if (label.kind === 'followed-by') return t('schedule.followedBy');
    const time = t('schedule.venueTime', { time: clockTime(locale, label.minutes) });
    return timeWords(reader, label.kind, time);
  };
  return dotted([wordsOf(), raw(label.remark ?? '', LABEL_MAX)]);
};

/**
 * When a match starts: a timestamp in the reader's time zone when the instant is known, else the
 * label with the venue's time. Estimates are marked, a remark of the label follows.
 */
export const scheduledTime = (reader: Reader, match: Scheduled, offset: number | null): string => {
  const start = expectedStart(match, offset);
  if (start === null) return venueTime(reader, match.scheduleLabel, outside);
  const time = timeWords(reader, start.kind, timestamp(start.at, 't'));
  const { kind, remark = '' } = readLabel(match.scheduleLabel);
  const unread = kind === 'other' ? outside(match.scheduleLabel ?? '', LABEL_MAX) : '';
  return dotted([unread, time, outside(remark, LABEL_MAX)]);
};

/** A match for a line that does not name its court: what it says of the match before it there is left out. */
export const withoutCourtOrder = <M extends Scheduled>(match: M): M =>
  readLabel(match.scheduleLabel).kind === 'followed-by' ? { ...match, scheduleLabel: null } : match;

/** The same; null when no time is known. */
export const timeToBegin = (
  reader: Reader,
  match: Scheduled,
  offset: number | null,
): string | null =>
  match.scheduleLabel === null && match.scheduledAt === undefined
    ? null
    : scheduledTime(reader, match, offset);

/**
 * The day and time of a match: in the reader's time zone when the instant is known, else the
 * venue's day and label; null without a day.
 */
export const whenToBegin = (
  reader: Reader,
  match: Scheduled,
  offset: number | null,
  dayWords: typeof dayText = ({ locale }, date) => localDate(locale, date),
): string | null => {
  if (match.playedOn === null) return null;
  const start = expectedStart(match, offset);
  const day = start === null ? dayWords(reader, match.playedOn) : timestamp(start.at, 'D');
  const time = timeToBegin(reader, match, offset);
  return time === null ? day : `${day} · ${time}`;
};

/** A day as a menu option: `Today, Sunday, June 7, 2026`. */
export const dayChoice = (reader: Reader, day: string, today: string): string => {
  const near = [0, 1, -1].find((days) => dayAfter(today, days) === day);
  const word = near === undefined ? null : relativeDay(reader.locale, near);
  return dotted([word, dayText(reader, day)]);
};
