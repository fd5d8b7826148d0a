import type { RequestPriority } from '../../domain/quota.ts';
import { quotaMonth } from './calendar.ts';

/** Completes a count: with the count of all processes, or null when unknown. */
export type Settle = (shared: number | null) => void;

interface Count {
  /** The last known count of all processes. */
  shared: number;
  /** Counted here, and not in `shared` yet. */
  pending: number;
  /** Counted requests that never reached the service: the next ones are not counted instead. */
  unsent: number;
}

/** Two months and a few days. */
const MAX_DAYS = 66;

const usedOf = ({ shared, pending, unsent }: Count): number => shared + pending - unsent;

const totalOf = (counts: ReadonlyMap<string, Count> | undefined): number =>
  [...(counts?.values() ?? [])].reduce((sum, count) => sum + usedOf(count), 0);

export const createRequestCounts = (before: readonly RequestsOfDay[] = []) => {
  const days = new Map<string, Map<string, Count>>();

  const countOf = (day: string, priority: string): Count => {
    const counts = days.get(day) ?? new Map<string, Count>();
    days.set(day, counts);
    const count = counts.get(priority) ?? { shared: 0, pending: 0, unsent: 0 };
    counts.set(priority, count);
    return count;
  };
  for (const { day, priority, requests } of before) countOf(day, priority).shared += requests;

  /** Limits memory in a long run. By number, not by date: a clock change must not drop current days. */
  const forgetOldest = (): void => {
    while (days.size > MAX_DAYS) days.delete([...days.keys()].toSorted()[0] ?? '');
  };

  return {
    /** @returns null when the request takes the place of one that never reached the service */
    add: (day: string, priority: RequestPriority): Settle | null => {
      const count = countOf(day, priority);
      forgetOldest();
      if (count.unsent > 0) {
        count.unsent -= 1;
        return null;
      }
      count.pending += 1;
      return (shared) => {
        count.pending -= 1;
        // Results of the database may overtake one another; its count only grows.
        count.shared = Math.max(count.shared, shared ?? count.shared + 1);
      };
    },
    /** A request that was counted has never reached the service. */
    giveBack: (day: string, priority: RequestPriority): void => {
      const count = countOf(day, priority);
      if (usedOf(count) > 0) count.unsent += 1;
    },
    of: (day: string, priority: RequestPriority): number => {
      const count = days.get(day)?.get(priority);
      return count === undefined ? 0 : usedOf(count);
    },
    ofDay: (day: string): number => totalOf(days.get(day)),
    /** The count of a day's month, without that day. */
    ofOtherDays: (day: string) =>
      [...days]
        .filter(([other]) => other !== day && quotaMonth(other) === quotaMonth(day))
        .reduce((sum, [, counts]) => sum + totalOf(counts), 0),
  };
};

/** Requests of one priority that were sent at most this many milliseconds ago. */
export interface PastRequests {
  /** A newer release may have others. */
  readonly priority: string;
  readonly requests: number;
  readonly agoMs: number;
}

export interface RequestsOfDay {
  /** `YYYY-MM-DD`, UTC of the service's clock. */
  readonly day: string;
  /** A newer release may have others. */
  readonly priority: string;
  readonly requests: number;
}

/** The stored request counts of all processes. */
export interface Spending {
  /** What was sent in the last minute, before this process started. */
  readonly before: readonly PastRequests[];
  /** What was sent this month, before this process started. */
  readonly days: readonly RequestsOfDay[];
  /**
   * Counts a request that is about to be sent; resolves once that is stored, with the count of all
   * processes for its day and priority. Never rejects: null when it could not be stored, and the
   * request is sent all the same.
   * @param day `YYYY-MM-DD`, UTC of the service's clock
   */
  readonly note: (priority: RequestPriority, day: string) => Promise<number | null>;
}

/** A request counts for a minute, and the service counts arrivals: one may take a second to arrive. */
export const COUNTS_FOR_MS = 61_000;
