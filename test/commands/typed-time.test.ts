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

  it.each(['25', '8:60', '24:30', '13pm', '0am', 'early', '8-9', '8:3', '2230'])(
    '%s is invalid',
    (typed) => {
      expect(() => parseDailyDigestTime(typed)).toThrow(
        expect.objectContaining({ problem: 'unknown-hour', values: { text: typed } }),
      );
    },
  );

  it.each(['', 'none', 'Off', 'nunca'])('%s turns it off', (typed) => {
    expect(parseDailyDigestTime(typed)).toBeNull();
  });
});

describe('typed quiet hours', () => {
  it.each([
    ['22:00', '08:00', 1320, 480],
    ['10 p.m.', '8am', 1320, 480],
    ['22', '24', 1320, 0],
    ['0', '8', 0, 480],
  ])('from %s to %s are valid', (typedFrom, typedTo, from, to) => {
    expect(parseQuietHours(typedFrom, typedTo)).toEqual({ from, to });
  });

  it.each(['', 'none', ' Off', 'ninguna', 'aucune', '-'])('%s turns them off', (typed) => {
    expect(parseQuietHours('', typed)).toBeNull();
  });

  it.each([
    ['22:00', ''],
    ['none', '8'],
    ['25', '8'],
    ['at night', '8'],
  ])('from %s to %s are invalid', (from, to) => {
    expect(() => parseQuietHours(from, to)).toThrow(
      expect.objectContaining({ problem: 'unknown-times', values: { from, to } }),
    );
  });

  it.each([
    ['8', '8:00'],
    ['0', '24'],
  ])('from %s to %s are refused because they would never end', (from, to) => {
    expect(() => parseQuietHours(from, to)).toThrow(
      expect.objectContaining({ problem: 'quiet-all-day', values: { text: from } }),
    );
  });
});
