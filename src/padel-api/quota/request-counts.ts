import type { Lane } from '../lanes.ts';
import type { RequestsOfDay } from '../spending.ts';
import { monthOf } from './calendar.ts';

/** Completes a count: with the count of all processes, or null when unknown. */
export type Settle = (shared: number | null) => void;

/** The number of requests on each day, by priority. */
interface RequestCounts {
  /** Counts a request before it is sent. */
  readonly add: (day: string, priority: Lane) => Settle;
  readonly of: (day: string, priority: Lane) => number;
  readonly ofDay: (day: string) => number;
  /** The count of a day's month, without that day. */
  readonly ofOtherDays: (day: string) => number;
}

interface Count {
  /** The last known count of all processes. */
  shared: number;
  /** Counted here, and not in `shared` yet. */
  pending: number;
}

/** Two months and a few days. */
const MAX_DAYS = 66;

const totalOf = (counts: ReadonlyMap<string, Count> | undefined): number =>
  [...(counts?.values() ?? [])].reduce((sum, { shared, pending }) => sum + shared + pending, 0);

/** @param before what was sent before this process started */
export const createRequestCounts = (before: readonly RequestsOfDay[] = []): RequestCounts => {
  const days = new Map<string, Map<string, Count>>();

  const countOf = (day: string, priority: string): Count => {
    const counts = days.get(day) ?? new Map<string, Count>();
    days.set(day, counts);
    const count = counts.get(priority) ?? { shared: 0, pending: 0 };
    counts.set(priority, count);
    return count;
  };
  for (const { day, priority, requests } of before) countOf(day, priority).shared += requests;

  /** Limits memory in a long run. By number, not by date: a clock change must not drop current days. */
  const forgetOldest = (): void => {
    while (days.size > MAX_DAYS) days.delete([...days.keys()].toSorted()[0] ?? '');
  };

  return {
    add: (day, priority) => {
      const count = countOf(day, priority);
      forgetOldest();
      count.pending += 1;
      return (shared) => {
        count.pending -= 1;
        // Results of the database may overtake one another; its count only grows.
        count.shared = Math.max(count.shared, shared ?? count.shared + 1);
      };
    },
    of: (day, priority) => {
      const count = days.get(day)?.get(priority);
      return count === undefined ? 0 : count.shared + count.pending;
    },
    ofDay: (day) => totalOf(days.get(day)),
    ofOtherDays: (day) =>
      [...days]
        .filter(([other]) => other !== day && monthOf(other) === monthOf(day))
        .reduce((sum, [, counts]) => sum + totalOf(counts), 0),
  };
};
