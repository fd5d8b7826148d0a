/**
 * Milliseconds. The data service sends with spatie/laravel-webhook-server: it gives up after `sender`, and
 * comes again after 10 and 100 s, so every delivery is answered before that, if only with a refusal.
 */
export const TIME_LIMITS = {
  sender: 3_000,
  /** From the first byte of a request to its answer: the body, and the database that keeps it. */
  answer: 2_500,
  /** Until the body has arrived, headers included; `check` is how often that is looked at. */
  request: 2_000,
  headers: 2_000,
  check: 250,
  /** Until a connection that brings no further request is closed. */
  keepAlive: 30_000,
} as const;
