import {
  playerEntry,
  tournamentEntry,
  type DirectoryEntry,
  type DirectoryKind,
} from '../../domain/people/directory.ts';
import type { Instant } from '../../domain/terms.ts';
import type { Logger } from '../../lib/logger.ts';
import { DAY, utcDate } from '../../lib/time.ts';
import type { PadelApi } from '../client.ts';
import { ifFound, UnreadableAnswer } from '../errors.ts';
import type { Paging } from '../queries.ts';
import type { CachedResponse } from '../request/cache.ts';
import { PER_PAGE } from '../request/pages.ts';
import type { Page } from '../wire/envelope.ts';
import type { Names } from './names.ts';

export interface NameSource {
  readonly api: PadelApi;
  readonly names: Names;
  readonly log: Logger;
}

/** Reads every name of a kind once; after a failure it continues where it stopped. */
type Job = (signal: AbortSignal) => Promise<void>;

type Read<T> = (paging: Required<Paging>, signal: AbortSignal) => Promise<CachedResponse<Page<T>>>;

/**
 * Reads a long list page by page; after a failure it continues there. An unreadable page is skipped
 * (service-health.ts logs it).
 * @param take receives the items of each page, and when it was read
 * @returns a function that reads to the end and returns whether every page was read
 */
const createWalk = <T>(
  read: Read<T>,
  take: (items: readonly T[], readAt: Instant) => Promise<void>,
) => {
  const start = { page: 1, last: 1, isWhole: true };
  let at = start;

  const readPage = async (signal: AbortSignal): Promise<void> => {
    const { page } = at;
    try {
      const { value, readAt } = await read({ page, perPage: PER_PAGE }, signal);
      const { items, unreadable, lastPage } = value;
      const last = items.length === 0 && unreadable === 0 ? page : lastPage;
      at = { page, last, isWhole: at.isWhole && unreadable === 0 };
      await take(items, readAt);
    } catch (error) {
      if (!(error instanceof UnreadableAnswer)) throw error;
      at = { ...at, isWhole: false };
    }
  };

  return async (signal: AbortSignal): Promise<boolean> => {
    await readPage(signal);
    while (at.page < at.last) {
      at = { ...at, page: at.page + 1 };
      await readPage(signal);
    }
    const { isWhole } = at;
    at = start;
    return isWhole;
  };
};

/** Pairs are read from the matches of a year, once; from then on from those of two weeks. */
const REACH = { year: 365 * DAY, known: 300 * DAY, recent: 14 * DAY } as const;

/** Pages of the best ranked players that are read first into an empty directory. */
const BEST_PAGES = 4;

/** Missing records are read one by one; the others wait for the next sync. */
const MAX_MISSING = 50;

/** The lowest priority: all other requests go first. */
const lowest = (signal: AbortSignal) => ({ priority: 'names', signal }) as const;

/**
 * The jobs that read all names of a kind once. They tell the directory how complete it is: a stored one
 * counts as complete until the service says that it has more; once all names were read it stays complete.
 */
export const createNameJobs = ({ api, names }: NameSource) => {
  const { directory } = names;
  /** The service's counts. */
  const totals = new Map<DirectoryKind, number>();
  const done = new Set<DirectoryKind>();

  directory.setFillLevel((kind) => {
    const known = directory.size(kind);
    if (known === 0 && api.state().failingSince !== null) return 'unreachable';
    if (done.has(kind)) return 'all';
    return known === 0 || known < (totals.get(kind) ?? 0) ? 'some' : 'all';
  });

  /** Deletes a name whose record no longer exists. The client reports merges. */
  const orDelete = async <T>(kind: DirectoryKind, id: number, reading: Promise<T>) => {
    const found = await ifFound(reading);
    if (found === undefined) await names.delete(kind, id);
    return found;
  };

  /** Reads one changed or missing player. */
  const readPlayer = async (id: number, signal: AbortSignal): Promise<void> => {
    const found = await orDelete('player', id, api.player(id, lowest(signal)));
    if (found !== undefined) await names.save([playerEntry(found.value, found.readAt)]);
  };

  /** The specification has no endpoint for a single tournament: its matches show whether it was merged or deleted. */
  const findTournament = async (id: number, signal: AbortSignal): Promise<void> => {
    const reading = api.tournamentMatches(id, { perPage: 1 }, lowest(signal));
    await orDelete('tournament', id, reading);
  };

  /**
   * Reads all names of a list by id, so that pages do not shift.
   * @param askAfter reads a record that the list no longer has: it may be deleted or merged
   */
  const listJob = <T extends { readonly id: number }>(
    kind: DirectoryKind,
    read: Read<T>,
    entryOf: (item: T, readAt: Instant) => DirectoryEntry,
    askAfter: (id: number, signal: AbortSignal) => Promise<void>,
  ): Job => {
    const seen = new Set<number>();
    const walk = createWalk<T>(
      async (paging, signal) => {
        const answer = await read(paging, signal);
        totals.set(kind, answer.value.total);
        return answer;
      },
      async (items, readAt) => {
        for (const { id } of items) seen.add(id);
        await names.save(items.map((item) => entryOf(item, readAt)));
      },
    );
    return async (signal) => {
      const isWhole = await walk(signal);
      done.add(kind);
      const unlisted = directory.all(kind).filter(({ id }) => !seen.has(id));
      seen.clear();
      if (!isWhole) return;
      for (const { id } of unlisted.slice(0, MAX_MISSING)) await askAfter(id, signal);
    };
  };

  /** Users need these in the first minutes: they get the priority of the schedule. */
  const readBest: Job = async (signal) => {
    for (let page = 1; page <= BEST_PAGES; page += 1) {
      const { value, readAt } = await api.players(
        { sortBy: 'ranking', page, perPage: PER_PAGE },
        { priority: 'background', signal },
      );
      totals.set('player', value.total);
      await names.save(value.items.map((player) => playerEntry(player, readAt)));
      if (page >= value.lastPage) return;
    }
  };

  const readPlayers = listJob(
    'player',
    (paging, signal) => api.players(paging, lowest(signal)),
    playerEntry,
    readPlayer,
  );

  const dateBefore = (reach: number): string => utcDate(api.serviceNow() - reach);
  let afterDate: string | undefined;
  const readPairs = createWalk(
    (paging, signal) =>
      api.matches(
        { afterDate: afterDate ?? '', sortBy: 'played_at', orderBy: 'desc', ...paging },
        lowest(signal),
      ),
    names.saveFromMatches,
  );

  const jobs: Readonly<Record<DirectoryKind, Job>> = {
    player: async (signal) => {
      if (directory.size('player') === 0) await readBest(signal);
      await readPlayers(signal);
    },
    tournament: listJob(
      'tournament',
      (paging, signal) => api.tournaments(paging, lowest(signal)),
      tournamentEntry,
      findTournament,
    ),
    /** The newest first: older pairs count as known only when all later ones were read. */
    pair: async (signal) => {
      const longAgo = dateBefore(REACH.known);
      const isYearKnown = directory
        .all('pair')
        .some(({ lastMatchOn }) => lastMatchOn !== null && lastMatchOn < longAgo);
      afterDate ??= dateBefore(isYearKnown ? REACH.recent : REACH.year);
      // The service does not say how many pairs exist.
      if (!isYearKnown) totals.set('pair', Infinity);
      await readPairs(signal);
      done.add('pair');
      afterDate = undefined;
    },
  };
  return {
    jobs,
    readPlayer,
    /** The stored names of a kind are complete. */
    skip: (kind: DirectoryKind): void => {
      done.add(kind);
    },
  };
};

export type NameJobs = ReturnType<typeof createNameJobs>;
