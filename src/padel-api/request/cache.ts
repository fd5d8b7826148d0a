import { LRUCache } from 'lru-cache';
import { REQUEST_PRIORITIES, type RequestPriority } from '../../domain/quota.ts';
import type { Instant } from '../../domain/terms.ts';
import type { Clocks } from '../../lib/clocks.ts';
import { TimeoutError, withTimeout } from '../../lib/with-timeout.ts';
import { isOneOf, NotFound, NotInPlan, QuotaSpent, ServiceDown } from '../errors.ts';
import type { ResultTotals } from './results.ts';

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

/** What is asked of the service. */
export interface ResourceRequest {
  /** Below the base URL, with its query. */
  readonly path: string;
  /** A body makes it a POST. */
  readonly body?: unknown;
  /** The results that the response depends on: a new one makes it stale. */
  readonly counts?: ResultTotals;
}

/** The priority of a request, and how to abort it. */
export interface RequestOptions {
  /**
   * A `person` (the default) is served from the cache if possible. The other priorities always read,
   * and update the cache. Identical requests in flight are shared, whatever started them.
   */
  readonly priority?: Exclude<RequestPriority, 'refresh'>;
  /**
   * For a `person` it ends the wait, with the stale response if there is one; the read continues. For
   * the other priorities it aborts the read, too.
   */
  readonly signal?: AbortSignal | undefined;
}

export interface CacheOptions extends Clocks {
  /** Since when responses include all of these results, monotonic (results.ts). */
  readonly wholeSince?: (counts: ResultTotals) => number;
  /** How long a `person` waits for a read, milliseconds; the read continues after that and fills the cache. */
  readonly userTimeoutMs?: number | undefined;
}

/**
 * Discord accepts a deferred reply for 15 minutes: this is how long a user sees "is thinking…" before
 * an error.
 */
const USER_TIMEOUT_MS = 8_000;

const MAX_ENTRIES = 1_000;

/** Whether the cached response is no longer true and must not be served instead of the error. */
const isGone = isOneOf(NotFound, NotInPlan);

const keyOf = ({ path, body }: ResourceRequest): string =>
  body === undefined ? path : `${path} ${JSON.stringify(body)}`;

interface Kept<T> {
  readonly response: CachedResponse<T>;
  readonly at: number;
}

/** A read in flight. */
interface Flight<T> {
  readonly priority: RequestPriority;
  readonly response: Promise<CachedResponse<T>>;
}

/** A request does not wait for one of a lower priority. */
const mayJoin = (running: RequestPriority, requested: RequestPriority): boolean =>
  REQUEST_PRIORITIES.indexOf(running) <= REQUEST_PRIORITIES.indexOf(requested);

/**
 * Responses of one kind. Identical requests in flight are shared. A stale response is served during its
 * refresh; a much older one only when the refresh fails. A failed read is not cached; it drops the
 * cached response only where it says that the record does not exist.
 */
export const createCache = <T>(
  { freshMs, staleWhileRevalidateMs, staleIfErrorMs, max = MAX_ENTRIES }: CachePolicy<T>,
  read: (question: ResourceRequest, priority: RequestPriority, signal?: AbortSignal) => Promise<T>,
  options: CacheOptions,
) => {
  const { now, monotonic, wholeSince, userTimeoutMs = USER_TIMEOUT_MS } = options;
  // Room for `max` would be taken at once, for all kinds together a megabyte: by size it grows.
  const responses = new LRUCache<string, Kept<T>>({ maxSize: max, sizeCalculation: () => 1 });
  /** The reads of each key, the latest first: one that may not join others overtakes them. */
  const flights = new Map<string, readonly Flight<T>[]>();

  const keep = (key: string, value: T): CachedResponse<T> => {
    const response = { value, readAt: now() };
    responses.set(key, { response, at: monotonic() });
    return response;
  };

  const end = (key: string, ended: readonly Flight<T>[]): void => {
    const others = (flights.get(key) ?? []).filter((each) => !ended.includes(each));
    if (others.length > 0) flights.set(key, others);
    else flights.delete(key);
  };

  /** Joins the read of this response in flight, or starts one; what was put or invalidated meanwhile stays so. */
  const load = (question: ResourceRequest, priority: RequestPriority, signal?: AbortSignal) => {
    const key = keyOf(question);
    const running = flights.get(key) ?? [];
    const [latest] = running;
    if (latest !== undefined && mayJoin(latest.priority, priority)) return latest.response;
    const isCurrent = (): boolean => flights.get(key)?.includes(flight) === true;
    const readAlone = async (): Promise<CachedResponse<T>> => {
      try {
        const value = await read(question, priority, signal);
        const answer = isCurrent() ? keep(key, value) : { value, readAt: now() };
        end(key, [flight, ...running]);
        return answer;
      } catch (error) {
        if (isCurrent() && isGone(error)) responses.delete(key);
        end(key, [flight]);
        throw error;
      }
    };
    const flight: Flight<T> = { priority, response: readAlone() };
    flights.set(key, [flight, ...running]);
    return flight.response;
  };

  /** @throws ServiceDown on timeout; the signal's reason as soon as it aborts. Neither aborts the read */
  const loadInTime = (
    question: ResourceRequest,
    signal?: AbortSignal,
  ): Promise<CachedResponse<T>> =>
    withTimeout(load(question, 'person'), userTimeoutMs, signal).catch((error: unknown) => {
      throw error instanceof TimeoutError ? new ServiceDown(error) : error;
    });

  return {
    /** @throws the classes of ../errors.ts */
    read: async (
      question: ResourceRequest,
      { priority = 'person', signal }: RequestOptions = {},
    ): Promise<CachedResponse<T>> => {
      signal?.throwIfAborted();
      if (priority !== 'person') return await load(question, priority, signal);
      const kept = responses.get(keyOf(question));
      if (kept === undefined) return await loadInTime(question, signal);
      const { response, at } = kept;
      const age = monotonic() - at;
      const { counts } = question;
      const isWhole = counts === undefined || wholeSince === undefined || at >= wholeSince(counts);
      if (isWhole && age <= freshMs(response.value)) return response;
      if (isWhole && age <= Math.min(staleIfErrorMs, staleWhileRevalidateMs(response.value))) {
        load(question, 'refresh').catch(() => undefined);
        return response;
      }
      try {
        return await loadInTime(question, signal);
      } catch (error) {
        // Without quota no request is possible until it resets: a stale response is the best available.
        const isServed = age <= staleIfErrorMs || error instanceof QuotaSpent;
        if (isGone(error) || !isServed) throw error;
        return response;
      }
    },
    /** Caches a response that was read as part of another one. */
    put: (question: ResourceRequest, value: T): void => {
      flights.delete(keyOf(question));
      keep(keyOf(question), value);
    },
    /** A request in flight may hold data from before the change: no new caller joins it. */
    invalidate: (question: ResourceRequest): void => {
      flights.delete(keyOf(question));
      responses.delete(keyOf(question));
    },
  };
};
