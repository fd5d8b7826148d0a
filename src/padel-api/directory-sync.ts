import type { DirectoryEntry } from '../domain/directory.ts';
import type { Player, Tournament } from '../domain/people.ts';
import type { PadelApi } from './client.ts';
import type { Directory } from './directory.ts';
import type { Page } from './wire/envelope.ts';

export interface DirectorySync {
  readonly api: PadelApi;
  readonly directory: Directory;
  /** Where the names are kept, so that a restart knows them at once. */
  readonly save: (entries: readonly DirectoryEntry[]) => Promise<void>;
}

const PER_PAGE = 50;

/**
 * Reads all players, best ranked first, and all tournaments in the background lane, and keeps each
 * page as it comes: names can be typed long before the last page is read.
 * @throws the API's errors; what was read until then is kept.
 */
export const syncDirectory = async (sync: DirectorySync, signal: AbortSignal): Promise<void> => {
  const { api } = sync;
  const sources = [
    async (page: number) =>
      mapped(
        await api.players({ sortBy: 'ranking', page, perPage: PER_PAGE }, 'background'),
        playerEntry,
      ),
    async (page: number) =>
      mapped(await api.tournaments({ page, perPage: PER_PAGE }, 'background'), tournamentEntry),
  ];
  for (const source of sources) {
    for (let page = 1, last = 1; page <= last && !signal.aborted; page += 1) {
      const { items, lastPage } = await source(page);
      last = lastPage;
      await sync.save(items);
      sync.directory.put(items);
    }
  }
};

const mapped = <T>(page: Page<T>, entryOf: (item: T) => DirectoryEntry): Page<DirectoryEntry> => ({
  ...page,
  items: page.items.map(entryOf),
});

const playerEntry = ({ id, name, category, nationality, ranking }: Player): DirectoryEntry => ({
  kind: 'player',
  id,
  name,
  category,
  country: nationality,
  ranking,
  startDate: null,
  endDate: null,
});

/** A tournament as it can be named. */
export const tournamentEntry = ({
  id,
  name,
  country,
  startDate,
  endDate,
}: Tournament): DirectoryEntry => ({
  kind: 'tournament',
  id,
  name,
  category: null,
  country,
  ranking: null,
  startDate,
  endDate,
});
