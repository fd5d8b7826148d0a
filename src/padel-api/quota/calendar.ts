import type { Tournament } from '../../domain/people/people.ts';
import { isCalledOff } from '../../domain/tournament/tournament-status.ts';
import type { TournamentLevel } from '../../domain/levels.ts';
import type { Instant } from '../../domain/terms.ts';
import { DAY, utcDate } from '../../lib/time.ts';

/** The fields of a tournament that determine what its days need. */
export type CalendarEntry = Pick<Tournament, 'level' | 'status' | 'startDate' | 'endDate'>;

/** Tournaments with live points: their list is polled. */
const TOP_LEVELS: ReadonlySet<string> = new Set<TournamentLevel>([
  'finals',
  'major',
  'p1',
  'p2',
  'fip_platinum',
]);

/**
 * The requests that a day needs, relative to a day without matches: members ask on a day of play, pushed
 * matches need the live list, and the matches of each other tournament are read every three minutes.
 */
const WEIGHTS = { quiet: 1, play: 3, pushed: 3, eachUnpushed: 2 } as const;

/** `YYYY-MM`, of a day. */
export const quotaMonth = (day: string): string => day.slice(0, 7);

export const nextDayAt = (at: Instant): Instant => at - (at % DAY) + DAY;

export const nextMonthAt = (at: Instant): Instant => {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
};

const weightOf = (date: string, calendar: readonly CalendarEntry[]): number => {
  const on = calendar.filter(
    ({ status, startDate, endDate }) =>
      !isCalledOff({ status }) &&
      startDate !== null &&
      startDate <= date &&
      (endDate ?? startDate) >= date,
  );
  if (on.length === 0) return WEIGHTS.quiet;
  const unpushed = on.filter(({ level }) => !TOP_LEVELS.has(level)).length;
  const pushed = unpushed < on.length ? WEIGHTS.pushed : 0;
  return WEIGHTS.quiet + WEIGHTS.play + pushed + unpushed * WEIGHTS.eachUnpushed;
};

/** The remaining days of the month, today first, each weighted by its tournaments. */
export const daysLeftOfMonth = (
  now: Instant,
  calendar: readonly CalendarEntry[],
): readonly WeightedDay[] => {
  const today = now - (now % DAY);
  const days = Math.round((nextMonthAt(now) - today) / DAY);
  return Array.from({ length: days }, (_, index) => {
    const date = utcDate(today + index * DAY);
    return { date, weight: weightOf(date, calendar) };
  });
};

/** A remaining day of the month, today included, and what it needs relative to the others. */
export interface WeightedDay {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly weight: number;
}

interface DayPlanOptions {
  /** Requests of the month that were left at the start of today. */
  readonly monthLeft: number;
  readonly perDay: number;
  /** The remaining days of the month, today first. */
  readonly daysLeft: readonly WeightedDay[];
}

/**
 * How many requests today may spend: its share, by weight, of what is left of the month. What exceeds
 * `perDay` on one day is shared among the others; what earlier days left unused is part of `monthLeft`.
 */
export const planDay = ({ monthLeft, perDay, daysLeft }: DayPlanOptions): number => {
  const [today] = daysLeft;
  if (today === undefined) return perDay;
  let left = Math.max(0, monthLeft);
  let open = daysLeft;
  for (;;) {
    const unit = left / open.reduce((sum, { weight }) => sum + weight, 0);
    const isFull = ({ weight }: WeightedDay): boolean => weight * unit > perDay;
    if (isFull(today)) return perDay;
    const full = open.filter(isFull);
    if (full.length === 0) return Math.floor(today.weight * unit);
    left -= full.length * perDay;
    open = open.filter((day) => !isFull(day));
  }
};
