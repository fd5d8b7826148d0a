import { describe, expect, it } from 'vitest';
import { quietUntil } from '#src/domain/alerts/quiet-hours.ts';

const clock = (text: string): number => {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * 60 + minutes;
};

/** When the quiet hours end, as UTC; null when it is not quiet. */
const until = (hours: string, zone: string, at: string): string | null => {
  const [from = '', to = ''] = hours.split('-');
  const end = quietUntil({ from: clock(from), to: clock(to) }, zone, Date.parse(at));
  return end === null ? null : new Date(end).toISOString().slice(0, 16);
};

describe('quiet hours', () => {
  it.each([
    ['begin to the minute', '23:00-08:00', '2026-06-07T20:59:59Z', null],
    ['begin to the minute', '23:00-08:00', '2026-06-07T21:00:00Z', '2026-06-08T06:00'],
    ['go on over midnight', '23:00-08:00', '2026-06-07T22:30:00Z', '2026-06-08T06:00'],
    ['end to the minute', '23:00-08:00', '2026-06-08T05:59:59Z', '2026-06-08T06:00'],
    ['end to the minute', '23:00-08:00', '2026-06-08T06:00:00Z', null],
    ['can be within a day', '13:00-15:30', '2026-06-07T11:00:00Z', '2026-06-07T13:30'],
    ['can be within a day', '13:00-15:30', '2026-06-07T13:30:00Z', null],
    ['can be within a day', '13:00-15:30', '2026-06-07T10:59:00Z', null],
    ['can begin at midnight', '00:00-07:00', '2026-06-06T22:00:00Z', '2026-06-07T05:00'],
    ['can begin at midnight', '00:00-07:00', '2026-06-06T21:59:00Z', null],
    ['can end at midnight', '22:00-00:00', '2026-06-07T20:00:00Z', '2026-06-07T22:00'],
    ['can end at midnight', '22:00-00:00', '2026-06-07T22:00:00Z', null],
    ['of no length do not apply', '09:00-09:00', '2026-06-07T07:00:00Z', null],
    ['of no length do not apply', '00:00-00:00', '2026-06-07T07:00:00Z', null],
  ])('%s: %s in Madrid at %s', (_reason, hours, at, expected) => {
    expect(until(hours, 'Europe/Madrid', at)).toBe(expected);
  });

  it('do not apply when none were chosen', () => {
    expect(quietUntil(null, 'UTC', 0)).toBeNull();
  });

  it.each([
    // The night is an hour shorter, and ends at eight by the clock.
    ['to summer time', 'Europe/Madrid', '2026-03-28T22:30:00Z', '2026-03-29T06:00'],
    ['to summer time, afterwards', 'Europe/Madrid', '2026-03-29T01:30:00Z', '2026-03-29T06:00'],
    // The night is an hour longer.
    ['from summer time', 'Europe/Madrid', '2026-10-24T21:30:00Z', '2026-10-25T07:00'],
    ['from summer time, repeated', 'Europe/Madrid', '2026-10-25T01:30:00Z', '2026-10-25T07:00'],
    ['to summer time', 'America/New_York', '2026-03-08T04:30:00Z', '2026-03-08T12:00'],
    ['from summer time', 'America/New_York', '2026-11-01T03:30:00Z', '2026-11-01T13:00'],
    ['fourteen hours ahead', 'Pacific/Kiritimati', '2026-06-07T10:00:00Z', '2026-06-07T18:00'],
    ['fourteen hours ahead, by day', 'Pacific/Kiritimati', '2026-06-07T00:00:00Z', null],
    ['eleven hours behind', 'Pacific/Niue', '2026-06-07T10:30:00Z', '2026-06-07T19:00'],
    ['eleven hours behind, by day', 'Pacific/Niue', '2026-06-07T19:00:00Z', null],
    ['at odd minutes', 'Asia/Kathmandu', '2026-06-07T17:15:00Z', '2026-06-08T02:15'],
    ['at odd minutes, just before', 'Asia/Kathmandu', '2026-06-07T17:14:59Z', null],
  ])('from eleven to eight follow the local clock: %s (%s, %s)', (_reason, zone, at, end) => {
    expect(until('23:00-08:00', zone, at)).toBe(end);
  });

  it.each([
    // Two o'clock never comes: it is three, and the quiet is over.
    ['Europe/Madrid', '23:00-02:30', '2026-03-29T00:30:00Z', '2026-03-29T01:00'],
    ['Europe/Madrid', '23:00-02:30', '2026-03-29T01:00:00Z', null],
    // Half past two comes twice: the first ends them, and they do not begin again.
    ['Europe/Madrid', '23:00-02:30', '2026-10-25T00:29:00Z', '2026-10-25T00:30'],
    ['Europe/Madrid', '23:00-02:30', '2026-10-25T01:15:00Z', null],
    // They begin in the hour that is skipped: at three, as soon as the clock is past it.
    ['Europe/Madrid', '02:30-07:00', '2026-03-29T00:59:00Z', null],
    ['Europe/Madrid', '02:30-07:00', '2026-03-29T01:00:00Z', '2026-03-29T05:00'],
  ])('can end or begin at a clock change: %s %s at %s', (zone, hours, at, end) => {
    expect(until(hours, zone, at)).toBe(end);
  });

  it('end after the given instant, and are over then, on every day of a clock change', () => {
    for (const zone of ['Europe/Madrid', 'America/New_York']) {
      for (const day of ['2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01']) {
        for (let minute = 0; minute < 24 * 60; minute += 7) {
          const at = Date.parse(`${day}T00:00:00Z`) + minute * 60_000;
          for (const hours of [
            { from: 23 * 60, to: 8 * 60 },
            { from: 60, to: 150 },
            { from: 150, to: 90 },
          ]) {
            const end = quietUntil(hours, zone, at);
            if (end === null) continue;
            expect(end).toBeGreaterThan(at);
            expect(quietUntil(hours, zone, end)).toBeNull();
          }
        }
      }
    }
  });

  it('that begin in a repeated hour begin once', () => {
    for (const at of ['2026-10-25T00:20:00Z', '2026-10-25T01:05:00Z', '2026-10-25T01:20:00Z']) {
      expect(until('02:15-08:00', 'Europe/Madrid', at)).toBe('2026-10-25T07:00');
    }
    expect(until('02:15-08:00', 'Europe/Madrid', '2026-10-25T00:10:00Z')).toBeNull();
  });
});
