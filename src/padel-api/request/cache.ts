import { LRUCache } from 'lru-cache';
import type { Instant } from '../../domain/terms.ts';
import type { Clocks } from '../../lib/clocks.ts';
import { createSingleFlight } from '../../lib/single-flight.ts';

/** A response of the service and when it was read: everything that is shown has an age. */
export interface CachedResponse<T> {
  readonly value: T;
  readonly readAt: Instant;
}

export interface CachePolicy<T> {
  /** Milliseconds after which a response is read again; it may depend on its value. */
  readonly freshMs: (value: T) => number;
  /** Stale-while-revalidate, milliseconds: older responses are read again before they are served. */
  readonly staleWhileRevalidateMs: (value: T) => number;
  /** Stale-if-error, milliseconds: older responses are not served even when the service fails. */
  readonly staleIfErrorMs: number;
  readonly max?: number | undefined;
}

/** Reads a response; `isWaited` is false for a background refresh of a stale one. */
type Read<T> = (isWaited: boolean) => Promise<T>;

/** Lets a caller give up waiting before the read ends. */
type WaitOptions<T> = (read: Promise<CachedResponse<T>>) => Promise<CachedResponse<T>>;

interface CacheOptions<T> extends Clocks, CachePolicy<T> {
  readonly isGone?: ((error: unknown) => boolean) | undefined;
  readonly servesAnyAge?: ((error: unknown) => boolean) | undefined;
}

const MAX_ENTRIES = 1_000;

interface Kept<T> {
  readonly response: CachedResponse<T>;
  readonly at: number;
}

/**
 * Responses of one kind. Identical requests in flight are shared. A stale response is served during its
 * refresh; a much older one only when the refresh fails. A failed read is not cached; it drops the
 * cached response only where it says that the record does not exist.
 */
export const createCache = <T>(options: CacheOptions<T>) => {
  const {
    freshMs,
    staleWhileRevalidateMs,
    staleIfErrorMs,
    max = MAX_ENTRIES,
    now,
    monotonic,
  } = options;
  const { isGone = () => false, servesAnyAge = () => false } = options;
  // Room for `max` would be taken at once, for all kinds together a megabyte: by size it grows.
  const responses = new LRUCache<string, Kept<T>>({ maxSize: max, sizeCalculation: () => 1 });
  /** A waited-for read does not share a background read. */
  const flights = createSingleFlight<string, CachedResponse<T>, { readonly isWaited: boolean }>(
    (running, asked) => running.isWaited || !asked.isWaited,
  );

  const keep = (key: string, response: CachedResponse<T>): CachedResponse<T> => {
    responses.set(key, { response, at: monotonic() });
    return response;
  };

  /** Starts a read; a newer value that was put meanwhile stays. */
  const readAgain = (key: string, read: Read<T>, isWaited: boolean): Promise<CachedResponse<T>> => {
    const flight = flights.run(key, { isWaited }, async (isCurrent) => {
      try {
        const response = { value: await read(isWaited), readAt: now() };
        return isCurrent() ? keep(key, response) : response;
      } catch (error) {
        if (isCurrent() && isGone(error)) responses.delete(key);
        throw error;
      }
    });
    // Avoids an unhandled rejection when all callers have given up.
    flight.catch(() => undefined);
    return flight;
  };

  return {
    /**
     * A caller that gives up does not abort the read, whose response is cached.
     * @param changedAt when the data last changed, monotonic: an older response is served only when the
     * read fails
     */
    get: async (
      key: string,
      read: Read<T>,
      wait: WaitOptions<T> = (flight) => flight,
      changedAt: Instant = -Infinity,
    ): Promise<CachedResponse<T>> => {
      const kept = responses.get(key);
      if (kept === undefined) return await wait(readAgain(key, read, true));
      const { response, at } = kept;
      const age = monotonic() - at;
      const isCurrent = at >= changedAt;
      if (isCurrent && age <= freshMs(response.value)) return response;
      if (isCurrent && age <= Math.min(staleIfErrorMs, staleWhileRevalidateMs(response.value))) {
        void readAgain(key, read, false);
        return response;
      }
      try {
        return await wait(readAgain(key, read, true));
      } catch (error) {
        if (isGone(error) || (age > staleIfErrorMs && !servesAnyAge(error))) throw error;
        return response;
      }
    },
    invalidate: (key: string): void => {
      flights.forget(key);
      responses.delete(key);
    },
    put: (key: string, value: T): CachedResponse<T> => {
      flights.forget(key);
      return keep(key, { value, readAt: now() });
    },
  };
};
