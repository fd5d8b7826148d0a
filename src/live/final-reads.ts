import { MINUTE, HOUR, SECOND } from '../lib/time.ts';

/**
 * The service writes final records in a batch each five minutes, 4 to 15 minutes after the last point and
 * never before the third: within the first ten seconds of the minutes that end in 1 and 6 of its clock.
 */
const BATCH_EVERY_MS = 5 * MINUTE;
const BATCH_DONE_MS = MINUTE + 15 * SECOND;
export const FINAL_AFTER_MS = 2.5 * MINUTE;

/** A record that is still missing after this comes by hand. */
const RARELY_AFTER_MS = HOUR;
const RARELY_EVERY_MS = HOUR;
/** After this only the schedule can confirm an end. */
export const FINAL_GIVEN_UP_MS = 12 * HOUR;

/** The first moment after `at` by which another batch is written. */
const batchAfter = (at: number): number => {
  const sinceBatch = (((at - BATCH_DONE_MS) % BATCH_EVERY_MS) + BATCH_EVERY_MS) % BATCH_EVERY_MS;
  return at - sinceBatch + BATCH_EVERY_MS;
};

/**
 * When the final record of a match is to be read next, on the service's clock.
 * @param endedAt when its play ended, or was first seen to have ended
 * @param readAt when it was last read; minus infinity for never
 */
export const finalReadAt = (endedAt: number, readAt: number): number => {
  const first = endedAt + FINAL_AFTER_MS;
  if (readAt < first) return first;
  const isRare = readAt - endedAt >= RARELY_AFTER_MS;
  return Math.max(batchAfter(readAt), isRare ? readAt + RARELY_EVERY_MS : -Infinity);
};
