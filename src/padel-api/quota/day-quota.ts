import {
  type HorizonQuota,
  REQUEST_PRIORITIES,
  type RequestPriority,
  type SpentQuota,
} from '../../domain/quota.ts';
import type { Instant } from '../../domain/terms.ts';
import { utcDate } from '../../lib/time.ts';
import { createRequestCounts, type Spending } from './request-counts.ts';
import {
  daysLeftOfMonth,
  nextDayAt,
  nextMonthAt,
  planDay,
  type CalendarEntry,
} from './calendar.ts';

/**
 * The used share of the plan's day and month: other programs may use the token, and the service's day
 * may start at another hour.
 */
export const USED_SHARE = 0.9;

/** The reserved share of each day by priority. Results may use all of it, and more than the day's share. */
const RESERVED: Readonly<Record<RequestPriority, number>> = {
  person: 0.15,
  result: 0,
  live: 0.2,
  // As in the minute: the schedule is read whatever members request.
  background: 0.1,
  refresh: 0,
  names: 0,
};

/** Beyond its reserve each priority stops when this share of the day is spent, the lowest first. */
const STOPS_AT: Readonly<Record<RequestPriority, number>> = {
  person: 1,
  result: 1,
  live: 1,
  background: 0.85,
  refresh: 0.75,
  names: 0.6,
};

const PRIORITIES_WITH_RESERVE = [
  'person',
  'live',
  'background',
] as const satisfies readonly RequestPriority[];

/** The final record of a match is there at the second or third read. */
const READS_OF_RESULT = 3;

export interface DayQuotaOptions {
  /** Requests that the plan allows; without a number there is no limit. */
  readonly perDay?: number | undefined;
  readonly perMonth?: number | undefined;
  /** The service's clock, milliseconds: days and months are UTC of it. */
  readonly now: () => Instant;
  readonly spending?: (Pick<Spending, 'days'> & Partial<Pick<Spending, 'note'>>) | undefined;
  readonly calendar?: (() => readonly CalendarEntry[]) | undefined;
  /** `resultsToday` (live/pacing.ts): requests are kept for each. */
  readonly resultsToday?: (() => number) | undefined;
}

const planned = (allowed: number): number =>
  Number.isFinite(allowed) ? Math.max(1, Math.floor(allowed * USED_SHARE)) : Infinity;

export const horizonOf = (limit: number, used: number, resetsAt: Instant): HorizonQuota =>
  Number.isFinite(limit)
    ? { limit, used, left: Math.max(0, limit - used), resetsAt }
    : { limit: null, used, left: null, resetsAt };

/** The priorities that are refused, the highest first. */
export const refusedBy = (
  spent: (priority: RequestPriority) => SpentQuota | null,
): readonly SpentQuota[] => REQUEST_PRIORITIES.map(spent).filter((each) => each !== null);

export const createDayQuota = (options: DayQuotaOptions) => {
  const { perDay = Infinity, perMonth = Infinity, now, spending } = options;
  const { calendar = () => [], resultsToday = () => 0 } = options;
  const most = { day: planned(perDay), month: planned(perMonth) };
  const isUnlimited = most.day === Infinity && most.month === Infinity;
  const counts = createRequestCounts(spending?.days);
  let plan = { day: '', usedBefore: 0, entries: calendar(), limit: 0 };

  /** The limit of a day. It only grows while more of the calendar becomes known. */
  const limitOf = (day: string): number => {
    const usedBefore = counts.ofOtherDays(day);
    const entries = calendar();
    const isCurrent =
      plan.day === day && plan.usedBefore === usedBefore && plan.entries === entries;
    if (!isCurrent) {
      const monthLeft = most.month - usedBefore;
      const daysLeft = daysLeftOfMonth(now(), entries);
      const isSameDay = plan.day === day && plan.limit <= monthLeft;
      const limit = planDay({ monthLeft, perDay: most.day, daysLeft });
      plan = { day, usedBefore, entries, limit: Math.max(limit, isSameDay ? plan.limit : 0) };
    }
    return plan.limit;
  };

  /** How many requests of a priority are left today; `Infinity` without limits. */
  const left = (priority: RequestPriority): number => {
    if (isUnlimited) return Infinity;
    const day = utcDate(now());
    const used = counts.ofDay(day);
    const ceiling = Math.min(most.day, most.month - counts.ofOtherDays(day));
    if (priority === 'result') return Math.max(0, ceiling - used);
    const limit = Math.min(limitOf(day), Math.max(0, ceiling - resultsToday() * READS_OF_RESULT));
    const partLeft = (of: RequestPriority): number =>
      Math.max(0, Math.floor(limit * RESERVED[of]) - counts.of(day, of));
    const keptForOthers = PRIORITIES_WITH_RESERVE.filter((other) => other !== priority).reduce(
      (sum, other) => sum + partLeft(other),
      0,
    );
    const beyondPart = Math.floor(limit * STOPS_AT[priority]) - used - keptForOthers;
    return Math.max(0, Math.min(limit - used, Math.max(partLeft(priority), beyondPart)));
  };

  const day = (): HorizonQuota => {
    const at = now();
    const today = utcDate(at);
    return horizonOf(limitOf(today), counts.ofDay(today), nextDayAt(at));
  };

  const month = (): HorizonQuota => {
    const at = now();
    const today = utcDate(at);
    const used = counts.ofOtherDays(today) + counts.ofDay(today);
    return horizonOf(most.month, used, nextMonthAt(at));
  };

  /** Why a priority has no requests left, and when it may send again; null while it has some. */
  const spent = (priority: RequestPriority): SpentQuota | null => {
    if (left(priority) > 0) return null;
    const { used, resetsAt } = month();
    return used >= most.month
      ? { priority, by: 'month', until: resetsAt }
      : { priority, by: 'day', until: nextDayAt(now()) };
  };

  return {
    /**
     * Counts a request that is about to be sent.
     * @returns resolves once the count is stored, so that it survives a kill; undefined where nothing stores it
     */
    count: (priority: RequestPriority): Promise<void> | undefined => {
      const today = utcDate(now());
      const settle = counts.add(today, priority);
      if (settle === null) return undefined;
      if (spending?.note !== undefined) return spending.note(priority, today).then(settle);
      settle(null);
      return undefined;
    },
    /** A request of today that was counted has never reached the service. */
    giveBack: (priority: RequestPriority): void => {
      counts.giveBack(utcDate(now()), priority);
    },
    left,
    spent,
    day,
    month,
  };
};
