/** Durations in milliseconds. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A clock that is off by this much is wrong; `Date` headers have seconds. */
export const CLOCK_WRONG_MS = MINUTE;

/**
 * Milliseconds from our clock to another, known from a `Date` header: 0 unless ours is wrong. Such a
 * header has whole seconds, so a right clock seems to be ahead: at midnight, by a day.
 */
export const clockCorrection = (now: number, otherNow: number): number =>
  Math.abs(otherNow - now) < CLOCK_WRONG_MS ? 0 : otherNow - now;

/** Milliseconds since an instant; 0 for one that a clock ahead of ours has recorded. */
export const elapsed = (since: number, now: number): number => Math.max(0, now - since);

/** The date of an instant in UTC, `YYYY-MM-DD`. */
export const utcDate = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The date some days after another, both `YYYY-MM-DD`. */
export const dayAfter = (date: string, days = 1): string =>
  utcDate(Date.parse(`${date}T00:00:00Z`) + days * DAY);
