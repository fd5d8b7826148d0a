import { MINUTE } from '../lib/time.ts';
import type { Locale } from './i18n.ts';

/** `61 %`, as the language writes it. `share` is 0 to 1. */
export const percent = (locale: Locale, share: number): string =>
  numberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share);

/**
 * Two shares of one whole as percentages that add up to 100. What is possible is never shown as
 * certain: 1 and 99 are the ends.
 */
export const percentages = (
  locale: Locale,
  shares: { readonly team_1: number; readonly team_2: number },
): { readonly home: string; readonly away: string } => {
  const home = Math.min(99, Math.max(1, Math.round(shares.team_1 * 100))) / 100;
  return { home: percent(locale, home), away: percent(locale, 1 - home) };
};

/** `21,400`, as the language writes it. */
export const integer = (locale: Locale, value: number): string =>
  numberFormat(locale, { useGrouping: true }).format(value);

/** `+8`, `-8`, `0`, as the language writes it. */
export const signed = (locale: Locale, value: number): string =>
  numberFormat(locale, { useGrouping: true, signDisplay: 'exceptZero' }).format(value);

/** A local date `YYYY-MM-DD` as the language writes it; it has no time zone to convert. */
export const localDate = (locale: Locale, date: string): string => {
  const at = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(at)) return date;
  return dateFormat(locale, { dateStyle: 'medium' }).format(at);
};

/** Minutes of a day as the language writes a time: `4:00 PM`, `16:00`. */
export const clockTime = (locale: Locale, minutes: number): string =>
  dateFormat(locale, { timeStyle: 'short' })
    .format(minutes * MINUTE)
    // In English a narrow blank would stand before AM and PM.
    .replaceAll('\u202f', ' ');

/** `A, B and C`. */
export const all = (locale: Locale, words: readonly string[]): string =>
  listFormat(locale, { type: 'conjunction' }).format(words);

/** `2.15`, as the language writes it. */
export const decimal = (locale: Locale, value: number): string =>
  numberFormat(locale, { maximumFractionDigits: 2 }).format(value);

/** A local date without its year, for where there is little room: `Jun 7`. */
export const shortDate = (locale: Locale, date: string): string => {
  const at = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(at)) return date;
  const parts = { day: 'numeric', month: 'short' } as const;
  return dateFormat(locale, parts).format(at);
};

/** A country by its ISO 3166 alpha-2 code, in the reader's language; the code where it has none. */
export const countryName = (locale: Locale, code: string): string =>
  /^[A-Za-z]{2}$/.test(code)
    ? (displayNames(locale, { type: 'region' }).of(code.toUpperCase()) ?? code)
    : code;

/** Two local dates as the language writes them together: `Jun 1 – 7, 2026`. */
export const dateRange = (locale: Locale, from: string, to: string): string => {
  const [start, end] = [from, to].map((date) => Date.parse(`${date}T00:00:00Z`));
  if (start === undefined || end === undefined || !(start <= end)) return localDate(locale, from);
  const format = dateFormat(locale, { dateStyle: 'medium' });
  return format.formatRange(start, end);
};

/** Two local dates without their year, for where there is little room: `Jun 1 – 7`. */
export const shortDateRange = (locale: Locale, from: string, to: string): string => {
  const [start, end] = [from, to].map((date) => Date.parse(`${date}T00:00:00Z`));
  if (start === undefined || end === undefined || !(start <= end)) return shortDate(locale, from);
  const parts = { day: 'numeric', month: 'short' } as const;
  return dateFormat(locale, parts).formatRange(start, end);
};

/** The month of a local date: `June 2026`. */
export const monthName = (locale: Locale, date: string): string => {
  const at = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(at)) return date;
  const parts = { month: 'long', year: 'numeric' } as const;
  return dateFormat(locale, parts).format(at);
};

/** The same words at the beginning of a line. */
export const capitalised = (locale: Locale, words: string): string =>
  words.slice(0, 1).toLocaleUpperCase(locale) + words.slice(1);

/**
 * Formatters of `Intl`, made once for a language and its options: to make one takes a hundred times as
 * long as to use it.
 */
const once = <Options extends object, Made>(make: (locale: string, options: Options) => Made) => {
  const made = new Map<string, Made>();
  return (locale: string, options: Options): Made => {
    const key = `${locale} ${JSON.stringify(options)}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const created = make(locale, options);
    made.set(key, created);
    return created;
  };
};

/** Formats days that have no time zone to convert. Options are constants: their number is bounded. */
export const dateFormat = once(
  (locale, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }),
);

const numberFormat = once(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);

const listFormat = once(
  (locale, options: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options),
);

const displayNames = once(
  (locale, options: Intl.DisplayNamesOptions) => new Intl.DisplayNames(locale, options),
);
