import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { instantOf, isTimeZone, localTime, memoizeBy } from '#src/domain/local-time.ts';
import { dayAfter } from '#src/lib/time.ts';

const at = (text: string): number => Date.parse(text);

const clock = (hours: number, minutes = 0): number => hours * 60 + minutes;

describe('the local time', () => {
  it.each([
    ['UTC', '2026-06-07T12:00:59.999Z', '2026-06-07', clock(12), 7],
    ['Europe/Madrid', '2026-06-07T22:30:00Z', '2026-06-08', clock(0, 30), 1],
    ['America/New_York', '2026-06-07T03:59:00Z', '2026-06-06', clock(23, 59), 6],
    ['Pacific/Kiritimati', '2026-12-31T10:00:00Z', '2027-01-01', clock(0), 5],
    ['Pacific/Niue', '2026-06-07T10:59:00Z', '2026-06-06', clock(23, 59), 6],
    ['Asia/Kathmandu', '2026-06-07T18:15:00Z', '2026-06-08', clock(0), 1],
  ])('in %s at %s', (zone, instant, date, minutes, weekday) => {
    expect(localTime(zone, at(instant))).toEqual({ date, minutes, weekday });
  });

  it.each([
    ['Europe/Madrid', '2026-03-29', ['00:59', '01:00'], [clock(1, 59), clock(3)]],
    ['Europe/Madrid', '2026-10-25', ['00:59', '01:00'], [clock(2, 59), clock(2)]],
    ['America/New_York', '2026-03-08', ['06:59', '07:00'], [clock(1, 59), clock(3)]],
    ['America/New_York', '2026-11-01', ['05:59', '06:00'], [clock(1, 59), clock(1)]],
  ])('in %s jumps on %s', (zone, date, instants, expected) => {
    const shown = instants.map((time) => localTime(zone, at(`${date}T${time}:00Z`)));
    expect(shown.map(({ minutes }) => minutes)).toEqual(expected);
    expect(shown.map((each) => each.date)).toEqual([date, date]);
  });
});

describe('the instant of a local time', () => {
  it.each([
    ['a day like others', 'Europe/Madrid', '2026-06-07', clock(8), '2026-06-07T06:00Z'],
    ['a day in winter', 'Europe/Madrid', '2026-01-07', clock(8), '2026-01-07T07:00Z'],
    ['the first of two', 'Europe/Madrid', '2026-10-25', clock(2, 30), '2026-10-25T00:30Z'],
    ['before it is set forward', 'Europe/Madrid', '2026-03-29', clock(1, 59), '2026-03-29T00:59Z'],
    ['a skipped time', 'Europe/Madrid', '2026-03-29', clock(2), '2026-03-29T01:00Z'],
    ['the end of that hour', 'Europe/Madrid', '2026-03-29', clock(2, 59), '2026-03-29T01:00Z'],
    ['after it was set forward', 'Europe/Madrid', '2026-03-29', clock(3), '2026-03-29T01:00Z'],
    ['the first of two', 'America/New_York', '2026-11-01', clock(1, 30), '2026-11-01T05:30Z'],
    ['a skipped time', 'America/New_York', '2026-03-08', clock(2, 30), '2026-03-08T07:00Z'],
    ['the evening of the change', 'America/New_York', '2026-03-08', clock(22), '2026-03-09T02:00Z'],
    ['far in the east', 'Pacific/Kiritimati', '2026-06-08', clock(0), '2026-06-07T10:00Z'],
    ['far in the west', 'Pacific/Niue', '2026-06-06', clock(23, 59), '2026-06-07T10:59Z'],
    ['at odd minutes', 'Asia/Kathmandu', '2026-06-08', clock(7), '2026-06-08T01:15Z'],
    // Lord Howe sets its clock by half an hour: 2:00 becomes 2:30.
    ['a skipped half hour', 'Australia/Lord_Howe', '2026-10-04', clock(2, 10), '2026-10-03T15:30Z'],
    // Samoa left 30 December 2011 out when it went over the date line.
    ['a skipped day', 'Pacific/Apia', '2011-12-30', clock(12), '2011-12-30T10:00Z'],
  ])('%s (%s, %s)', (_reason, zone, date, minutes, expected) => {
    expect(new Date(instantOf(zone, date, minutes)).toISOString()).toBe(
      new Date(expected).toISOString(),
    );
  });

  // Where the clock never changes, a larger step also covers every hour of the day.
  it.each([
    ['Europe/Madrid', 1],
    ['America/New_York', 1],
    ['Pacific/Kiritimati', 5],
    ['Asia/Kathmandu', 5],
  ])('is found for every instant of two years in %s, in steps of %i h', (zone, step) => {
    const first = at('2026-01-01T00:00Z');
    const wrong: string[] = [];
    for (let hour = 0; hour < 2 * 365 * 24; hour += step) {
      const instant = first + hour * 3_600_000;
      const shown = localTime(zone, instant);
      const back = instantOf(zone, shown.date, shown.minutes);
      // A time that occurs twice is the first of the two. `expect` is slower than a comparison.
      const isFirst =
        back === instant - 3_600_000 && isDeepStrictEqual(localTime(zone, back), shown);
      if (back !== instant && !isFirst) wrong.push(new Date(instant).toISOString());
    }
    expect(wrong).toEqual([]);
  });
});

it.each([
  ['Europe/Madrid', true],
  ['UTC', true],
  ['America/Argentina/Buenos_Aires', true],
  ['Madrid', false],
  ['', false],
  ['Europe/Atlantis', false],
])('recognizes the time zone %j: %s', (name, expected) => {
  expect(isTimeZone(name)).toBe(expected);
});

it('creates one formatter for a time zone, however often it is used', () => {
  const created = vi.spyOn(Intl, 'DateTimeFormat');
  onTestFinished(() => {
    created.mockRestore();
  });
  for (let use = 0; use < 5; use += 1) {
    expect(isTimeZone('Antarctica/Troll')).toBe(true);
    localTime('Antarctica/Troll', use);
  }
  expect(created).toHaveBeenCalledTimes(1);
});

it('caches a thousand values, then starts with an empty cache', () => {
  const made: string[] = [];
  const valueOf = memoizeBy((key) => made.push(key));
  for (let key = 0; key <= 1_000; key += 1) valueOf(String(key));
  valueOf('1000');
  expect(made).toHaveLength(1_001);
  valueOf('0');
  expect(made).toHaveLength(1_002);
});

it.each([
  ['2026-02-28', 1, '2026-03-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2026-03-29', -1, '2026-03-28'],
  ['2026-06-07', 7, '2026-06-14'],
])('%s plus %i days is %s', (date, days, expected) => {
  expect(dayAfter(date, days)).toBe(expected);
});
