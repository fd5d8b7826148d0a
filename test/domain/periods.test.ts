import { expect, it } from 'vitest';
import { startOfPeriod, type PeriodName } from '#src/domain/people/statistics.ts';

const at = (day: string): number => Date.parse(`${day}T12:00:00Z`);

it.each([
  ['season', '2026-06-07', '2026-01-01'],
  ['year', '2026-06-07', '2025-06-07'],
  ['year', '2028-02-29', '2027-02-28'],
  ['quarter', '2026-06-07', '2026-03-07'],
  ['quarter', '2026-05-31', '2026-02-28'],
  ['quarter', '2026-01-15', '2025-10-15'],
  ['all', '2026-06-07', null],
] as const)('the period "%s" of %s begins on %s', (period: PeriodName, day, beginning) => {
  expect(startOfPeriod(period, at(day))).toBe(beginning);
});
