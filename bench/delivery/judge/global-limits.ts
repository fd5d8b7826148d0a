import { SECOND } from '#src/lib/time.ts';
import type { Model } from './rules.ts';

/** Discord: 50 requests a second and token (documentation, "Global Rate Limit"). */
export const ALLOWED = 50;

/** Whether one more request at `now` (milliseconds) is within the limit; it is counted when it is. */
type Take = (now: number) => boolean;

/** Fixed windows of one second. */
const fixedWindows = (): Take => {
  let second = -1;
  let used = 0;
  return (now) => {
    const current = Math.floor(now / SECOND);
    if (current !== second) used = 0;
    second = current;
    if (used >= ALLOWED) return false;
    used += 1;
    return true;
  };
};

/** A sliding window of one second. */
const slidingWindow = (): Take => {
  const taken: number[] = [];
  return (now) => {
    while (taken[0] !== undefined && taken[0] <= now - SECOND) taken.shift();
    if (taken.length >= ALLOWED) return false;
    taken.push(now);
    return true;
  };
};

/** A token bucket of one second's requests. */
const tokenBucket = (): Take => {
  let left = ALLOWED;
  let filledAt = 0;
  return (now) => {
    left = Math.min(ALLOWED, left + ((now - filledAt) / SECOND) * ALLOWED);
    filledAt = now;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
};

/**
 * Three models of the global limit at the same time, each with its own count: a bot within all of them
 * is within whatever Discord uses. Returns the models that refuse a request.
 */
export const createGlobalLimits = (): ((now: number) => readonly Model[]) => {
  const models: readonly (readonly [Model, Take])[] = [
    ['fixed', fixedWindows()],
    ['sliding', slidingWindow()],
    ['bucket', tokenBucket()],
  ];
  return (now) => models.flatMap(([model, take]) => (take(now) ? [] : [model]));
};
