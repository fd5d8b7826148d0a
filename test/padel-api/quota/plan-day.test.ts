import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  daysLeftOfMonth,
  planDay,
  type CalendarEntry,
  type WeightedDay,
} from '#src/padel-api/quota/calendar.ts';

const days = (...weights: readonly number[]): readonly WeightedDay[] =>
  weights.map((weight, index) => ({
    date: `2026-06-${String(index + 1).padStart(2, '0')}`,
    weight,
  }));

const aTournament = (more: Partial<CalendarEntry> = {}): CalendarEntry => ({
  level: 'p1',
  status: 'pending',
  startDate: '2026-06-26',
  endDate: '2026-06-28',
  ...more,
});

describe('the limit of today', () => {
  it.each<[string, Parameters<typeof planDay>[0], number]>([
    ['its share of the month', { monthLeft: 900, perDay: 500, daysLeft: days(1, 1, 1, 6, 6) }, 60],
    [
      'everything that is left, on the last day',
      { monthLeft: 80, perDay: 100, daysLeft: days(1) },
      80,
    ],
    ['no more than a day allows', { monthLeft: 900, perDay: 100, daysLeft: days(6, 1, 1) }, 100],
    ['what later days cannot use', { monthLeft: 300, perDay: 120, daysLeft: days(1, 1, 6) }, 90],
    ['zero when the month is spent', { monthLeft: 0, perDay: 100, daysLeft: days(1, 6) }, 0],
    [
      'the daily limit when the month has none',
      {
        monthLeft: Infinity,
        perDay: 100,
        daysLeft: days(1, 6),
      },
      100,
    ],
  ])('is %s', (_what, options, expected) => {
    expect(planDay(options)).toBe(expected);
  });

  it('leaves each day its share, whatever the days before used of theirs', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(1, 6, 7, 9), { minLength: 1, maxLength: 31 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 31, maxLength: 31 }),
        (weights, appetites) => {
          let monthLeft = 45_000;
          let quietest = Infinity;
          weights.forEach((weight, index) => {
            const daysLeft = days(...weights.slice(index));
            const today = planDay({ monthLeft, perDay: 3_600, daysLeft });
            expect(today).toBeLessThanOrEqual(Math.min(3_600, monthLeft));
            // Unused requests carry over: the unit of weight shrinks only by rounding.
            const unit = today >= 3_600 ? Infinity : today / weight;
            expect(unit).toBeGreaterThanOrEqual(Math.min(quietest, 3_600 / weight) - 1);
            quietest = Math.min(quietest, unit);
            monthLeft -= Math.floor(today * (appetites[index] ?? 0));
          });
        },
      ),
    );
  });
});

describe('the remaining days of a month', () => {
  it('weigh by what they need: a tournament that is pushed, each one that is not, or none', () => {
    const calendar = [
      aTournament(),
      aTournament({ level: 'fip_gold', startDate: '2026-06-25', endDate: '2026-06-27' }),
    ];
    const left = daysLeftOfMonth(Date.parse('2026-06-24T23:59:00Z'), calendar);
    expect(left.map(({ date, weight }) => `${date.slice(8)} ${weight}`)).toEqual([
      '24 1',
      '25 6',
      '26 9',
      '27 9',
      '28 7',
      '29 1',
      '30 1',
    ]);
  });

  it.each<[string, Partial<CalendarEntry>]>([
    ['that is cancelled', { status: 'cancelled' }],
    ['without dates', { startDate: null, endDate: null }],
    ['of another month', { startDate: '2026-07-01', endDate: '2026-07-05' }],
  ])('have no extra weight for a tournament %s', (_which, more) => {
    const left = daysLeftOfMonth(Date.parse('2026-06-28T00:00:00Z'), [aTournament(more)]);
    expect(left.map(({ weight }) => weight)).toEqual([1, 1, 1]);
  });

  it.each(['finals', 'major', 'p1', 'p2', 'fip_platinum'])(
    'weigh more with a %s, which has live points',
    (level) => {
      const left = daysLeftOfMonth(Date.parse('2026-06-28T00:00:00Z'), [aTournament({ level })]);
      expect(left.map(({ weight }) => weight)).toEqual([7, 1, 1]);
    },
  );
});
