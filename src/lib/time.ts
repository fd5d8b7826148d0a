/** Durations in milliseconds. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The UTC date of an instant (milliseconds since 1970), `YYYY-MM-DD`. */
export const utcDate = (at: number): string => new Date(at).toISOString().slice(0, 10);
