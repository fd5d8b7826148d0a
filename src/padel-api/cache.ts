import { LRUCache } from 'lru-cache';
import type { Instant } from '../domain/terms.ts';

/** What the service said, and when it was read: everything that is served carries its age. */
export interface Answer<T> {
  readonly value: T;
  readonly readAt: Instant;
}

/** For how long answers of one kind serve. */
export interface Freshness<T> {
  /** Milliseconds after which an answer is read again; it may depend on what was answered. */
  readonly freshFor: (value: T) => number;
  /** Milliseconds after which an answer is too old to be served at all. */
  readonly servedFor: number;
  /** How many are kept. */
  readonly max?: number | undefined;
}

/** Reads an answer; `isWaited` tells whether somebody waits for it, or was served the old one. */
export type Read<T> = (isWaited: boolean) => Promise<T>;

/**
 * Answers of one kind. Identical requests in flight are one; an answer that is no longer fresh is
 * served as it is while it is read again; a failed read is not remembered and does not drop what we
 * had.
 */
export interface Cache<T> {
  get: (key: string, read: Read<T>) => Promise<Answer<T>>;
  /** Remembers what was read past the cache. */
  put: (key: string, value: T) => Answer<T>;
  forget: (key: string) => void;
}

export interface CacheOptions<T> extends Freshness<T> {
  /** Real clock, milliseconds. */
  readonly now: () => number;
}

/** The largest number of answers of one kind that are kept unless told otherwise. */
const MAX = 1_000;

export const createCache = <T>(options: CacheOptions<T>): Cache<T> => {
  const { freshFor, servedFor, max = MAX, now } = options;
  // In lru-cache a ttl of 0 is for ever.
  const ttlOf = (value: T): number => Math.max(1, freshFor(value));
  const answers = new LRUCache<string, Answer<T>, Read<T>>({
    max,
    ttl: 1,
    perf: { now },
    ttlResolution: 0,
    allowStale: true,
    noDeleteOnFetchRejection: true,
    // Who waits for a read gets it, also when another lane has put a newer answer meanwhile.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, stale, { context: read, options: kept }) => {
      const value = await read(stale === undefined);
      kept.ttl = ttlOf(value);
      return { value, readAt: now() };
    },
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
    forget: (key) => {
      answers.delete(key);
    },
    put: (key, value) => {
      const answer = { value, readAt: now() };
      answers.set(key, answer, { ttl: ttlOf(value) });
      return answer;
    },
  };
};
