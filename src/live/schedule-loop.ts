import { startLoop } from '../lib/loop.ts';
import type { Logger } from '../lib/logger.ts';
import { MINUTE } from '../lib/time.ts';
import { isOutage } from '../padel-api/errors.ts';

/** So often it is looked whether the schedule is due: no request. */
const CHECK_EVERY_MS = MINUTE;
/** Waits between tries while the service fails. */
const RETRY_DELAYS = { firstMs: 30_000, maxMs: 120_000 } as const;
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
  /** Milliseconds from one reading to the next, as things stand (pacing.ts). */
  readonly interval: () => Promise<number>;
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
  const { monotonic, random, log, interval, ageMs, sync } = options;
  let began = -Infinity;
  let early: NodeJS.Timeout | undefined;
  /** A start is no reason to read it: restarts one after the other would spend the minute on it. */
  let lastReadAt = ageMs < 0 ? -Infinity : monotonic() - ageMs;
  let isWanted = false;

  const syncing = startLoop({
    onError: (error) => {
      if (!isOutage(error)) log.warn({ err: error }, 'the schedule sync failed');
    },
    retryDelayMs: RETRY_DELAYS.firstMs,
    maxRetryDelayMs: RETRY_DELAYS.maxMs,
    random,
    run: async (signal) => {
      const waitMs = isWanted ? 0 : lastReadAt + (await interval()) - monotonic();
      if (waitMs > 0) return Math.min(waitMs, CHECK_EVERY_MS);
      isWanted = false;
      began = monotonic();
      const at = began;
      try {
        await sync(signal);
      } catch (error) {
        isWanted = true;
        throw error;
      }
      lastReadAt = at;
      return Math.min(await interval(), CHECK_EVERY_MS);
    },
  });

  return {
    began: () => began,
    readSoon: () => {
      const wait = Math.max(TOGETHER, began + SYNC_NOT_BEFORE - monotonic());
      early ??= setTimeout(() => {
        early = undefined;
        isWanted = true;
        syncing.wake();
      }, wait);
    },
    stop: async () => {
      clearTimeout(early);
      await syncing.stop();
    },
  };
};
