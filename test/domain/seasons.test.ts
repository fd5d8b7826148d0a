import { expect, it } from 'vitest';
import { CURRENT_LEVELS, TOURNAMENT_LEVELS, isPastLevel } from '#src/domain/levels.ts';
import { seasonYearAt } from '#src/domain/tournament/seasons.ts';

it.each([
  ['2019-12-31', 2023],
  ['2023-01-01', 2023],
  ['2025-12-31', 2025],
  ['2026-01-01', 2026],
  ['2027-01-02', 2027],
])('the season on %s is %s, or the first there is', (date, year) => {
  expect(seasonYearAt(Date.parse(date))).toBe(year);
});

it('only the levels of World Padel Tour are past', () => {
  const past = ['wpt_final', 'wpt_master', 'wpt_1000', 'wpt_500'];
  expect(TOURNAMENT_LEVELS.filter(isPastLevel)).toEqual(past);
  expect([...CURRENT_LEVELS, ...past]).toEqual(TOURNAMENT_LEVELS);
});
