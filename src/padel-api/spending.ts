import type { Lane } from './lanes.ts';

/** Requests of a lane that were sent so many milliseconds ago, or less. */
export interface PastRequests {
  /** A release that is newer than this one may have others. */
  readonly lane: string;
  readonly requests: number;
  readonly agoMs: number;
}

/** Requests of one priority that were sent on one day. */
export interface RequestsOfDay {
  /** `YYYY-MM-DD`, UTC of the service's clock. */
  readonly day: string;
  /** A release that is newer than this one may have others. */
  readonly priority: string;
  readonly requests: number;
}

/** The requests that were sent, as they are remembered over restarts, whichever process sent them. */
export interface Spending {
  /** What was sent in the last minute, before this process began to ask. */
  readonly before: readonly PastRequests[];
  /** What was sent this month, before this process began to ask. */
  readonly days: readonly RequestsOfDay[];
  /**
   * Counts a request that is about to be sent: it resolves when that is remembered, even if the process
   * is killed the next moment, with the count of its day and priority over all processes. It does not
   * reject: what cannot be remembered is sent all the same, and null.
   * @param day `YYYY-MM-DD`, UTC of the service's clock
   */
  readonly note: (priority: Lane, day: string) => Promise<number | null>;
}

/** A request counts for a minute, and the service counts arrivals: one may be on its way for a second. */
export const COUNTS_FOR_MS = 61_000;
