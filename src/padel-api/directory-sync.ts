import type { DirectoryKind } from '../domain/directory.ts';
import { startLoop } from '../lib/loop.ts';
import { MINUTE, DAY } from '../lib/time.ts';
import { isOutage } from './errors.ts';
import type { Job, JobOptions, NameSource } from './name-jobs/job.ts';
import { startNameHints } from './name-hints.ts';
import { pairsJob } from './name-jobs/pairs.ts';
import { playersJob } from './name-jobs/players.ts';
import { tournamentsJob } from './name-jobs/tournaments.ts';
import { createProgress } from './progress.ts';
import type { Hint } from './wire/webhook.ts';

/** When all names of a kind were read last: over a restart, too, when the service's clock is not known. */
interface NameReadings {
  /** Milliseconds since then; infinite when they never were. */
  readonly ageMs: (kind: DirectoryKind) => Promise<number>;
  /** They were read a moment ago. */
  readonly keep: (kind: DirectoryKind) => Promise<void>;
}

interface DirectorySyncOptions extends NameSource {
  /** Without it, every start reads all names. */
  readonly readings?: NameReadings;
  /** 0 to 1, for the jitter between tries. */
  readonly random?: () => number;
}

/** What reads all names of a kind once, for each kind. */
export const createNameJobs = (source: NameSource) => {
  const { api, names } = source;
  const progress = createProgress(names.directory, () => api.failingSince() !== null);
  const options: JobOptions = { ...source, progress };
  const jobs: Readonly<Record<DirectoryKind, Job>> = {
    player: playersJob(options),
    tournament: tournamentsJob(options),
    pair: pairsJob(options),
  };
  return { jobs, progress };
};

/** Keeps the names: reads them all now and then, and what is said to have changed at once. */
export interface DirectorySync {
  /**
   * Resolves when what the hint is about was read, as far as it can be: a service that is down is
   * waited for.
   */
  readonly look: (hint: Hint) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/**
 * Matches and the calendar bring names as they pass by, and webhooks tell of changes: a walk through
 * all of them finds the rest.
 */
const EVERY: Readonly<Record<DirectoryKind, number>> = {
  player: 7 * DAY,
  tournament: DAY,
  pair: 7 * DAY,
};
const AGAIN_AFTER = MINUTE;
const RETRY_WITHIN_MS = 10 * MINUTE;

const NOTHING_KEPT: NameReadings = {
  ageMs: () => Promise.resolve(Infinity),
  keep: () => Promise.resolve(),
};

/**
 * Players, tournaments and pairs are read side by side: one that fails keeps no other one waiting.
 * What the last process has read is not read again before its time.
 */
export const startDirectorySync = (options: DirectorySyncOptions): DirectorySync => {
  const { names, readings = NOTHING_KEPT } = options;
  const { jobs, progress } = createNameJobs(options);

  /** For how long the names still serve that were read before this process began. */
  const restOf = async (kind: DirectoryKind): Promise<number> => {
    if (names.directory.size(kind) === 0) return 0;
    const age = await readings.ageMs(kind);
    // A moment to come was noted by a clock that was wrong.
    return age < 0 ? 0 : Math.max(0, EVERY[kind] - age);
  };

  const keptJob = (kind: DirectoryKind): Repeated => {
    let isFirst = true;
    return async (signal) => {
      const rest = isFirst ? await restOf(kind) : 0;
      isFirst = false;
      if (rest > 0) {
        progress.done(kind);
        return rest;
      }
      await jobs[kind](signal);
      await readings.keep(kind);
      return EVERY[kind];
    };
  };

  const players = startList('players', options, keptJob('player'));
  const tournaments = startList('tournaments', options, keptJob('tournament'));
  const pairs = startList('pairs', options, keptJob('pair'));
  const hints = startNameHints({ ...options, readAll: players.readAgain });

  return {
    look: async ({ kind, id }) => {
      if (kind === 'player') await hints.changed(id);
      if (kind === 'tournament') await tournaments.readAgain();
    },
    stop: async () => {
      await Promise.all([players, tournaments, pairs, hints].map((part) => part.stop()));
    },
  };
};

/** Reads a list; answers when to read it again (milliseconds). */
type Repeated = (signal: AbortSignal) => Promise<number>;

interface List {
  /** Resolves when a reading that began from now on is done. */
  readonly readAgain: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const startList = (
  name: string,
  { log, random = Math.random }: Pick<DirectorySyncOptions, 'log' | 'random'>,
  read: Repeated,
): List => {
  let waiting: readonly (() => void)[] = [];
  const loop = startLoop({
    onError: (error) => {
      if (isOutage(error)) return;
      log.warn({ err: error }, `the names of ${name} could not all be read; I try again`);
    },
    retryDelayMs: AGAIN_AFTER,
    maxRetryDelayMs: RETRY_WITHIN_MS,
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
    readAgain: () =>
      new Promise((resolve) => {
        waiting = [...waiting, resolve];
        loop.wake();
      }),
    stop: loop.stop,
  };
};
