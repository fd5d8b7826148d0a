import { describe, expect, it } from 'vitest';
import { dayInFigures, dayText, isDate } from '#src/i18n/days.ts';
import { readerIn } from '#src/i18n/i18n.ts';
import { dayAfter } from '../../src/lib/time.ts';

/** A Sunday. */
const TODAY = '2026-06-07';

const dayNamed = (locale: string, typed: string): string | null => {
  const reader = readerIn(locale);
  return dayInFigures(reader, typed) ?? dayText(reader, typed, TODAY);
};

describe('a day', () => {
  it.each([
    ['en', '2026-06-09', '2026-06-09'],
    ['en', 'today', '2026-06-07'],
    ['en', ' Tomorrow ', '2026-06-08'],
    ['en', 'yesterday', '2026-06-06'],
    ['es', 'hoy', '2026-06-07'],
    ['es', 'manana', '2026-06-08'],
    ['es', 'mañana', '2026-06-08'],
    ['en', 'friday', '2026-06-12'],
    ['en', 'Sunday', '2026-06-07'],
    ['es', 'sabado', '2026-06-13'],
    ['en', '9 June', '2026-06-09'],
    ['en', 'June 9', '2026-06-09'],
    ['en', '31 dec', '2025-12-31'],
    ['en', '5 may', '2026-05-05'],
    ['en', '7 June 2025', '2025-06-07'],
    ['en', 'June 7, 2024', '2024-06-07'],
    ['en', '7th June 2027', '2027-06-07'],
    ['en', '2024 Feb 29', '2024-02-29'],
    ['es', '7 de junio de 2025', '2025-06-07'],
    ['fr', '1er août 2025', '2025-08-01'],
    ['es', '31/12/2026', '2026-12-31'],
    ['es', '7/6/2026', '2026-06-07'],
    ['fr', '07-06-2026', '2026-06-07'],
    ['pt', '12/31/2026', '2026-12-31'],
    ['en', '31/12/2026', '2026-12-31'],
    ['en', '12/31/2026', '2026-12-31'],
    ['en', '6/6/2026', '2026-06-06'],
    ['en', ' 7.6.2026 ', '2026-06-07'],
  ])('in %s, %s is %s', (locale, typed, day) => {
    expect(dayNamed(locale, typed)).toBe(day);
  });

  it.each([
    ['a date that does not exist', '2026-02-30'],
    ['the last day with a four-digit year', '9999-12-31'],
    ['a day in the year 1', '01.01.0001'],
    ['a date that countries read differently', '7/6'],
    ['a date with a year that countries read differently', '7/6/2026'],
    ['two separators', '31/12.2026'],
    ['a month that does not exist', '12.31.2026'],
    ['a day that this year does not have', '29/2/2026'],
    ['a two-digit year', '31/12/26'],
    ['a number', '7'],
    ['a word', 'soon'],
    ['an empty text', ''],
    ['a day that no month has', '32 June'],
    ['a day that its year does not have', '29 February 2025'],
    ['a two-digit year that may be a day', "7 June '25"],
    ['a number that is no year', '7 June 20255'],
    ['two years', '7 June 2024 2025'],
    ['a year without a day', 'June 2025'],
  ])('is not read from %s: %s', (_reason, typed) => {
    expect(dayNamed('en', typed)).toBeNull();
  });

  it.each([
    ['2026-06-30', 1, '2026-07-01'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2026-12-31', 1, '2027-01-01'],
  ])('%s plus %i days is %s', (day, days, expected) => {
    expect(dayAfter(day, days)).toBe(expected);
  });

  it.each([
    ['2026-06-07', true],
    ['2026-13-01', false],
    ['2026-02-29', false],
    ['tomorrow', false],
    ['', false],
  ])('%s is a date: %s', (text, expected) => {
    expect(isDate(text)).toBe(expected);
  });
});
