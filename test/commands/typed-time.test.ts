import { describe, expect, it } from 'vitest';
import { parseDailyDigestTime, parseQuietHours } from '#commands/alerts/typed-time.ts';

describe('a typed time', () => {
  it.each([
    ['8', 480],
    ['08:30', 510],
    ['8.30', 510],
    [' 7h ', 420],
    ['7h15', 435],
    ['10pm', 1320],
    ['10:30 PM', 1350],
    ['8 a.m.', 480],
    ['12am', 0],
    ['12pm', 720],
    ['24:00', 0],
    ['0', 0],
  ])('%s is %i minutes', (typed, minutes) => {
    expect(parseDailyDigestTime(typed)).toBe(minutes);
  });

  it.each(['', '25', '8:60', '24:30', '13pm', '0am', 'early', '8-9', '8:3', '2230'])(
    '%s is invalid',
    (typed) => {
      expect(() => parseDailyDigestTime(typed)).toThrow(
        expect.objectContaining({ problem: 'unknown-hour', values: { text: typed } }),
      );
    },
  );

  it.each(['none', 'Off', 'nunca'])('%s turns it off', (typed) => {
    expect(parseDailyDigestTime(typed)).toBeNull();
  });
});

describe('typed quiet hours', () => {
  it.each([
    ['22:00-08:00', 1320, 480],
    ['22-8', 1320, 480],
    ['10pm-8am', 1320, 480],
    ['10 p.m. - 8 a.m.', 1320, 480],
    ['22.30 – 7h', 1350, 420],
    ['22h—7h30', 1320, 450],
    ['22 to 8', 1320, 480],
    ['22:00 a 8:00', 1320, 480],
    ['22h à 7h', 1320, 420],
    ['10pm to 8am', 1320, 480],
    ['22-24', 1320, 0],
  ])('%s are valid', (typed, from, to) => {
    expect(parseQuietHours(typed)).toEqual({ from, to });
  });

  it.each(['none', ' Off', 'ninguna', 'aucune', '-'])('%s turns them off', (typed) => {
    expect(parseQuietHours(typed)).toBeNull();
  });

  it.each(['22:00', '22-', '-8', '22-8-9', '25-8', 'at night'])('%s are invalid', (typed) => {
    expect(() => parseQuietHours(typed)).toThrow(
      expect.objectContaining({ problem: 'unknown-time' }),
    );
  });

  it.each(['8-8', '22:00-22:00', '0-24'])(
    '%s are refused because they would never end',
    (typed) => {
      expect(() => parseQuietHours(typed)).toThrow(
        expect.objectContaining({ problem: 'quiet-all-day', values: { text: typed } }),
      );
    },
  );
});
