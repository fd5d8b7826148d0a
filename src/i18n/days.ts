import { dayAfter } from '../lib/time.ts';
import type { Reader } from './i18n.ts';
import { dateFormat } from './format.ts';

export const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  dayAfter(text, 0) === text;

/** Drops accents and replaces the curly apostrophe that phones type. */
const plain = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase().trim();

export const isToday = ({ t }: Pick<Reader, 't'>, typed: string): boolean =>
  plain(t('day.today')) === plain(typed);

const wordOf = (locale: string, date: string, part: Intl.DateTimeFormatOptions): string =>
  plain(dateFormat(locale, part).format(Date.parse(`${date}T00:00:00Z`)));

/** How many days from `today` a weekday, or a date without its year, may be. */
const NEXT_WEEK = 7;
const HALF_A_YEAR = 182;

/** `31/12/2026`, `31.12.2026`, `31-12-2026`. */
const IN_FIGURES = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/;

/** Its neighbours must be valid, too: buttons lead to them. */
const isDay = (text: string): boolean =>
  isDate(text) && text >= '1900-01-01' && text < '9999-01-01';

/**
 * A local date typed in figures: `2026-06-07`, or with the year last, in the day and month order of
 * the reader's language. Dots always mean day first. English uses both orders, so `7/6/2026` is
 * refused there, while `31/12/2026` is unambiguous.
 */
export const dayInFigures = ({ locale }: Pick<Reader, 'locale'>, typed: string): string | null => {
  const text = typed.trim();
  if (isDay(text)) return text;
  const [, first = '', mark = '', second = '', year = ''] = IN_FIGURES.exec(text) ?? [];
  const dated = (month: string, day: string): string | null => {
    const date = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
    return isDay(date) ? date : null;
  };
  const dayFirst = dated(second, first);
  if (mark === '.' || (dayFirst !== null && locale !== 'en')) return dayFirst;
  const monthFirst = dated(first, second);
  const isOne = dayFirst === null || monthFirst === null || dayFirst === monthFirst;
  return isOne ? (dayFirst ?? monthFirst) : null;
};

/**
 * A local date typed in words: today, tomorrow or yesterday in the reader's language, a weekday
 * (the next one), or a day and month, with or without a year (the nearest one). Null for anything
 * else.
 */
export const dayText = ({ locale, t }: Reader, typed: string, today: string): string | null => {
  const text = plain(typed);
  const relative = [
    [t('day.today'), 0],
    [t('day.tomorrow'), 1],
    [t('day.yesterday'), -1],
  ] as const;
  const near = relative.find(([word]) => plain(word) === text);
  if (near !== undefined) return dayAfter(today, near[1]);
  return weekday(locale, text, today) ?? dayOfMonth(locale, text, today);
};

const weekday = (locale: string, text: string, today: string): string | null => {
  const days = Array.from({ length: NEXT_WEEK }, (_, index) => dayAfter(today, index));
  const isNamed = (day: string): boolean => {
    const name = wordOf(locale, day, { weekday: 'long' });
    // Portuguese shortens `segunda-feira` to `segunda`.
    return name === text || name === `${text}-feira`;
  };
  return days.find(isNamed) ?? null;
};

const dayOfMonth = (locale: string, text: string, today: string): string | null => {
  const numbers = text.match(/\d+/g) ?? [];
  const years = numbers.filter((number) => number.length === 4);
  const [number, ...more] = numbers.filter((each) => each.length <= 2).map(Number);
  const [word, ...others] = text.split(/[^\p{L}]+/u).filter((each) => each.length >= 3);
  // Reject any number that is not understood: ignoring a year would give the wrong day.
  const isRead = numbers.length === years.length + 1 && years.length <= 1 && more.length === 0;
  if (number === undefined || word === undefined || others.length > 0 || !isRead) return null;
  const [year] = years;
  const days = year === undefined ? nearestDays(today) : daysOfYear(year);
  const isNamed = (day: string): boolean =>
    Number(day.slice(8)) === number && wordOf(locale, day, { month: 'long' }).startsWith(word);
  return days.find(isNamed) ?? null;
};

/** Nearest to today first. */
const nearestDays = (today: string): readonly string[] =>
  Array.from({ length: HALF_A_YEAR + 1 }, (_, away) => [
    dayAfter(today, away),
    dayAfter(today, -away),
  ]).flat();

const LONGEST_YEAR = 366;

const daysOfYear = (year: string): readonly string[] =>
  Array.from({ length: LONGEST_YEAR }, (_, index) => dayAfter(`${year}-01-01`, index)).filter(
    (day) => day.startsWith(year),
  );
