import type { DirectoryEntry, DirectoryKind } from '../domain/directory.ts';
import type { Merge } from '../domain/merges.ts';
import { idsOfPair, pairKeyAfterMerge } from '../domain/pairs.ts';
import type { Directory } from './directory.ts';

/** A name by which it is kept. */
export type NameKey = Pick<DirectoryEntry, 'kind' | 'id'>;

/** Where the names are kept, so that a restart knows them at once. */
export interface NameStore {
  readonly save: (entries: readonly DirectoryEntry[]) => Promise<void>;
  readonly remove: (keys: readonly NameKey[]) => Promise<void>;
}

/** The directory, and what is kept of it, changed together. */
export interface Names {
  readonly directory: Directory;
  /** Takes in what was read; what was known already costs nothing. */
  readonly learn: (entries: readonly DirectoryEntry[]) => Promise<void>;
  readonly forget: (kind: DirectoryKind, id: number) => Promise<void>;
  /** A record turned out to be another one: its name goes, its pairs become the other's. */
  readonly merge: (merge: Merge) => Promise<void>;
}

const FIELDS = [
  'name',
  'category',
  'country',
  'ranking',
  'startDate',
  'endDate',
  'lastMatchOn',
] as const satisfies readonly (keyof DirectoryEntry)[];

export const createNames = (directory: Directory, store: NameStore): Names => {
  /** A pair's latest match is the latest of all that were seen, in whatever order. */
  const completed = (entry: DirectoryEntry): DirectoryEntry => {
    const before = directory.get(entry.kind, entry.id)?.lastMatchOn ?? null;
    if (before === null || (entry.lastMatchOn ?? '') >= before) return entry;
    return { ...entry, lastMatchOn: before };
  };

  const isNew = (entry: DirectoryEntry): boolean => {
    const known = directory.get(entry.kind, entry.id);
    return known === undefined || FIELDS.some((field) => known[field] !== entry[field]);
  };

  const names: Names = {
    directory,
    learn: async (entries) => {
      const latest = new Map(entries.map((entry) => [`${entry.kind}:${entry.id}`, entry]));
      const news = [...latest.values()].map(completed).filter(isNew);
      if (news.length === 0) return;
      // What could not be kept is news again the next time.
      await store.save(news);
      directory.put(news);
    },
    forget: async (kind, id) => {
      await store.remove([{ kind, id }]);
      directory.remove(kind, id);
    },
    merge: async ({ kind, from, to }) => {
      if (kind === 'player') await moveNames(names, from, to);
      await names.forget(kind, from);
    },
  };
  return names;
};

/** The pairs of a merged player are pairs of the other one, under their name where it is known. */
const moveNames = async ({ directory, learn, forget }: Names, from: number, to: number) => {
  for (const pair of directory.pairsOf(from)) {
    const key = pairKeyAfterMerge(pair.id, from, to);
    if (key !== null) {
      const players = idsOfPair(key).flatMap((id) => directory.get('player', id)?.name ?? []);
      const name = players.length === 2 ? players.join(' / ') : pair.name;
      await learn([{ ...pair, id: key, name }]);
    }
    await forget('pair', pair.id);
  }
};
