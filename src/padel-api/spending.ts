import type { Lane } from './lanes.ts';

/** Requests of a lane that were sent so many milliseconds ago, or less. */
export interface PastRequests {
  /** A release that is newer than this one may have others. */
  readonly lane: string;
  readonly requests: number;
  readonly agoMs: number;
}

/** The requests of the last minute as they are remembered over restarts, whichever process sent them. */
export interface Spending {
  /** What was sent before this process began to ask. */
  readonly before: readonly PastRequests[];
  /**
   * Counts a request that is about to be sent: it resolves when that is remembered, even if the process
   * is killed the next moment. It does not reject: what cannot be remembered is sent all the same.
   */
  readonly note: (lane: Lane) => Promise<void>;
}

/** A request counts for a minute, and the service counts arrivals: one may be on its way for a second. */
export const COUNTS_FOR_MS = 61_000;
