import type { Lane } from '../lanes.ts';
import type { RequestsOfDay } from '../spending.ts';
import { monthOf } from './calendar.ts';

/** Settles a request that was counted: with the count that all processes share, or null for none. */
export type Settle = (shared: number | null) => void;

/** How many requests were sent on each day, by priority. */
interface RequestCounts {
  /** Counts a request before it is sent. */
  readonly add: (day: string, priority: Lane) => Settle;
  readonly of: (day: string, priority: Lane) => number;
  readonly ofDay: (day: string) => number;
  /** Of the month of a day, without that day. */
  readonly ofOtherDays: (day: string) => number;
}

interface Count {
  /** As the database has it for all processes, as far as this one knows. */
  shared: number;
  /** Counted here, and not in `shared` yet. */
  pending: number;
}

/** Two months and a few days. */
const MAX_DAYS = 66;

const totalOf = (counts: ReadonlyMap<string, Count> | undefined): number =>
  [...(counts?.values() ?? [])].reduce((sum, { shared, pending }) => sum + shared + pending, 0);

/** @param before what was sent before this process began to ask */
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

  /** A process may run for years. By number, not by date: a clock that is set must forget nothing. */
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
        // Answers of the database may overtake one another; its count only grows.
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
