import { describe, expect, it } from 'vitest';
import { dayExamples, isDate, isTodayTyped, typedDay } from '#src/i18n/days.ts';
import { LOCALES } from '#src/i18n/i18n.ts';
import { dayAfter } from '../../src/lib/time.ts';

/** A Sunday. */
const TODAY = '2026-06-07';

const dayNamed = (locale: string, typed: string): string | null => typedDay(locale, typed, TODAY);

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
    ['en-US', '7/6/2026', '2026-07-06'],
    ['en-GB', '7/6/2026', '2026-06-07'],
    ['en-US', '6/9', '2026-06-09'],
    ['en-GB', '9/6', '2026-06-09'],
    ['en-US', '13/6', '2026-06-13'],
    ['de', '9/6', '2026-06-09'],
    ['es-419', '27/11', '2026-11-27'],
    ['es-ES', '27.11.', '2026-11-27'],
    ['en-US', '27.11.', '2026-11-27'],
    ['fr', '27-11', '2026-11-27'],
    ['pt-BR', '31/12', '2025-12-31'],
    ['en-US', 'fri', '2026-06-12'],
    ['en-US', 'Fri.', '2026-06-12'],
    ['en-US', 'thurs', '2026-06-11'],
    ['en-US', 'sun', '2026-06-07'],
    ['es-ES', 'viernes', '2026-06-12'],
    ['es-ES', 'vie', '2026-06-12'],
    ['es-ES', 'mié', '2026-06-10'],
    ['es-ES', 'ayer', '2026-06-06'],
    ['es-ES', 'pasado mañana', '2026-06-09'],
    ['fr', 'demain', '2026-06-08'],
    ['fr', 'aujourd’hui', '2026-06-07'],
    ['fr', "aujourd'hui", '2026-06-07'],
    ['fr', 'ven.', '2026-06-12'],
    ['fr', '27 nov.', '2026-11-27'],
    ['it', 'domani', '2026-06-08'],
    ['it', 'ieri', '2026-06-06'],
    ['it', 'giovedi', '2026-06-11'],
    ['pt-BR', 'amanhã', '2026-06-08'],
    ['pt-BR', 'hoje', '2026-06-07'],
    ['pt-BR', 'seg', '2026-06-08'],
    ['pt-BR', 'segunda', '2026-06-08'],
    ['en-US', 'mañana', '2026-06-08'],
    ['de', 'viernes', '2026-06-12'],
  ])('in %s, %s is %s', (locale, typed, day) => {
    expect(dayNamed(locale, typed)).toBe(day);
  });

  it.each([
    ['a date that does not exist', '2026-02-30'],
    ['the last day with a four-digit year', '9999-12-31'],
    ['a day in the year 1', '01.01.0001'],
    ['a day and month that no year has', '31/6'],
    ['two letters', 'fr'],
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

  it.each(['en-US', 'en-GB', 'es-ES', 'es-419', 'fr', 'it', 'pt-BR', 'de'])(
    'that is not understood is answered with examples that are, in %s',
    (locale) => {
      const examples = dayExamples(locale, TODAY);
      const days = examples.map((typed) => dayNamed(locale, typed));
      expect(days).toEqual(['2026-06-08', '2026-06-09', '2026-06-09', '2026-06-09']);
    },
  );

  it('is shown in the words of each language', () => {
    expect(dayExamples('en-US', TODAY)).toEqual(['tomorrow', 'Tuesday', '6/9', 'June 9']);
    expect(dayExamples('es-ES', TODAY)).toEqual(['mañana', 'martes', '9/6', '9 de junio']);
  });

  it('is today by its word in any language', () => {
    const words = ['today', 'Hoy', 'oggi', "aujourd'hui", 'hoje'];
    expect(words).toHaveLength(LOCALES.length);
    expect(words.filter(isTodayTyped)).toEqual(words);
    expect(['tomorrow', 'sunday', TODAY].filter(isTodayTyped)).toEqual([]);
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
