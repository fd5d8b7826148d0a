import { describe, expect, it } from 'vitest';
import { createServiceClock } from '#src/padel-api/request/service-clock.ts';
import { DAY, HOUR } from '#src/lib/time.ts';

const NOON = Date.UTC(2026, 10, 27, 12);

const header = (at: number): string => new Date(at).toUTCString();

/** How far the clock is ahead of ours after these headers. */
const aheadAfter = (headers: readonly unknown[]): number => {
  const clock = createServiceClock(() => NOON);
  for (const each of headers) clock.observe(each);
  return clock.now() - NOON;
};

const [HALF_A_DAY, TEN_DAYS] = [DAY / 2, 10 * DAY];

describe("the service's clock", () => {
  it.each([
    ['follows a header at once', [header(NOON + HALF_A_DAY)], HALF_A_DAY],
    ['ignores a year that no clock shows', Array(9).fill('Fri, 01 Jan 99999 00:00:00 GMT'), 0],
    ['ignores a time of the past century', Array(9).fill(header(0)), 0],
    ['ignores what is no date', [undefined, '', 'noon'], 0],
    ['believes the first response, since ours may be off', [header(NOON + TEN_DAYS)], TEN_DAYS],
    [
      'does not believe later ones that are days off and disagree',
      [0, 5, 6, 7, 8, 9].map((days) => header(NOON - days * DAY)),
      0,
    ],
    [
      'does not believe old responses of a cache between current ones',
      [0, 5, 0, 5, 0, 5].map((days) => header(NOON - days * DAY)),
      0,
    ],
    [
      'believes three in a row, such as after its clock was set',
      [NOON, ...[0, 0.4, 0.8].map((hours) => NOON + TEN_DAYS + hours * HOUR)].map(header),
      TEN_DAYS + 0.8 * HOUR,
    ],
  ])('%s', (_what, headers, ahead) => {
    expect(aheadAfter(headers)).toBe(ahead);
  });
});
