import type { DirectoryKind } from '../domain/directory.ts';
import type { Instant } from '../domain/terms.ts';
import { startLoop, type Loop } from '../lib/loop.ts';
import { ServiceBusy, ServiceDown } from './errors.ts';
import type { Job, JobOptions, NameSource } from './name-jobs/job.ts';
import { pairsJob } from './name-jobs/pairs.ts';
import { playersJob, readPlayer } from './name-jobs/players.ts';
import { tournamentsJob } from './name-jobs/tournaments.ts';
import { PER_PAGE } from './pages.ts';
import { createProgress } from './progress.ts';
import type { Hint } from './wire/webhook.ts';

/**
 * Names that are not read again by each start. Players are: their cards are served from what was
 * read, and that is not kept.
 */
export type KeptKind = Exclude<DirectoryKind, 'player'>;

/** When all names of a kind were read last: over a restart, too. */
export interface NameReadings {
  readonly at: (kind: KeptKind) => Promise<Instant | undefined>;
  readonly keep: (kind: KeptKind, at: Instant) => Promise<void>;
}

export interface DirectorySyncOptions extends NameSource {
  /** Without it, every start reads all names. */
  readonly readings?: NameReadings;
}

const jobsOf = (options: JobOptions): Readonly<Record<DirectoryKind, Job>> => ({
  player: playersJob(options),
  tournament: tournamentsJob(options),
  pair: pairsJob(options),
});

const progressOf = ({ api, names }: NameSource) =>
  createProgress(names.directory, () => api.failingSince() !== null);

/** Reads all names once, in the lane of names. @throws the API's errors */
export const syncDirectory = async (source: NameSource, signal: AbortSignal): Promise<void> => {
  const jobs = jobsOf({ ...source, progress: progressOf(source) });
  for (const job of Object.values(jobs)) await job(signal);
};

/** Keeps the names: reads them all now and then, and what is said to have changed at once. */
export interface DirectorySync {
  readonly hint: (hint: Hint) => void;
  readonly stop: () => Promise<void>;
}

const EVERY = 6 * 60 * 60_000;
const AGAIN_AFTER = 60_000;

const NOTHING_KEPT: NameReadings = {
  at: () => Promise.resolve(undefined),
  keep: () => Promise.resolve(),
};

/**
 * Players, tournaments and pairs are read side by side: one that fails keeps no other one waiting.
 * What the last process has read is not read again before its time. Many hints about one record are
 * one request, and hundreds, when a ranking is published, are one reading of the list.
 */
export const startDirectorySync = (options: DirectorySyncOptions): DirectorySync => {
  const { api, names, log, readings = NOTHING_KEPT } = options;
  const progress = progressOf(options);
  const jobs = jobsOf({ ...options, progress });
  const changed = new Set<number>();

  const start = (name: string, run: (signal: AbortSignal) => Promise<number | null>): Loop =>
    startLoop({
      run,
      onError: (error) => {
        log.warn({ err: error }, `the names of ${name} could not all be read; I try again`);
      },
      restAfterError: AGAIN_AFTER,
    });

  /** For how long the names still serve that were read before this process began. */
  const restOf = async (kind: KeptKind): Promise<number> => {
    if (names.directory.size(kind) === 0) return 0;
    const age = api.serviceNow() - ((await readings.at(kind)) ?? -Infinity);
    // A moment to come was noted by a clock that was wrong.
    return age < 0 ? 0 : Math.max(0, EVERY - age);
  };

  const repeated = (kind: KeptKind): Loop => {
    let isFirst = true;
    return start(`${kind}s`, async (signal) => {
      const rest = isFirst ? await restOf(kind) : 0;
      isFirst = false;
      if (rest > 0) {
        progress.done(kind);
        return rest;
      }
      await jobs[kind](signal);
      await readings.keep(kind, api.serviceNow());
      return EVERY;
    });
  };
  const loops = {
    player: start('players', async (signal) => {
      await jobs.player(signal);
      return EVERY;
    }),
    tournament: repeated('tournament'),
    pair: repeated('pair'),
  };

  /** A record that cannot be read is left to the next sync; a service that is down is waited for. */
  const settle = async (id: number, signal: AbortSignal): Promise<void> => {
    changed.delete(id);
    try {
      await readPlayer(options, id, signal);
    } catch (error) {
      if (error instanceof ServiceDown || error instanceof ServiceBusy) {
        changed.add(id);
        throw error;
      }
      signal.throwIfAborted();
      log.warn({ err: error, player: id }, 'a player who changed could not be read');
    }
  };

  const hints = start('those who changed', async (signal) => {
    const pages = Math.ceil(names.directory.size('player') / PER_PAGE);
    // From so many on, the whole list costs less than each by itself.
    if (changed.size > Math.max(1, pages)) {
      changed.clear();
      loops.player.wake();
    }
    for (const id of [...changed]) await settle(id, signal);
    return null;
  });

  return {
    hint: ({ kind, id }) => {
      if (kind === 'player') {
        changed.add(id);
        hints.wake();
      }
      if (kind === 'tournament') loops.tournament.wake();
    },
    stop: async () => {
      await Promise.all([...Object.values(loops), hints].map((loop) => loop.stop()));
    },
  };
};
