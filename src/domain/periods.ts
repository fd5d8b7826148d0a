import type { Instant } from './terms.ts';

/** Periods for statistics. */
export const PERIODS = ['season', 'year', 'quarter', 'all'] as const;

export type PeriodName = (typeof PERIODS)[number];

const dateOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The same day some months ago, or the last day of that month. */
const monthsBefore = (now: Instant, months: number): string => {
  const day = new Date(now);
  const first = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - months, 1));
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0));
  first.setUTCDate(Math.min(day.getUTCDate(), lastDay.getUTCDate()));
  return dateOf(first);
};

const BEGINS: Readonly<Record<PeriodName, (now: Instant) => string | null>> = {
  season: (now) => `${new Date(now).getUTCFullYear()}-01-01`,
  year: (now) => monthsBefore(now, 12),
  quarter: (now) => monthsBefore(now, 3),
  all: () => null,
};

/** The local date, `YYYY-MM-DD`, on which a period starts; null for `all`. */
export const beginningOf = (period: PeriodName, now: Instant): string | null => BEGINS[period](now);
