import { describe, expect, it } from 'vitest';
import {
  latencyBound,
  publicStatus,
  STATUS_DAYS,
  type StatusRows,
} from '#src/domain/public-status.ts';
import { DAY, HOUR, MINUTE, utcDate } from '#src/lib/time.ts';

const NOON = Date.UTC(2026, 5, 7, 12);
const [YESTERDAY, TODAY] = ['2026-06-06', '2026-06-07'];

const NOTHING: StatusRows = {
  uptime: [],
  latencies: [],
  gaps: [],
  feedSeenAt: NOON,
  trackRecord: null,
};

const statusOf = (more: Partial<StatusRows>, at = NOON) =>
  publicStatus({ ...NOTHING, ...more }, at);

const uptimeOf = (more: Partial<StatusRows>, at = NOON) =>
  statusOf(more, at)
    .days.slice(-3)
    .map(({ uptimePercent }) => uptimePercent);

const upOn = (day: string, minutes: number, first: number, last: number) => ({
  day,
  minutes,
  first,
  last,
});

describe('the uptime of a day', () => {
  it.each([
    ['unknown before the first day', [upOn(TODAY, 720, 0, 719)], [null, null, 100]],
    [
      'counted from the first minute of the first day',
      [upOn(TODAY, 20, 700, 719)],
      [null, null, 100],
    ],
    ['without the minute that has begun', [upOn(TODAY, 21, 700, 720)], [null, null, 100]],
    [
      'below 100 with a missing minute',
      [upOn(YESTERDAY, 1439, 0, 1439), upOn(TODAY, 719, 0, 719)],
      [null, 99.93, 99.86],
    ],
    ['0 on a day without a row', [upOn('2026-06-05', 1440, 0, 1439)], [100, 0, 0]],
  ])('is %s', (_what, uptime, shown) => {
    expect(uptimeOf({ uptime })).toEqual(shown);
  });

  it('is unknown in the first minute of a day, and its mean is weighted by minutes', () => {
    const midnight = NOON - 12 * HOUR;
    const uptime = [upOn(YESTERDAY, 720, 0, 1439), upOn(TODAY, 1, 0, 0)];
    expect(uptimeOf({ uptime }, midnight + 30_000)).toEqual([null, 50, null]);
    expect(
      statusOf({ uptime: [upOn(YESTERDAY, 1440, 0, 1439), upOn(TODAY, 0, 0, 0)] }).uptimePercent,
    ).toBe(66.66);
  });

  it('ends with the last recorded minute', () => {
    const uptime = [upOn(TODAY, 700, 0, 699)];
    expect(statusOf({ uptime }).downSince).toBe(NOON - 20 * MINUTE);
    expect(statusOf({ uptime }, NOON - 18 * MINUTE).downSince).toBeNull();
  });
});

describe('the latency from point to post', () => {
  const latencies = [
    { day: YESTERDAY, upToMs: 400, messages: 50 },
    { day: YESTERDAY, upToMs: 500, messages: 50 },
    { day: TODAY, upToMs: 600_000, messages: 1 },
  ];

  it('is interpolated within a bucket, for each day and for all', () => {
    const { days, pointToPostMs, messages } = statusOf({ latencies });
    expect(days.at(-2)).toMatchObject({ pointToPostMs: { p50: 400, p95: 490 }, messages: 100 });
    expect(days.at(-1)?.pointToPostMs).toEqual({ p50: 450_000, p95: 585_000 });
    expect([pointToPostMs, messages]).toEqual([{ p50: 401, p95: 492 }, 101]);
    expect(days.at(-3)?.pointToPostMs).toBeNull();
  });

  it.each([
    [-3, 100],
    [100, 100],
    [101, 150],
    [3_600_000, 600_000],
  ])('counts %i ms in the bucket up to %i', (latency, bound) => {
    expect(latencyBound(latency)).toBe(bound);
  });
});

describe('gaps of the feed', () => {
  it('are divided among their days; an open one ends now, an old one is left out', () => {
    const midnight = NOON - 12 * HOUR;
    const over = { from: midnight - HOUR, to: midnight + 2 * HOUR };
    const old = { from: NOON - 100 * DAY, to: NOON - 91 * DAY };
    const status = statusOf({ gaps: [over, old], feedSeenAt: NOON - 10 * MINUTE });
    const open = { from: NOON - 10 * MINUTE, to: NOON };
    expect(status.gaps).toEqual([open, over]);
    expect(status.feedGapSince).toBe(open.from);
    expect(status.days.slice(-2).map(({ feedGapMs }) => feedGapMs)).toEqual([
      HOUR,
      2 * HOUR + 10 * MINUTE,
    ]);
    expect(statusOf({ feedSeenAt: NOON - 3 * MINUTE }).feedGapSince).toBeNull();
  });
});

it('the public status has ninety days, the oldest first', () => {
  const { days } = statusOf({});
  expect(days).toHaveLength(STATUS_DAYS);
  expect([days[0]?.date, days.at(-1)?.date]).toEqual([utcDate(NOON - 89 * DAY), TODAY]);
});
