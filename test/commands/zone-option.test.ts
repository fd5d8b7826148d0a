import { describe, expect, it } from 'vitest';
import { parseTimeZone } from '#commands/alerts/zone.ts';

const WINTER = Date.UTC(2026, 0, 15);
const SUMMER = Date.UTC(2026, 6, 15);

describe('a typed time zone', () => {
  it.each([
    ['by its name', 'Europe/Madrid', 'Europe/Madrid'],
    ['in any spelling', 'europe/madrid ', 'Europe/Madrid'],
    ['by its city', 'Madrid', 'Europe/Madrid'],
    ['by its city, in any spelling', 'new york', 'America/New_York'],
    ['with a blank', 'America/New York', 'America/New_York'],
    ['by a city that is listed below a country', 'buenos aires', 'America/Argentina/Buenos_Aires'],
    ['by a city with accents', 'São Paulo', 'America/Sao_Paulo'],
    ['by an older name', 'Europe/Belfast', 'Europe/London'],
    ['as UTC', 'utc', 'UTC'],
  ])('is found %s', (_how, typed, zone) => {
    expect(parseTimeZone(typed, WINTER)).toBe(zone);
  });

  it.each([
    ['a typing error', 'Madird', WINTER, /^Europe\/Madrid, /],
    ['a typing error in two words', 'new yrok', WINTER, /^America\/New York, /],
    ['an offset in winter', 'UTC+2', WINTER, /^Europe\/Helsinki, Europe\/Athens, Africa\/Cairo$/],
    ['an offset in summer', 'gmt+2', SUMMER, /^Europe\/Madrid, Europe\/Paris, Europe\/Rome$/],
    ['an offset behind', '-03:00', WINTER, /^America\/Argentina\/Buenos Aires, /],
    ['an offset of nobody', 'UTC+25', WINTER, /.+, .+, .+/],
  ])('with %s gets three suggestions', (_what, text, now, zones) => {
    expect(() => parseTimeZone(text, now)).toThrow(
      expect.objectContaining({
        problem: 'unknown-zone',
        values: { text, zones: expect.stringMatching(zones) as string },
      }),
    );
  });

  it.each(['', '💥', '!?'])('without letters gets no suggestions: %s', (text) => {
    expect(() => parseTimeZone(text, WINTER)).toThrow(
      expect.objectContaining({ problem: 'no-such-zone', values: { text } }),
    );
  });
});
