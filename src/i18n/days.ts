import { dayAfter } from '../lib/time.ts';
import { dateFormat, relativeDay } from './format.ts';
import { LOCALES, localeOf } from './i18n.ts';

export const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  dayAfter(text, 0) === text;

/** Drops accents, a final dot, and the curly apostrophe that phones type. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('’', "'")
    .toLowerCase()
    .trim()
    .replace(/\.$/, '');

const wordOf = (locale: string, date: string, part: Intl.DateTimeFormatOptions): string =>
  plain(dateFormat(locale, part).format(Date.parse(`${date}T00:00:00Z`)));

/** How many days from `today` a weekday, or a date without its year, may be. */
const NEXT_WEEK = 7;
const HALF_A_YEAR = 182;

/** A word of a day or month is understood from this many letters on: `fri`, `vie`, `nov`. */
const SHORTEST_WORD = 3;

/** `31/12`, `31.12.`, `31-12-2026`. */
const IN_FIGURES = /^(\d{1,2})([/.-])(\d{1,2})(?:\2(\d{4})?)?$/;

/** Its neighbours must be valid, too: buttons lead to them. */
const isDay = (text: string): boolean =>
  isDate(text) && text >= '1900-01-01' && text < '9999-01-01';

const isMonthFirst = (locale: string): boolean => {
  const parts = dateFormat(locale, { day: 'numeric', month: 'numeric' }).formatToParts(0);
  return (
    parts.findIndex(({ type }) => type === 'month') < parts.findIndex(({ type }) => type === 'day')
  );
};

/**
 * A local date typed in figures: `2026-06-07`, or with the day and month in the order of the locale, the
 * year last or left out (then the nearest one). The other order is taken where only that one is a date;
 * dots always mean day first.
 */
const dayInFigures = (locale: string, text: string, today: string): string | null => {
  if (isDay(text)) return text;
  const [, first = '', mark = '', second = '', year] = IN_FIGURES.exec(text) ?? [];
  const dated = (month: string, day: string): string | null => {
    const inYear = `-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    const days = year === undefined ? nearestDays(today) : [`${year}${inYear}`];
    return days.find((each) => each.endsWith(inYear) && isDay(each)) ?? null;
  };
  if (mark === '') return null;
  const dayFirst = dated(second, first);
  if (mark === '.') return dayFirst;
  const monthFirst = dated(first, second);
  return isMonthFirst(locale) ? (monthFirst ?? dayFirst) : (dayFirst ?? monthFirst);
};

/** Days from today that a word of the language names: `tomorrow`, `pasado mañana`. */
const RELATIVE_DAYS = [0, 1, -1, 2, -2];

/**
 * A local date typed in words: today, tomorrow or yesterday, a weekday (the next one), or a day and
 * month, with or without a year (the nearest one).
 */
const dayInWords = (locale: string, text: string, today: string): string | null => {
  const near = RELATIVE_DAYS.find((days) => plain(relativeDay(locale, days)) === text);
  if (near !== undefined) return dayAfter(today, near);
  return weekday(locale, text, today) ?? dayOfMonth(locale, text, today);
};

/**
 * The local date that is typed, in figures in the order of the user's locale, or in words of their
 * language, else of any other; null for anything else.
 */
export const typedDay = (locale: string, typed: string, today: string): string | null => {
  const text = plain(typed);
  const inFigures = dayInFigures(locale, text, today);
  if (inFigures !== null) return inFigures;
  for (const each of [localeOf(locale), ...LOCALES]) {
    const day = dayInWords(each, text, today);
    if (day !== null) return day;
  }
  return null;
};

/** Whether a word for today was typed, which names another date at another venue. */
export const isTodayTyped = (typed: string): boolean =>
  LOCALES.some((locale) => plain(relativeDay(locale, 0)) === plain(typed));

/** How a day can be typed, in the user's language: `tomorrow`, `Friday`, `11/27`, `November 27`. */
export const dayExamples = (locale: string, today: string): readonly string[] => {
  const language = localeOf(locale);
  const at = Date.parse(`${dayAfter(today, 2)}T00:00:00Z`);
  const figures = { day: 'numeric', month: 'numeric' } as const;
  return [
    relativeDay(language, 1),
    dateFormat(language, { weekday: 'long' }).format(at),
    dateFormat(locale, figures).format(at),
    dateFormat(language, { day: 'numeric', month: 'long' }).format(at),
  ];
};

const weekday = (locale: string, text: string, today: string): string | null => {
  if (text.length < SHORTEST_WORD) return null;
  const days = Array.from({ length: NEXT_WEEK }, (_, index) => dayAfter(today, index));
  // Portuguese shortens `segunda-feira` to `segunda` and `seg`.
  return days.find((day) => wordOf(locale, day, { weekday: 'long' }).startsWith(text)) ?? null;
};

const dayOfMonth = (locale: string, text: string, today: string): string | null => {
  const numbers = text.match(/\d+/g) ?? [];
  const years = numbers.filter((number) => number.length === 4);
  const [number, ...more] = numbers.filter((each) => each.length <= 2).map(Number);
  const [word, ...others] = text.split(/[^\p{L}]+/u).filter((each) => each.length >= SHORTEST_WORD);
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
