/**
 * Milliseconds. The data service sends with spatie/laravel-webhook-server: its timeout is `sender`, its
 * retries come after 10 and 100 s. A complete webhook is answered within a second, a slow one before
 * the sender's timeout, if only with a refusal.
 */
export const TIME_LIMITS = {
  sender: 3_000,
  /** For the database to store a webhook. */
  write: 900,
  /** Until the whole request, headers included, has arrived; `check` is how often that is checked. */
  request: 1_500,
  headers: 1_500,
  check: 250,
  /** Until an idle connection is closed. */
  keepAlive: 30_000,
} as const;
