import { ShutdownError } from './shutdown.ts';

/** Work that found no capacity is checked again after this, even if nothing has ended. */
const FULL_RETRY_MS = 1_000;

/**
 * When the launcher runs again by itself, in milliseconds; null for never.
 * @param dueInMs when more work is due; null for none
 * @param isFull whether due work found no capacity
 */
export const nextRunInMs = (dueInMs: number | null, isFull: boolean): number | null =>
  isFull ? Math.min(dueInMs ?? Infinity, FULL_RETRY_MS) : dueInMs;

/** Limits concurrency: each name runs once at a time, at most `capacity` names together. */
interface Limiter {
  /** How many more may be launched; the launcher checks this first. */
  readonly available: () => number;
  /**
   * Said by the launcher before it reads what is due: work that ends from now on is not launched again from that
   * reading, which may be older than the end.
   */
  readonly reading: () => void;
  /** Starts `work` unless one of that name is running, or has ended since the launcher began to read. */
  readonly launch: (name: string, work: () => Promise<void>) => void;
  /** Starts work on each until there is no capacity. @returns false when there was too little */
  readonly launchAll: <T>(
    all: readonly T[],
    nameOf: (each: T) => string,
    work: (each: T) => Promise<void>,
    signal: AbortSignal,
  ) => boolean;
}

interface LimiterOptions {
  readonly capacity: number;
  /** The error boundary of each piece of work; a ShutdownError is no failure. */
  readonly onError: (error: unknown, name: string) => void;
  /**
   * Called when work has ended, with or without an error, and `enough` capacity is available; not after
   * a ShutdownError, which the next work would get, too.
   */
  readonly wake: () => void;
  /** Half of the capacity by default, so that the launcher does not run after each piece. */
  readonly enough?: number;
}

/** The second are kept from the first reading on, until the next one. */
const noNames = (): { readonly running: Set<string>; ended: Set<string> | null } => ({
  running: new Set(),
  ended: null,
});

/** @param names of all running and ended work, where limiters share them */
export const createLimiter = (options: LimiterOptions, names = noNames()): Limiter => {
  const { running } = names;
  const { capacity, onError, wake, enough = capacity / 2 } = options;
  let count = 0;
  const run = async (name: string, work: () => Promise<void>): Promise<void> => {
    let isShutdown = false;
    try {
      await work();
    } catch (error) {
      isShutdown = error instanceof ShutdownError;
      if (!isShutdown) onError(error, name);
    } finally {
      count -= 1;
      running.delete(name);
      names.ended?.add(name);
      if (!isShutdown && capacity - count >= enough) wake();
    }
  };
  const available = (): number => Math.max(0, capacity - count);
  const launch: Limiter['launch'] = (name, work) => {
    if (running.has(name) || names.ended?.has(name) === true) return;
    count += 1;
    running.add(name);
    void run(name, work);
  };
  return {
    available,
    reading: () => {
      names.ended = new Set();
    },
    launch,
    launchAll: (all, nameOf, work, signal) => {
      for (const each of all) {
        if (signal.aborted) break;
        if (available() === 0) return false;
        launch(nameOf(each), () => work(each));
      }
      return true;
    },
  };
};

/** One limiter per priority: each has a capacity of its own; names are unique over all. */
export const createLimiters = (options: LimiterOptions): ((priority: number) => Limiter) => {
  const limiters = new Map<number, Limiter>();
  const names = noNames();
  return (priority) => {
    const known = limiters.get(priority);
    if (known !== undefined) return known;
    const created = createLimiter(options, names);
    limiters.set(priority, created);
    return created;
  };
};
