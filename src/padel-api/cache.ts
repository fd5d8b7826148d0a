import { LRUCache } from 'lru-cache';
import type { Instant } from '../domain/terms.ts';

/** What the service said, and when it was read: everything that is served carries its age. */
export interface Answer<T> {
  readonly value: T;
  readonly readAt: Instant;
}

/**
 * Answers of one kind. Identical requests in flight are one; after `freshFor` an answer is served
 * as it is while it is read again; a failed read is not remembered and does not drop what we had.
 */
export interface Cache<T> {
  get: (key: string, read: () => Promise<T>) => Promise<Answer<T>>;
}

export interface CacheOptions {
  /** Milliseconds after which an answer is read again. */
  readonly freshFor: number;
  /** Milliseconds after which an answer is too old to be served at all. */
  readonly servedFor: number;
  readonly max?: number;
  readonly now: () => number;
}

export const createCache = <T>(options: CacheOptions): Cache<T> => {
  const { freshFor, servedFor, max = 2_000, now } = options;
  const answers = new LRUCache<string, Answer<T>, () => Promise<T>>({
    max,
    ttl: freshFor,
    perf: { now },
    ttlResolution: 0,
    allowStale: true,
    noDeleteOnFetchRejection: true,
    fetchMethod: async (_key, _stale, { context: read }) => ({
      value: await read(),
      readAt: now(),
    }),
  });

  return {
    get: async (key, read) => {
      const held = answers.peek(key, { allowStale: true });
      const tooOld = held !== undefined && now() - held.readAt > servedFor;
      if (tooOld) answers.delete(key);
      // With nothing to fall back on, lru-cache would turn the error into `undefined`.
      const hasFallback = held !== undefined && !tooOld;
      return await answers.forceFetch(key, {
        context: read,
        allowStaleOnFetchRejection: hasFallback,
      });
    },
  };
};
