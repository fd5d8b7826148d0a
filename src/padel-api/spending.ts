import type { Lane } from './lanes.ts';

/** Requests of one priority that were sent at most this many milliseconds ago. */
export interface PastRequests {
  /** A newer release may have others. */
  readonly lane: string;
  readonly requests: number;
  readonly agoMs: number;
}

/** Requests of one priority on one day. */
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
  readonly note: (priority: Lane, day: string) => Promise<number | null>;
}

/** A request counts for a minute, and the service counts arrivals: one may take a second to arrive. */
export const COUNTS_FOR_MS = 61_000;
