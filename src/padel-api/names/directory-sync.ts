import type { DirectoryKind } from '../../domain/people/directory.ts';
import { startLoop } from '../../lib/loop.ts';
import { MINUTE, DAY } from '../../lib/time.ts';
import { isOutage } from '../errors.ts';
import { createDirectoryProgress, type Job, type JobOptions, type NameSource } from './progress.ts';
import { startNameInvalidation } from './invalidation.ts';
import { pairsJob, playersJob } from './people.ts';
import { tournamentsJob } from './listed.ts';
import type { ChangeNotice } from '../wire/webhook.ts';

/** When all names of a kind were last read. Stored, so that a restart does not read them again. */
interface NameReadings {
  /** Milliseconds since then; infinite when never. */
  readonly ageMs: (kind: DirectoryKind) => Promise<number>;
  readonly recordRead: (kind: DirectoryKind) => Promise<void>;
}

interface DirectorySyncOptions extends NameSource {
  /** Without it, every start reads all names. */
  readonly readings?: NameReadings;
  readonly random?: () => number;
}

/** The jobs that read all names of a kind once. */
export const createNameJobs = (source: NameSource) => {
  const { api, names } = source;
  const progress = createDirectoryProgress(
    names.directory,
    () => api.state().failingSince !== null,
  );
  const options: JobOptions = { ...source, progress };
  const jobs: Readonly<Record<DirectoryKind, Job>> = {
    player: playersJob(options),
    tournament: tournamentsJob(options),
    pair: pairsJob(options),
  };
  return { jobs, progress };
};

/**
 * How often all names are read. Matches and the calendar bring names as they are read, and webhooks
 * report changes: this finds the others.
 */
const SYNC_INTERVAL_MS: Readonly<Record<DirectoryKind, number>> = {
  player: 7 * DAY,
  tournament: DAY,
  pair: 7 * DAY,
};
const RETRY_DELAY_MS = MINUTE;
const MAX_RETRY_DELAY_MS = 10 * MINUTE;

const NOTHING_STORED: NameReadings = {
  ageMs: () => Promise.resolve(Infinity),
  recordRead: () => Promise.resolve(),
};

/**
 * Reads players, tournaments and pairs in parallel, so that a failure of one does not delay the others.
 * After a restart the lists that are not due are skipped.
 */
export const startDirectorySync = (options: DirectorySyncOptions) => {
  const { names, readings = NOTHING_STORED } = options;
  const { jobs, progress } = createNameJobs(options);

  /** Milliseconds until the stored names of a kind are due again. */
  const dueInMs = async (kind: DirectoryKind): Promise<number> => {
    if (names.directory.size(kind) === 0) return 0;
    const age = await readings.ageMs(kind);
    // A time in the future comes from a clock that was wrong.
    return age < 0 ? 0 : Math.max(0, SYNC_INTERVAL_MS[kind] - age);
  };

  const scheduledJob = (kind: DirectoryKind): Repeated => {
    let isFirst = true;
    return async (signal) => {
      const delayMs = isFirst ? await dueInMs(kind) : 0;
      isFirst = false;
      if (delayMs > 0) {
        progress.done(kind);
        return delayMs;
      }
      await jobs[kind](signal);
      await readings.recordRead(kind);
      return SYNC_INTERVAL_MS[kind];
    };
  };

  const players = startList('players', options, scheduledJob('player'));
  const tournaments = startList('tournaments', options, scheduledJob('tournament'));
  const pairs = startList('pairs', options, scheduledJob('pair'));
  const invalidation = startNameInvalidation({ ...options, readAll: players.readAgain });

  return {
    /** Refreshes what a change notice names; resolves when it was read. Waits while the service is down. */
    refresh: async ({ kind, id }: ChangeNotice): Promise<void> => {
      if (kind === 'player') await invalidation.refreshPlayer(id);
      if (kind === 'tournament') await tournaments.readAgain();
    },
    stop: async (): Promise<void> => {
      await Promise.all([players, tournaments, pairs, invalidation].map((part) => part.stop()));
    },
  };
};

export type DirectorySync = ReturnType<typeof startDirectorySync>;

type Repeated = (signal: AbortSignal) => Promise<number>;

const startList = (
  name: string,
  { log, random = Math.random }: Pick<DirectorySyncOptions, 'log' | 'random'>,
  read: Repeated,
) => {
  let waiting: readonly (() => void)[] = [];
  const loop = startLoop({
    onError: (error) => {
      if (isOutage(error)) return;
      log.warn({ err: error, list: name }, 'name sync incomplete, retrying');
    },
    retryDelayMs: RETRY_DELAY_MS,
    maxRetryDelayMs: MAX_RETRY_DELAY_MS,
    random,
    run: async (signal) => {
      const served = waiting;
      waiting = [];
      try {
        const next = await read(signal);
        for (const resolve of served) resolve();
        return next;
      } catch (error) {
        waiting = [...served, ...waiting];
        throw error;
      }
    },
  });
  return {
    /** Resolves when a run that starts from now on is done. */
    readAgain: () =>
      new Promise<void>((resolve) => {
        waiting = [...waiting, resolve];
        loop.wake();
      }),
    stop: loop.stop,
  };
};
