import type { z } from 'zod';
import type { Clocks } from '../lib/clocks.ts';
import { createSingleFlight } from '../lib/single-flight.ts';
import { TimeoutError, withTimeout } from '../lib/with-timeout.ts';
import type { Logger } from '../lib/logger.ts';
import { isBehind, type Lane } from './lanes.ts';
import { createCache, type Answer, type Freshness } from './cache.ts';
import { NotFound, NotInPlan, QuotaSpent, ServiceDown, UnreadableAnswer } from './errors.ts';
import type { Call, Http } from './http.ts';
import { isOptional, type Plan } from './plan.ts';
import type { Counts, Results } from './results.ts';
import type { ServiceHealth } from './service-health.ts';
import { pageOf, type Page } from './wire/envelope.ts';

/** Who asks, and how to give up. */
export interface Ask {
  /**
   * A person (as long as nothing else is said) is answered from what we hold, if it serves. The
   * other lanes keep our knowledge up to date: they always read, and what they read is remembered.
   * What is asked for already, by whoever goes first, is not asked for again.
   */
  readonly lane?: Exclude<Lane, 'refresh'>;
  /**
   * Ends the waiting of a person, who gets the old answer if there is one: the read goes on. In the
   * other lanes it ends the read, too.
   */
  readonly signal?: AbortSignal | undefined;
}

/** One question to the service. */
export interface Question {
  /** Below the base URL, with its query. */
  readonly path: string;
  /** A body makes it a POST. */
  readonly body?: unknown;
  /** The results that are in the answer: a new one makes it old. */
  readonly counts?: Counts;
}

/** One kind of answer: how it is read, and how long it serves. */
interface Kind<T> extends Freshness<T> {
  /** What the plan may lack; a refusal of one of its endpoints is one of all. */
  readonly feature: string;
}

/** Asks the service for answers of one kind. */
export interface Reader<T> {
  /** @throws the classes of errors.ts */
  readonly read: (question: Question, ask?: Ask) => Promise<Answer<T>>;
  /** Remembers an answer that was read as part of another one. */
  readonly put: (question: Question, value: T) => void;
  /** What we hold is said to have changed: it is not served any more. */
  readonly forget: (question: Question) => void;
}

/** What the endpoints are made of. */
export interface Calls {
  /** Reads one resource, through a cache of its kind. */
  readonly reader: <T>(kind: Kind<T> & { wire: z.ZodType<T> }) => Reader<T>;
  /**
   * The same for a page of a list; what could not be read of it is logged, and missing. `each` is
   * told every item that was read.
   */
  readonly pages: <T>(
    kind: Kind<Page<T>> & { item: z.ZodType<T>; each?: (item: T) => void },
  ) => Reader<Page<T>>;
  /** Asks or changes something past every cache. */
  readonly send: <T>(wire: z.ZodType<T>, call: Omit<Call, 'lane'>) => Promise<T>;
}

interface CallsOptions extends Clocks {
  readonly http: Http;
  readonly health: ServiceHealth;
  readonly results: Results;
  readonly plan: Plan;
  /** Milliseconds that a person waits for a read at most; it goes on, and serves the next one. */
  readonly patience?: number | undefined;
  readonly log: Logger;
}

/**
 * Discord takes an answer for 15 minutes once it is announced: this is how long a person looks at
 * "is thinking…" before they are told that it does not come.
 */
const PATIENCE = 8_000;

/** What we had is not so any more: it is not served in place of this. */
const isGone = (error: unknown): boolean => error instanceof NotFound || error instanceof NotInPlan;

/** Nothing is asked until the quota begins anew: an old answer, with its age, is all there is. */
const servesAnyAge = (error: unknown): boolean => error instanceof QuotaSpent;

export const createCalls = (options: CallsOptions): Calls => {
  const { http, health, plan, results, now, monotonic, patience = PATIENCE, log } = options;
  const cached = <T>(
    { freshFor, atOnceFor, servedFor, max }: Freshness<T>,
    read: (question: Question, lane: Lane, signal?: AbortSignal) => Promise<T>,
  ): Reader<T> => {
    const cache = createCache<T>({
      ...{ freshFor, atOnceFor, servedFor, max },
      ...{ now, monotonic, isGone, servesAnyAge },
    });
    /** One request for all who ask the same, unless it waits in a lane behind theirs. */
    const flights = createSingleFlight<string, T, Lane>(
      (running, lane) => !isBehind(running, lane),
    );
    const shared = (key: string, question: Question, lane: Lane, signal?: AbortSignal) =>
      flights.run(key, lane, () => read(question, lane, signal));

    return {
      read: async (question, { lane = 'person', signal } = {}) => {
        signal?.throwIfAborted();
        const key = keyOf(question);
        if (lane !== 'person') return cache.put(key, await shared(key, question, lane, signal));
        return await cache.get(
          key,
          (isWaited) => shared(key, question, isWaited ? 'person' : 'refresh'),
          (flight) => inTime(flight, patience, signal),
          question.counts === undefined ? -Infinity : results.wholeSince(question.counts),
        );
      },
      forget: (question) => {
        // What is on its way was asked before the change: nobody joins it any more.
        flights.forget(keyOf(question));
        cache.forget(keyOf(question));
      },
      put: (question, value) => {
        cache.put(keyOf(question), value);
      },
    };
  };

  const reading =
    <T>(feature: string, wire: z.ZodType<T>, isList = false) =>
    ({ path, body }: Question, lane: Lane, signal?: AbortSignal): Promise<T> =>
      plan.guard(feature, () =>
        health.judge(
          { path, priority: lane, isWholeList: isList && !isOfRecord(path) },
          async () => {
            const method = body === undefined ? 'GET' : 'POST';
            return parse(wire, await http.json({ method, path, body, lane, signal }));
          },
        ),
      );

  return {
    reader: ({ feature, wire, ...freshness }) => cached(freshness, reading(feature, wire)),
    pages: ({ feature, item, each, ...freshness }) => {
      const read = reading(feature, pageOf(item), !isOptional(feature));
      return cached(freshness, async (question, lane, signal) => {
        const page = await read(question, lane, signal);
        const { unreadable, items } = page;
        if (each !== undefined) items.forEach(each);
        if (unreadable > 0) log.warn({ path: question.path, unreadable }, 'items cannot be read');
        return page;
      });
    },
    send: (wire, call) =>
      health.judge({ path: call.path, priority: 'person', isWholeList: false }, async () =>
        parse(wire, await http.json({ ...call, lane: 'person' })),
      ),
  };
};

/** `/tournaments/8/matches`: a list that goes with its record. */
const isOfRecord = (path: string): boolean => /\/\d/.test(path);

const keyOf = ({ path, body }: Question): string =>
  body === undefined ? path : `${path} ${JSON.stringify(body)}`;

const parse = <T>(wire: z.ZodType<T>, json: unknown): T => {
  const parsed = wire.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new UnreadableAnswer(parsed.error);
};

/** @throws ServiceDown when time is up; the signal's reason as soon as it aborts */
const inTime = <T>(work: Promise<T>, timeoutMs: number, signal?: AbortSignal): Promise<T> =>
  withTimeout(work, timeoutMs, signal).catch((error: unknown) => {
    throw error instanceof TimeoutError ? new ServiceDown(error) : error;
  });
