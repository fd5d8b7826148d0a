import { DAY, utcDate } from '../../lib/time.ts';
import { createWalk } from '../request/walk.ts';
import { nameRequestOptions, type Job, type JobOptions, type NameSource } from './progress.ts';
import { playerEntry } from '../../domain/people/directory.ts';
import { NotFound } from '../errors.ts';
import { PER_PAGE } from '../request/pages.ts';
import { createListedJob } from './listed.ts';

/** Pairs are read from the matches of a year, once; from then on from those of two weeks. */
const REACH = { year: 365 * DAY, known: 300 * DAY, recent: 14 * DAY } as const;

/** The newest first: older pairs count as known only when all later ones were read. */
export const pairsJob = ({ api, names, progress }: JobOptions): Job => {
  const dateBefore = (reach: number): string => utcDate(api.serviceNow() - reach);
  let afterDate: string | undefined;
  const walk = createWalk({
    read: (paging, signal) =>
      api.matches(
        { afterDate: afterDate ?? '', sortBy: 'played_at', orderBy: 'desc', ...paging },
        nameRequestOptions(signal),
      ),
    take: names.saveFromMatches,
  });
  return async (signal) => {
    const longAgo = dateBefore(REACH.known);
    const isYearKnown = names.directory
      .all('pair')
      .some(({ lastMatchOn }) => lastMatchOn !== null && lastMatchOn < longAgo);
    afterDate ??= dateBefore(isYearKnown ? REACH.recent : REACH.year);
    // The service does not say how many pairs exist.
    if (!isYearKnown) progress.expect('pair', Infinity);
    await walk(signal);
    progress.done('pair');
    afterDate = undefined;
  };
};

/** Pages of the best ranked players that are read first into an empty directory. */
const BEST_PAGES = 4;

/** Reads one changed or missing player. The client reports merges. */
export const readPlayer = async (
  { api, names }: NameSource,
  id: number,
  signal: AbortSignal,
): Promise<void> => {
  try {
    const { value: player, readAt } = await api.player(id, nameRequestOptions(signal));
    await names.save([playerEntry(player, readAt)]);
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    await names.delete('player', id);
  }
};

/** Users need these in the first minutes: they get the priority of the schedule. */
const readBest = async (
  { api, names, progress }: JobOptions,
  signal: AbortSignal,
): Promise<void> => {
  for (let page = 1; page <= BEST_PAGES; page += 1) {
    const { value, readAt } = await api.players(
      { sortBy: 'ranking', page, perPage: PER_PAGE },
      { priority: 'background', signal },
    );
    progress.expect('player', value.total);
    await names.save(value.items.map((player) => playerEntry(player, readAt)));
    if (page >= value.lastPage) return;
  }
};

export const playersJob = (options: JobOptions): Job => {
  const { api, names } = options;
  const readAll = createListedJob({
    ...options,
    kind: 'player',
    read: (paging, signal) => api.players(paging, nameRequestOptions(signal)),
    entryOf: playerEntry,
    askAfter: (id, signal) => readPlayer(options, id, signal),
  });

  return async (signal) => {
    if (names.directory.size('player') === 0) await readBest(options, signal);
    await readAll(signal);
  };
};
