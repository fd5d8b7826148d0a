import type { z } from 'zod';
import type { Clocks } from '../../lib/clocks.ts';
import { createSingleFlight } from '../../lib/single-flight.ts';
import { TimeoutError, withTimeout } from '../../lib/with-timeout.ts';
import type { Logger } from '../../lib/logger.ts';
import { REQUEST_PRIORITIES, type RequestPriority } from '../../domain/quota.ts';
import { createCache, type CachedResponse, type CachePolicy } from './cache.ts';
import { NotFound, NotInPlan, QuotaSpent, ServiceDown, UnreadableAnswer } from '../errors.ts';
import type { Answers } from './answers.ts';
import type { HttpRequest, Http } from './http.ts';
import { isOfRecord, isOptional, type Missing } from './missing.ts';
import type { PathForms } from './path-forms.ts';
import type { Plan } from './plan.ts';
import type { ResultTotals, Results } from './results.ts';
import type { ServiceHealth } from './service-health.ts';
import { recordOf, type Page } from '../wire/envelope.ts';

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

interface ResourceRequest {
  /** Below the base URL, with its query. */
  readonly path: string;
  /** A body makes it a POST. */
  readonly body?: unknown;
  /** The results that the response depends on: a new one makes it stale. */
  readonly counts?: ResultTotals;
}

interface ResourceReader<T> {
  /** @throws the classes of ../errors.ts */
  readonly read: (
    question: ResourceRequest,
    options?: RequestOptions,
  ) => Promise<CachedResponse<T>>;
  /** Caches a response that was read as part of another one. */
  readonly put: (question: ResourceRequest, value: T) => void;
  readonly invalidate: (question: ResourceRequest) => void;
}

export interface RequestLayer {
  /**
   * Reads one resource, through a cache of its kind. `feature` is the endpoint, as the plan has it or
   * lacks it.
   */
  readonly reader: <T>(
    feature: string,
    policy: CachePolicy<T>,
    wire: z.ZodType<T>,
  ) => ResourceReader<T>;
  /**
   * The same for a page of a list; unreadable items are logged and left out. `each` is called for every
   * item.
   */
  readonly pages: <T>(
    feature: string,
    policy: CachePolicy<Page<T>>,
    item: z.ZodType<T>,
    each?: (item: T) => void,
  ) => ResourceReader<Page<T>>;
  /** Sends a request past every cache. */
  readonly send: <T>(wire: z.ZodType<T>, call: Omit<HttpRequest, 'priority'>) => Promise<T>;
}

interface RequestLayerOptions extends Clocks {
  readonly http: Http;
  readonly answers: Answers;
  readonly health: ServiceHealth;
  readonly results: Results;
  readonly plan: Plan;
  readonly missing: Missing;
  readonly paths: PathForms;
  /** How long a `person` waits for a read, milliseconds; the read continues after that and fills the cache. */
  readonly userTimeoutMs?: number | undefined;
  readonly log: Logger;
}

/**
 * Discord accepts a deferred reply for 15 minutes: this is how long a user sees "is thinking…" before
 * an error.
 */
const USER_TIMEOUT_MS = 8_000;

/** Whether the cached response is no longer true and must not be served instead of the error. */
const isGone = (error: unknown): boolean => error instanceof NotFound || error instanceof NotInPlan;

/** No request is possible until the quota resets: a stale response, with its age, is the best available. */
const servesAnyAge = (error: unknown): boolean => error instanceof QuotaSpent;

export const createRequestLayer = (options: RequestLayerOptions): RequestLayer => {
  const {
    http,
    answers,
    health,
    plan,
    missing,
    paths,
    results,
    now,
    monotonic,
    userTimeoutMs = USER_TIMEOUT_MS,
    log,
  } = options;
  const cached = <T>(
    { freshMs, staleWhileRevalidateMs, staleIfErrorMs, max }: CachePolicy<T>,
    read: (
      question: ResourceRequest,
      priority: RequestPriority,
      signal?: AbortSignal,
    ) => Promise<T>,
  ): ResourceReader<T> => {
    const cache = createCache<T>({
      ...{ freshMs, staleWhileRevalidateMs, staleIfErrorMs, max },
      ...{ now, monotonic, isGone, servesAnyAge },
    });
    /** Shares one request between identical callers, unless it has a lower priority than theirs. */
    const flights = createSingleFlight<string, T, RequestPriority>(
      (running, priority) =>
        REQUEST_PRIORITIES.indexOf(running) <= REQUEST_PRIORITIES.indexOf(priority),
    );
    const shared = (
      key: string,
      question: ResourceRequest,
      priority: RequestPriority,
      signal?: AbortSignal,
    ) => flights.run(key, priority, () => read(question, priority, signal));

    return {
      read: async (question, { priority = 'person', signal } = {}) => {
        signal?.throwIfAborted();
        const key = keyOf(question);
        if (priority !== 'person')
          return cache.put(key, await shared(key, question, priority, signal));
        return await cache.get(
          key,
          (isWaited) => shared(key, question, isWaited ? 'person' : 'refresh'),
          (flight) => readWithTimeout(flight, userTimeoutMs, signal),
          question.counts === undefined ? -Infinity : results.wholeSince(question.counts),
        );
      },
      invalidate: (question) => {
        // A request in flight may hold data from before the change: no new caller joins it.
        flights.forget(keyOf(question));
        cache.invalidate(keyOf(question));
      },
      put: (question, value) => {
        cache.put(keyOf(question), value);
      },
    };
  };

  const reading =
    <T>(feature: string, readAnswer: (path: string, json: unknown) => T, isList = false) =>
    (
      { path: built, body }: ResourceRequest,
      priority: RequestPriority,
      signal?: AbortSignal,
    ): Promise<T> => {
      const method = body === undefined ? 'GET' : 'POST';
      const isWholeList = isList && method === 'GET' && !isOfRecord(built);
      return missing.guard({ feature, path: built, isWholeList }, (wanted) =>
        paths.follow(wanted, (form) =>
          plan.guard({ feature, path: form }, (path) =>
            health.judge({ path, priority, isWholeList }, async (isProbe) => {
              const call = { method, path, body, priority, signal, isRetryable: !isProbe } as const;
              const json = await http.json(call);
              const value = readAnswer(wanted, json);
              paths.learn(json);
              return value;
            }),
          ),
        ),
      );
    };

  return {
    reader: (feature, policy, wire) =>
      cached(
        policy,
        reading(feature, (path, json) => answers.record(recordOf(wire), path, json)),
      ),
    pages: (feature, policy, item, each) => {
      const read = reading(
        feature,
        (path, json) => answers.page(item, path, json),
        !isOptional(feature),
      );
      return cached(policy, async (question, priority, signal) => {
        const page = await read(question, priority, signal);
        const { unreadable, items } = page;
        if (each !== undefined) items.forEach(each);
        if (unreadable > 0)
          log.warn({ path: question.path, unreadable }, 'items skipped: unreadable');
        return page;
      });
    },
    send: (wire, call) =>
      health.judge({ path: call.path, priority: 'person', isWholeList: false }, async () =>
        parse(recordOf(wire), await http.json({ ...call, priority: 'person' })),
      ),
  };
};

const keyOf = ({ path, body }: ResourceRequest): string =>
  body === undefined ? path : `${path} ${JSON.stringify(body)}`;

const parse = <T>(wire: z.ZodType<T>, json: unknown): T => {
  const parsed = wire.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new UnreadableAnswer(parsed.error);
};

/** @throws ServiceDown on timeout; the signal's reason as soon as it aborts */
const readWithTimeout = <T>(
  work: Promise<T>,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<T> =>
  withTimeout(work, timeoutMs, signal).catch((error: unknown) => {
    throw error instanceof TimeoutError ? new ServiceDown(error) : error;
  });
