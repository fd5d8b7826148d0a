/**
 * Milliseconds. The data service sends with spatie/laravel-webhook-server: it gives up after `sender`, and
 * comes again after 10 and 100 s. A delivery that has arrived is answered within a second, one that
 * arrives slowly before its sender gives up, if only with a refusal.
 */
export const TIME_LIMITS = {
  sender: 3_000,
  /** For the database to write a delivery that has arrived. */
  write: 900,
  /** Until the body has arrived, headers included; `check` is how often that is looked at. */
  request: 1_500,
  headers: 1_500,
  check: 250,
  /** Until a connection that brings no further request is closed. */
  keepAlive: 30_000,
} as const;
