import type { DirectoryKind } from '../../domain/people/directory.ts';
import { startLoop } from '../../lib/loop.ts';
import { createRefreshes } from '../../lib/refreshes.ts';
import { MINUTE, DAY } from '../../lib/time.ts';
import { isOutage, isServiceUnavailable } from '../errors.ts';
import { PER_PAGE } from '../request/pages.ts';
import type { ChangeNotice } from '../wire/webhook.ts';
import { createNameJobs, type NameJobs, type NameSource } from './jobs.ts';

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

/** Reads the list of a kind when it is due, and when it is asked to. */
const startList = (kind: DirectoryKind, options: DirectorySyncOptions, nameJobs: NameJobs) => {
  const { names, readings = NOTHING_STORED, log, random = Math.random } = options;
  let isFirst = true;
  let waiting: readonly (() => void)[] = [];

  /** Milliseconds until the stored names are due again. */
  const dueInMs = async (): Promise<number> => {
    if (names.directory.size(kind) === 0) return 0;
    const age = await readings.ageMs(kind);
    // A time in the future comes from a clock that was wrong.
    return age < 0 ? 0 : Math.max(0, SYNC_INTERVAL_MS[kind] - age);
  };

  const read = async (signal: AbortSignal): Promise<number> => {
    const delayMs = isFirst ? await dueInMs() : 0;
    isFirst = false;
    if (delayMs > 0) {
      nameJobs.skip(kind);
      return delayMs;
    }
    await nameJobs.jobs[kind](signal);
    await readings.recordRead(kind);
    return SYNC_INTERVAL_MS[kind];
  };

  const loop = startLoop({
    onError: (error) => {
      if (isOutage(error)) return;
      log.warn({ err: error, list: `${kind}s` }, 'name sync incomplete, retrying');
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

/**
 * Reads single players whose names have changed. Notices about one player share a request, and hundreds
 * of notices, as when a ranking is published, share one read of the list.
 * @param readAll reads the list of all players; resolves when a run that starts from now on is done
 */
const startPlayerRefresh = (
  { names, log }: NameSource,
  readPlayer: NameJobs['readPlayer'],
  readAll: () => Promise<void>,
) => {
  const refreshes = createRefreshes(() => 0);
  const { pending } = refreshes;

  /** Leaves a player who cannot be read to the next sync; waits while the service is down. */
  const readChanged = async (id: number, signal: AbortSignal): Promise<void> => {
    const refresh = refreshes.take(id);
    try {
      await readPlayer(id, signal);
    } catch (error) {
      if (isServiceUnavailable(error)) {
        refresh?.resolve(refreshes.add(id));
        throw error;
      }
      signal.throwIfAborted();
      log.warn({ err: error, player: id }, 'changed player could not be read');
    }
    refresh?.resolve();
  };

  const readAllChanged = async (): Promise<void> => {
    const all = [...pending.keys()].map(refreshes.take);
    await readAll();
    for (const refresh of all) refresh?.resolve();
  };

  const loop = startLoop({
    onError: (error) => {
      if (!isOutage(error))
        log.warn({ err: error }, 'changed names could not all be read, retrying');
    },
    retryDelayMs: RETRY_DELAY_MS,
    run: async (signal) => {
      const pages = Math.ceil(names.directory.size('player') / PER_PAGE);
      // From this many on, the whole list costs fewer requests.
      if (pending.size > Math.max(1, pages)) void readAllChanged();
      for (const id of [...pending.keys()]) await readChanged(id, signal);
      return null;
    },
  });

  return {
    /** Resolves when the player was read, or cannot be; waits while the service is down. */
    refresh: (id: number): Promise<void> => {
      const refreshed = refreshes.add(id);
      loop.wake();
      return refreshed;
    },
    stop: loop.stop,
  };
};

/**
 * Reads players, tournaments and pairs in parallel, so that a failure of one does not delay the others.
 * After a restart the lists that are not due are skipped.
 */
export const startDirectorySync = (options: DirectorySyncOptions) => {
  const nameJobs = createNameJobs(options);
  const players = startList('player', options, nameJobs);
  const tournaments = startList('tournament', options, nameJobs);
  const pairs = startList('pair', options, nameJobs);
  const changedPlayers = startPlayerRefresh(options, nameJobs.readPlayer, players.readAgain);

  return {
    /** Refreshes what a change notice names; resolves when it was read. Waits while the service is down. */
    refresh: async ({ kind, id }: ChangeNotice): Promise<void> => {
      if (kind === 'player') await changedPlayers.refresh(id);
      if (kind === 'tournament') await tournaments.readAgain();
    },
    stop: async (): Promise<void> => {
      await Promise.all([players, tournaments, pairs, changedPlayers].map((part) => part.stop()));
    },
  };
};

export type DirectorySync = ReturnType<typeof startDirectorySync>;
