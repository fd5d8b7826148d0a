import { MINUTE } from './time.ts';

/**
 * No wait that another side names (`Retry-After`, the end of a rate limit) is believed for longer,
 * milliseconds: after it one request probes whether the other side still refuses.
 */
export const LONGEST_WAIT = 5 * MINUTE;
