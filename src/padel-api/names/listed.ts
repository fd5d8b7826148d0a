import { type DirectoryEntry, tournamentEntry } from '../../domain/people/directory.ts';
import type { Instant } from '../../domain/terms.ts';
import { createWalk, type WalkOptions } from '../request/walk.ts';
import { type Job, type JobOptions, nameRequestOptions } from './progress.ts';
import { NotFound } from '../errors.ts';

interface ListedOptions<T> extends JobOptions {
  readonly kind: 'player' | 'tournament';
  readonly read: WalkOptions<T>['read'];
  readonly entryOf: (item: T, readAt: Instant) => DirectoryEntry;
  /** Reads a record that the list no longer has: it may be deleted or merged. */
  readonly askAfter: (id: number, signal: AbortSignal) => Promise<void>;
}

/** Missing records are read one by one; the others wait for the next sync. */
const MAX_MISSING = 50;

/** Reads all names of a list by id, so that pages do not shift. */
export const createListedJob = <T extends { readonly id: number }>(
  options: ListedOptions<T>,
): Job => {
  const { kind, read, entryOf, askAfter, names, progress } = options;
  const seen = new Set<number>();
  const walk = createWalk<T>({
    read: async (paging, signal) => {
      const answer = await read(paging, signal);
      progress.expect(kind, answer.value.total);
      return answer;
    },
    take: async (items, readAt) => {
      for (const { id } of items) seen.add(id);
      await names.save(items.map((item) => entryOf(item, readAt)));
    },
  });

  return async (signal) => {
    const isWhole = await walk(signal);
    progress.done(kind);
    const missing = names.directory.all(kind).filter(({ id }) => !seen.has(id));
    seen.clear();
    if (!isWhole) return;
    for (const { id } of missing.slice(0, MAX_MISSING)) await askAfter(id, signal);
  };
};

/** There is no endpoint for a single tournament: its matches show whether it was merged or deleted. */
const findTournament = async (
  { api, names }: JobOptions,
  id: number,
  signal: AbortSignal,
): Promise<void> => {
  try {
    await api.tournamentMatches(id, { perPage: 1 }, nameRequestOptions(signal));
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    await names.delete('tournament', id);
  }
};

export const tournamentsJob = (options: JobOptions): Job =>
  createListedJob({
    ...options,
    kind: 'tournament',
    read: (paging, signal) => options.api.tournaments(paging, nameRequestOptions(signal)),
    entryOf: tournamentEntry,
    askAfter: (id, signal) => findTournament(options, id, signal),
  });
