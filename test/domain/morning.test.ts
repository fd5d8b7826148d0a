import { describe, expect, it } from 'vitest';
import type { AlertType } from '#src/domain/alerts/alert-types.ts';
import { nextDailyDigest, dailyDigestSpan } from '#src/domain/alerts/quiet-hours.ts';

const next = (
  at: string,
  timeZone = 'Europe/Madrid',
  digestAt = 8 * 60,
  types: readonly AlertType[] = ['daily'],
): string | null => {
  const due = nextDailyDigest({ types, timeZone, digestAt }, Date.parse(at));
  return due === null ? null : new Date(due).toISOString().slice(0, 16);
};

describe('the next daily digest of a channel', () => {
  it.each([
    ['is today before its time', '2026-06-07T05:59Z', 'Europe/Madrid', '2026-06-07T06:00'],
    ['is tomorrow at its time', '2026-06-07T06:00Z', 'Europe/Madrid', '2026-06-08T06:00'],
    ['is tomorrow after its time', '2026-06-07T20:00Z', 'Europe/Madrid', '2026-06-08T06:00'],
    ["is at eight after spring's change", '2026-03-28T12:00Z', 'Europe/Madrid', '2026-03-29T06:00'],
    ["is at eight after autumn's change", '2026-10-24T12:00Z', 'Europe/Madrid', '2026-10-25T07:00'],
    ['is at eight in New York', '2026-03-07T14:00Z', 'America/New_York', '2026-03-08T12:00'],
    ['is ahead of the date line', '2026-06-07T17:59Z', 'Pacific/Kiritimati', '2026-06-07T18:00'],
    ['is behind the date line', '2026-06-07T18:59Z', 'Pacific/Niue', '2026-06-07T19:00'],
    ['is at odd minutes', '2026-06-07T03:00Z', 'Asia/Kathmandu', '2026-06-08T02:15'],
  ])('%s: %s in %s', (_reason, at, zone, expected) => {
    expect(next(at, zone)).toBe(expected);
  });

  it('is at midnight when that was chosen', () => {
    expect(next('2026-06-06T21:59Z', 'Europe/Madrid', 0)).toBe('2026-06-06T22:00');
    expect(next('2026-06-06T22:00Z', 'Europe/Madrid', 0)).toBe('2026-06-07T22:00');
  });

  it('is due for the daily post alone', () => {
    const wanting = (...types: AlertType[]) => next('2026-06-07T05:00Z', 'UTC', 480, types);
    expect(wanting('daily')).toBe('2026-06-07T08:00');
    expect(wanting('start', 'result', 'upcoming')).toBeNull();
    expect(wanting()).toBeNull();
  });
});

describe('the span of a daily digest', () => {
  const hours = (date: string, timeZone: string, digestAt = 8 * 60): readonly string[] => {
    const { from, to } = dailyDigestSpan({ timeZone, digestAt }, date);
    return [from, to].map((at) => new Date(at).toISOString().slice(0, 16));
  };

  it.each([
    ['2026-06-07', 'Europe/Madrid', ['2026-06-07T06:00', '2026-06-08T06:00']],
    ['2026-06-07', 'Pacific/Auckland', ['2026-06-06T20:00', '2026-06-07T20:00']],
    ['2026-03-28', 'Europe/Madrid', ['2026-03-28T07:00', '2026-03-29T06:00']],
    ['2026-10-24', 'Europe/Madrid', ['2026-10-24T06:00', '2026-10-25T07:00']],
  ])('of %s in %s is from one digest to the next', (date, zone, expected) => {
    expect(hours(date, zone)).toEqual(expected);
  });
});
