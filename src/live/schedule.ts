import type { Match } from '../domain/match/match.ts';
import type { Instant } from '../domain/terms.ts';
import { startLoop } from '../lib/loop.ts';
import { MINUTE } from '../lib/time.ts';
import { isOutage, QuotaSpent } from '../padel-api/errors.ts';
import type { MatchSource } from './read-match.ts';
import { createScheduleSync, isNear } from './schedule-sync.ts';
import { createVanishedReader } from './vanished-reader.ts';
import type { Watched } from './watched.ts';

/** How often it is checked whether the schedule is due; a check is no request. */
const CHECK_INTERVAL_MS = MINUTE;
const RETRY_DELAY_MS = { first: 30_000, longest: 120_000 } as const;
/** Minimum between the starts of two syncs, even if one is requested. */
const MIN_INTERVAL_MS = 30_000;
/** Results of matches that nothing else brings are read this often after the day's share is spent. */
const RESULTS_EVERY_MS = 15 * MINUTE;
/** Requests within this time are one. */
const DEBOUNCE_MS = 250;

interface ScheduleOptions extends MatchSource {
  readonly random: () => number;
  readonly watched: Pick<Watched, 'onScheduleRead' | 'onUnlistedRead'>;
  readonly intervalMs: () => Promise<number>;
  readonly possibleResults: () => Promise<number>;
  /** Time since the last sync, by another process or by this one before a restart. */
  readonly ageMs: number;
  /** A match was read by a sync that started then, on the monotonic clock. */
  readonly onMatchRead: (match: Match, syncBeganAt: number) => void;
  readonly onRead: () => void;
}

/** Syncs the schedule: the calendar, current tournaments, and matches that are no longer listed. */
export const startSchedule = (options: ScheduleOptions) => {
  const { api, observer, watched, monotonic, random, log } = options;
  const { intervalMs, possibleResults, ageMs, onMatchRead, onRead } = options;
  let syncStartedAt = -Infinity;
  /** A start is no reason to sync: repeated restarts would use up the minute's requests. */
  let lastReadAt = ageMs < 0 ? -Infinity : monotonic() - ageMs;
  let isRequested = false;
  let debounce: NodeJS.Timeout | undefined;

  const readVanished = createVanishedReader(options);
  const { sync, invalidateCalendar } = createScheduleSync({
    ...options,
    observer: {
      ...observer,
      match: async (match, at: Instant) => {
        await observer.match(match, at);
        onMatchRead(match, syncStartedAt);
      },
    },
  });

  const read = async (signal: AbortSignal): Promise<void> => {
    const scheduled = await sync(signal).catch(async (error: unknown) => {
      const isDue = monotonic() - lastReadAt >= RESULTS_EVERY_MS;
      if (!(error instanceof QuotaSpent) || !isDue || (await possibleResults()) === 0) throw error;
      return await sync(signal, 'result');
    });
    watched.onScheduleRead(scheduled);
    onRead();
    if (!signal.aborted) await observer.scheduleRead();
    const near = await readVanished(scheduled);
    // A started match that is put off to another day stays in play until it is over.
    const inPlay = (await observer.inPlay()).filter(({ match }) => isNear(match, api.serviceNow()));
    watched.onUnlistedRead([...near, ...inPlay.map(({ match }) => match.id)]);
  };

  const loop = startLoop({
    onError: (error) => {
      if (!isOutage(error)) log.warn({ err: error }, 'schedule sync failed, retrying');
    },
    retryDelayMs: RETRY_DELAY_MS.first,
    maxRetryDelayMs: RETRY_DELAY_MS.longest,
    random,
    run: async (signal) => {
      const waitMs = isRequested ? 0 : lastReadAt + (await intervalMs()) - monotonic();
      if (waitMs > 0) return Math.min(waitMs, CHECK_INTERVAL_MS);
      isRequested = false;
      const startedAt = monotonic();
      syncStartedAt = startedAt;
      try {
        await read(signal);
      } catch (error) {
        isRequested = true;
        throw error;
      }
      lastReadAt = startedAt;
      return Math.min(await intervalMs(), CHECK_INTERVAL_MS);
    },
  });

  const readSoon = (): void => {
    const waitMs = Math.max(DEBOUNCE_MS, syncStartedAt + MIN_INTERVAL_MS - monotonic());
    debounce ??= setTimeout(() => {
      debounce = undefined;
      isRequested = true;
      loop.wake();
    }, waitMs);
  };

  return {
    /** Syncs early, because many matches may have changed. */
    readSoon,
    /** Syncs soon if this process has not synced yet. */
    readFirst: (): void => {
      if (syncStartedAt === -Infinity) readSoon();
    },
    /** Syncs early, and reads the calendar again, too. */
    refreshCalendar: (): void => {
      invalidateCalendar();
      readSoon();
    },
    stop: async (): Promise<void> => {
      clearTimeout(debounce);
      await loop.stop();
    },
  };
};
