import { MINUTE } from '../lib/time.ts';
import { translator, type Locale } from './i18n.ts';

/** `61 %` in the language's format, or `under 1 %`; 99 % where a larger share is not certain. `share` is 0 to 1. */
export const percent = (locale: Locale, share: number): string =>
  share > 0 && share < LEAST_PERCENT
    ? translator(locale)('under', { percent: percent(locale, 0.01) })
    : numberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(
        share < 1 ? Math.min(0.99, share) : share,
      );

/** A smaller share would round to 0 %, as if it were impossible. */
const LEAST_PERCENT = 0.005;

/**
 * Two shares of one whole as percentages that add up to 100. Limited to 1 and 99: what is possible
 * is never shown as certain.
 */
export const percentages = (
  locale: Locale,
  shares: { readonly team_1: number; readonly team_2: number },
): { readonly home: string; readonly away: string } => {
  const home = Math.min(99, Math.max(1, Math.round(shares.team_1 * 100))) / 100;
  return { home: percent(locale, home), away: percent(locale, 1 - home) };
};

/** `21,400` in the language's format. */
export const integer = (locale: Locale, value: number): string =>
  numberFormat(locale, { useGrouping: true }).format(value);

/** `+8`, `-8`, `0` in the language's format. */
export const signed = (locale: Locale, value: number): string =>
  numberFormat(locale, { useGrouping: true, signDisplay: 'exceptZero' }).format(value);

const instantOf = (date: string): number => Date.parse(`${date}T00:00:00Z`);

const formatted = (locale: Locale, date: string, parts: Intl.DateTimeFormatOptions): string => {
  const at = instantOf(date);
  return Number.isNaN(at) ? date : dateFormat(locale, parts).format(at);
};

/** A local date `YYYY-MM-DD` in the language's format; no time zone is applied. */
export const localDate = (locale: Locale, date: string): string =>
  formatted(locale, date, { dateStyle: 'medium' });

/** A local date with its weekday: `Sunday, June 7, 2026`. */
export const fullDate = (locale: Locale, date: string): string =>
  formatted(locale, date, { dateStyle: 'full' });

/** A local date without its year: `Jun 7`. */
export const shortDate = (locale: Locale, date: string): string =>
  formatted(locale, date, { day: 'numeric', month: 'short' });

/** `today`, `tomorrow`, `yesterday` in words of the language. */
export const relativeDay = (locale: string, days: number): string =>
  relativeFormat(locale, { numeric: 'auto' }).format(days, 'day');

/** The month of a local date: `June 2026`. */
export const monthName = (locale: Locale, date: string): string =>
  formatted(locale, date, { month: 'long', year: 'numeric' });

/** The months as dates name them: `Nov`, `nov`. */
export const shortMonths = (locale: Locale): readonly string[] =>
  Array.from({ length: 12 }, (_, month) =>
    formatted(locale, `2026-${String(month + 1).padStart(2, '0')}-01`, { month: 'short' }),
  );

/** Minutes since midnight as a time of day: `4:00 PM`, `16:00`. */
export const clockTime = (locale: Locale, minutes: number): string =>
  dateFormat(locale, { timeStyle: 'short' })
    .format(minutes * MINUTE)
    // Intl puts a narrow no-break space before AM and PM in English.
    .replaceAll('\u202f', ' ');

/** `A, B and C`. */
export const all = (locale: Locale, words: readonly string[]): string =>
  listFormat(locale, { type: 'conjunction' }).format(words);

/** `2.15` in the language's format. */
export const decimal = (locale: Locale, value: number): string =>
  numberFormat(locale, { maximumFractionDigits: 2 }).format(value);

/** `€525,000` in the language's format. Not cached: the currency comes from outside. */
export const money = (
  locale: Locale,
  { amount, currency }: { readonly amount: number; readonly currency: string },
): string =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    useGrouping: true,
    maximumFractionDigits: 0,
  }).format(amount);

/** A country's name by its ISO 3166 alpha-2 code; the code itself when it has no name. */
export const countryName = (locale: Locale, code: string): string =>
  /^[A-Za-z]{2}$/.test(code)
    ? (displayNames(locale, { type: 'region' }).of(code.toUpperCase()) ?? code)
    : code;

const formattedRange = (
  locale: Locale,
  [from, to]: readonly [string, string],
  parts: Intl.DateTimeFormatOptions,
): string => {
  const [start, end] = [instantOf(from), instantOf(to)];
  return start <= end
    ? dateFormat(locale, parts).formatRange(start, end)
    : formatted(locale, from, parts);
};

/** A range of local dates: `Jun 1 – 7, 2026`. */
export const dateRange = (locale: Locale, from: string, to: string): string =>
  formattedRange(locale, [from, to], { dateStyle: 'medium' });

/** A range of local dates without the year: `Jun 1 – 7`. */
export const shortDateRange = (locale: Locale, from: string, to: string): string =>
  formattedRange(locale, [from, to], { day: 'numeric', month: 'short' });

export const capitalised = (locale: Locale, words: string): string =>
  words.slice(0, 1).toLocaleUpperCase(locale) + words.slice(1);

/**
 * Caches `Intl` formatters by language and options: creating one is a hundred times slower than
 * using it. Options are constants, so the cache stays bounded.
 */
const once = <Options extends object, Made>(
  Formatter: new (locale: string, options: Options) => Made,
) => {
  const made = new Map<string, Made>();
  return (locale: string, options: Options): Made => {
    const key = `${locale} ${JSON.stringify(options)}`;
    const formatter = made.get(key) ?? new Formatter(locale, options);
    made.set(key, formatter);
    return formatter;
  };
};

const inZone = once<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(Intl.DateTimeFormat);

/** Formats dates without a time zone. */
export const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions) =>
  inZone(locale, { ...options, timeZone: 'UTC' });

const numberFormat = once<Intl.NumberFormatOptions, Intl.NumberFormat>(Intl.NumberFormat);
const listFormat = once<Intl.ListFormatOptions, Intl.ListFormat>(Intl.ListFormat);
const relativeFormat = once<Intl.RelativeTimeFormatOptions, Intl.RelativeTimeFormat>(
  Intl.RelativeTimeFormat,
);
const displayNames = once<Intl.DisplayNamesOptions, Intl.DisplayNames>(Intl.DisplayNames);
