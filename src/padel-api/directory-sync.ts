import { pairEntries, playerEntry, tournamentEntry } from '../domain/directory.ts';
import { startLoop, type Loop } from '../lib/loop.ts';
import type { Logger } from '../lib/logger.ts';
import type { PadelApi } from './client.ts';
import { NotFound, ServiceBusy, ServiceDown } from './errors.ts';
import type { Names } from './names.ts';
import { createProgress, type Progress } from './progress.ts';
import { createWalk } from './walk.ts';
import type { Hint } from './wire/webhook.ts';

export interface DirectorySyncOptions {
  readonly api: PadelApi;
  readonly names: Names;
  readonly log: Logger;
}

interface Jobs extends DirectorySyncOptions {
  readonly progress: Progress;
}

/** Reads every name once; what was read until it failed is kept, and it goes on from there. */
type Job = (signal: AbortSignal) => Promise<void>;

/** Nobody waits for the names; whoever waits for something else goes first. */
const quietly = (signal: AbortSignal) => ({ lane: 'names', signal }) as const;

const DAY = 24 * 60 * 60_000;

/** Missing records are asked for one by one; more than these wait for the next sync. */
const MAX_MISSING = 50;

/** Of a directory that knows nobody yet, the best ranked come first: pages of fifty. */
const BEST_PAGES = 4;

/** One player, who changed or is missing. That they were merged is told by the client. */
const readPlayer = async (
  { api, names }: DirectorySyncOptions,
  id: number,
  signal: AbortSignal,
): Promise<void> => {
  try {
    const { value: player } = await api.player(id, quietly(signal));
    await names.learn([playerEntry(player)]);
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    await names.forget('player', id);
  }
};

/** All players, in the order of their ids, which does not shift while it is paged. */
const playersJob = (options: Jobs): Job => {
  const { api, names, progress, log } = options;
  const seen = new Set<number>();
  const walk = createWalk({
    read: async (paging, signal) => {
      const answer = await api.players(paging, quietly(signal));
      progress.expect('player', answer.value.total);
      return answer;
    },
    take: async (players) => {
      for (const { id } of players) seen.add(id);
      await names.learn(players.map(playerEntry));
    },
    log,
  });

  const readBest = async (signal: AbortSignal): Promise<void> => {
    for (let page = 1; page <= BEST_PAGES; page += 1) {
      const { value } = await api.players(
        { sortBy: 'ranking', page, perPage: 50 },
        quietly(signal),
      );
      progress.expect('player', value.total);
      await names.learn(value.items.map(playerEntry));
      if (page >= value.lastPage) return;
    }
  };

  return async (signal) => {
    if (names.directory.size('player') === 0) await readBest(signal);
    const isWhole = await walk(signal);
    progress.done('player');
    const missing = names.directory.all('player').filter(({ id }) => !seen.has(id));
    seen.clear();
    if (!isWhole) return;
    for (const { id } of missing.slice(0, MAX_MISSING)) await readPlayer(options, id, signal);
  };
};

/** There is no endpoint of a single tournament: its matches tell whether it was merged or deleted. */
const findTournament = async (
  { api, names }: DirectorySyncOptions,
  id: number,
  signal: AbortSignal,
): Promise<void> => {
  try {
    await api.tournamentMatches(id, { perPage: 1 }, quietly(signal));
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    await names.forget('tournament', id);
  }
};

const tournamentsJob = (options: Jobs): Job => {
  const { api, names, progress, log } = options;
  const seen = new Set<number>();
  const walk = createWalk({
    read: async (paging, signal) => {
      const answer = await api.tournaments(paging, quietly(signal));
      progress.expect('tournament', answer.value.total);
      return answer;
    },
    take: async (tournaments) => {
      for (const { id } of tournaments) seen.add(id);
      await names.learn(tournaments.map(tournamentEntry));
    },
    log,
  });
  return async (signal) => {
    const isWhole = await walk(signal);
    progress.done('tournament');
    const missing = names.directory.all('tournament').filter(({ id }) => !seen.has(id));
    seen.clear();
    if (!isWhole) return;
    for (const { id } of missing.slice(0, MAX_MISSING)) await findTournament(options, id, signal);
  };
};

/** Pairs are learnt from the matches of a year, once; from then on from those of two weeks. */
const REACH = { year: 365 * DAY, known: 300 * DAY, recent: 14 * DAY } as const;

/** The newest come first: pairs of long ago are known only when everything after was read. */
const pairsJob = ({ api, names, progress, log }: Jobs): Job => {
  const dateBefore = (reach: number): string =>
    new Date(api.serviceNow() - reach).toISOString().slice(0, 10);
  let afterDate: string | undefined;
  const walk = createWalk({
    read: (paging, signal) =>
      api.matches(
        { afterDate: afterDate ?? '', sortBy: 'played_at', orderBy: 'desc', ...paging },
        quietly(signal),
      ),
    take: (matches) => names.learn(matches.flatMap(pairEntries)),
    log,
  });
  return async (signal) => {
    const longAgo = dateBefore(REACH.known);
    const isYearKnown = names.directory
      .all('pair')
      .some(({ lastMatchOn }) => lastMatchOn !== null && lastMatchOn < longAgo);
    afterDate ??= dateBefore(isYearKnown ? REACH.recent : REACH.year);
    // How many pairs there are, nobody tells.
    if (!isYearKnown) progress.expect('pair', Infinity);
    await walk(signal);
    progress.done('pair');
    afterDate = undefined;
  };
};

const jobsOf = (options: DirectorySyncOptions) => {
  const { api, names } = options;
  const progress = createProgress(names.directory, () => api.failingSince() !== null);
  const jobs = { ...options, progress };
  return {
    players: playersJob(jobs),
    tournaments: tournamentsJob(jobs),
    pairs: pairsJob(jobs),
  };
};

/** Reads all names once, in the lane of names. @throws the API's errors */
export const syncDirectory = async (
  options: DirectorySyncOptions,
  signal: AbortSignal,
): Promise<void> => {
  for (const job of Object.values(jobsOf(options))) await job(signal);
};

/** Keeps the names: reads them all now and then, and what is said to have changed at once. */
export interface DirectorySync {
  readonly hint: (hint: Hint) => void;
  readonly stop: () => Promise<void>;
}

const EVERY = 6 * 60 * 60_000;
const AGAIN_AFTER = 60_000;

/**
 * Players, tournaments and pairs are read side by side: one that fails keeps no other one waiting.
 * Many hints about one record are one request, and hundreds, when a ranking is published, are one
 * reading of the list.
 */
export const startDirectorySync = (options: DirectorySyncOptions): DirectorySync => {
  const { names, log } = options;
  const changed = new Set<number>();

  const start = (name: string, run: (signal: AbortSignal) => Promise<number | null>): Loop =>
    startLoop({
      run,
      onError: (error) => {
        log.warn({ err: error }, `the names of ${name} could not all be read; I try again`);
      },
      restAfterError: AGAIN_AFTER,
    });

  const jobs = jobsOf(options);
  const repeated = (name: keyof typeof jobs): Loop =>
    start(name, async (signal) => {
      await jobs[name](signal);
      return EVERY;
    });
  const loops = {
    players: repeated('players'),
    tournaments: repeated('tournaments'),
    pairs: repeated('pairs'),
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
    const pages = Math.ceil(names.directory.size('player') / 50);
    // From so many on, the whole list costs less than each by itself.
    if (changed.size > Math.max(1, pages)) {
      changed.clear();
      loops.players.wake();
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
      if (kind === 'tournament') loops.tournaments.wake();
    },
    stop: async () => {
      await Promise.all([...Object.values(loops), hints].map((loop) => loop.stop()));
    },
  };
};
