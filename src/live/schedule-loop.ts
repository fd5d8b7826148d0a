import { startLoop } from '../lib/loop.ts';
import type { Logger } from '../lib/logger.ts';
import { isOutage } from '../padel-api/errors.ts';

const SYNC_EVERY = 60_000;
/** Where the plan has no live list, the schedule alone tells what has begun. */
const SYNC_WITHOUT_LIST = 30_000;
/** The longest wait between tries while the service fails. */
const RETRY_WITHIN_MS = 2 * SYNC_EVERY;
/** It is not read sooner again than this, whoever asks for it. */
const SYNC_NOT_BEFORE = 30_000;
/** Those who ask for it within this time are one. */
const TOGETHER = 250;

export interface ScheduleLoopOptions {
  /** A clock that never goes back, milliseconds. */
  readonly monotonic: () => number;
  /** 0 to 1, for the jitter between tries. */
  readonly random: () => number;
  readonly log: Logger;
  readonly hasList: () => boolean;
  /** How many milliseconds ago another process, or this one before a restart, has read it. */
  readonly ageMs: number;
  /** Reads the schedule. */
  readonly sync: (signal: AbortSignal) => Promise<void>;
}

/** When the schedule is read. */
export interface ScheduleLoop {
  /** When the last reading began, or the one that is going on; minus infinity before the first. */
  readonly began: () => number;
  /** Before its time: many matches are said to have changed. */
  readonly readSoon: () => void;
  readonly stop: () => Promise<void>;
}

export const startScheduleLoop = (options: ScheduleLoopOptions): ScheduleLoop => {
  const { monotonic, random, log, hasList, ageMs, sync } = options;
  let began = -Infinity;
  let early: NodeJS.Timeout | undefined;
  /** A start is no reason to read it: restarts one after the other would spend the minute on it. */
  let firstAfterMs = ageMs < 0 ? 0 : SYNC_EVERY - ageMs;

  const syncing = startLoop({
    onError: (error) => {
      if (!isOutage(error)) log.warn({ err: error }, 'the schedule sync failed');
    },
    restAfterError: SYNC_EVERY / 2,
    maxRetryDelayMs: RETRY_WITHIN_MS,
    random,
    run: async (signal) => {
      const waitMs = firstAfterMs;
      firstAfterMs = 0;
      if (waitMs > 0) return waitMs;
      began = monotonic();
      await sync(signal);
      return hasList() ? SYNC_EVERY : SYNC_WITHOUT_LIST;
    },
  });

  return {
    began: () => began,
    readSoon: () => {
      const wait = Math.max(TOGETHER, began + SYNC_NOT_BEFORE - monotonic());
      early ??= setTimeout(() => {
        early = undefined;
        syncing.wake();
      }, wait);
    },
    stop: async () => {
      clearTimeout(early);
      await syncing.stop();
    },
  };
};
