import { LRUCache } from 'lru-cache';
import type { Instant } from '../domain/terms.ts';
import type { Clocks } from '../lib/clocks.ts';
import { createSingleFlight } from '../lib/single-flight.ts';

/** What the service said, and when it was read: everything that is served carries its age. */
export interface Answer<T> {
  readonly value: T;
  readonly readAt: Instant;
}

/** For how long answers of one kind serve. */
export interface Freshness<T> {
  /** Milliseconds after which an answer is read again; it may depend on what was answered. */
  readonly freshFor: (value: T) => number;
  /**
   * Milliseconds after which it is not served before it was read again: the first question after a
   * quiet night deserves more than last night's answer.
   */
  readonly atOnceFor: (value: T) => number;
  /** Milliseconds after which an answer is not even served when the service fails to answer again. */
  readonly servedFor: number;
  /** How many are kept. */
  readonly max?: number | undefined;
}

/** Reads an answer; `isWaited` tells whether somebody waits for it, or was served the old one. */
export type Read<T> = (isWaited: boolean) => Promise<T>;

/** How an asker waits for a read: they may give up before it ends. */
export type Wait<T> = (read: Promise<Answer<T>>) => Promise<Answer<T>>;

/**
 * Answers of one kind. Identical requests in flight are one. An answer that is no longer fresh is
 * served as it is while it is read again; one that is much older, only when it cannot be. A failed
 * read is not remembered, and drops what we had only where it says that there is no such thing.
 */
interface Cache<T> {
  /**
   * Whoever gives up waiting takes nothing away: the read goes on, and is remembered.
   * @param changedAt when what is asked for last changed, on the clock that never goes back: an older
   * answer is served only when it cannot be read again
   */
  get: (key: string, read: Read<T>, wait?: Wait<T>, changedAt?: Instant) => Promise<Answer<T>>;
  /** Remembers what was read past the cache. */
  put: (key: string, value: T) => Answer<T>;
  forget: (key: string) => void;
}

interface CacheOptions<T> extends Clocks, Freshness<T> {
  /** Whether a failed read says that what we had is not so any more. */
  readonly isGone?: ((error: unknown) => boolean) | undefined;
  /** Whether after a failed read what we have is served, however old it is. */
  readonly servesAnyAge?: ((error: unknown) => boolean) | undefined;
}

/** The largest number of answers of one kind that are kept unless told otherwise. */
const MAX = 1_000;

interface Kept<T> {
  readonly answer: Answer<T>;
  /** When it was read, on the clock that never goes back. */
  readonly at: number;
}

export const createCache = <T>(options: CacheOptions<T>): Cache<T> => {
  const { freshFor, atOnceFor, servedFor, max = MAX, now, monotonic } = options;
  const { isGone = () => false, servesAnyAge = () => false } = options;
  const answers = new LRUCache<string, Kept<T>>({ max });
  /** Who waits does not wait for a read that is in no hurry. */
  const flights = createSingleFlight<string, Answer<T>, { readonly isWaited: boolean }>(
    (running, asked) => running.isWaited || !asked.isWaited,
  );

  const keep = (key: string, answer: Answer<T>): Answer<T> => {
    answers.set(key, { answer, at: monotonic() });
    return answer;
  };

  /** Reads; what has come in by another way meanwhile is newer, and stays. */
  const readAgain = (key: string, read: Read<T>, isWaited: boolean): Promise<Answer<T>> => {
    const flight = flights.run(key, { isWaited }, async (isCurrent) => {
      try {
        const answer = { value: await read(isWaited), readAt: now() };
        return isCurrent() ? keep(key, answer) : answer;
      } catch (error) {
        if (isCurrent() && isGone(error)) answers.delete(key);
        throw error;
      }
    });
    // Perhaps nobody waits for it any more.
    flight.catch(() => undefined);
    return flight;
  };

  return {
    get: async (key, read, wait = (flight) => flight, changedAt = -Infinity) => {
      const kept = answers.get(key);
      if (kept === undefined) return await wait(readAgain(key, read, true));
      const { answer, at } = kept;
      const age = monotonic() - at;
      const isCurrent = at >= changedAt;
      if (isCurrent && age <= freshFor(answer.value)) return answer;
      if (isCurrent && age <= Math.min(servedFor, atOnceFor(answer.value))) {
        void readAgain(key, read, false);
        return answer;
      }
      try {
        return await wait(readAgain(key, read, true));
      } catch (error) {
        if (isGone(error) || (age > servedFor && !servesAnyAge(error))) throw error;
        return answer;
      }
    },
    forget: (key) => {
      flights.forget(key);
      answers.delete(key);
    },
    put: (key, value) => {
      flights.forget(key);
      return keep(key, { value, readAt: now() });
    },
  };
};
