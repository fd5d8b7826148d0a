import { playerEntry } from '../../domain/directory.ts';
import { NotFound } from '../errors.ts';
import { PER_PAGE } from '../pages.ts';
import { quietly, type Job, type JobOptions, type NameSource } from './job.ts';
import { createListedJob } from './listed.ts';

/** Pages of the best ranked players that are read first into an empty directory. */
const BEST_PAGES = 4;

/** Reads one changed or missing player. The client reports merges. */
export const readPlayer = async (
  { api, names }: NameSource,
  id: number,
  signal: AbortSignal,
): Promise<void> => {
  try {
    const { value: player, readAt } = await api.player(id, quietly(signal));
    await names.learn([playerEntry(player, readAt)]);
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    await names.forget('player', id);
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
      { lane: 'background', signal },
    );
    progress.expect('player', value.total);
    await names.learn(value.items.map((player) => playerEntry(player, readAt)));
    if (page >= value.lastPage) return;
  }
};

export const playersJob = (options: JobOptions): Job => {
  const { api, names } = options;
  const readAll = createListedJob({
    ...options,
    kind: 'player',
    read: (paging, signal) => api.players(paging, quietly(signal)),
    entryOf: playerEntry,
    askAfter: (id, signal) => readPlayer(options, id, signal),
  });

  return async (signal) => {
    if (names.directory.size('player') === 0) await readBest(options, signal);
    await readAll(signal);
  };
};
