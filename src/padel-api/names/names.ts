import { LRUCache } from 'lru-cache';
import {
  pairEntries,
  type DirectoryEntry,
  type DirectoryKind,
} from '../../domain/people/directory.ts';
import { playersOf, type Match, type PlayerRef, type Merge } from '../../domain/match/match.ts';
import { idsOfPair, pairKeyAfterMerge } from '../../domain/people/pairs.ts';
import { displayName } from '../../domain/people/display-names.ts';
import { isNewRating, laterRating } from '../../domain/people/ratings.ts';
import type { Directory } from './directory.ts';

export type NameKey = Pick<DirectoryEntry, 'kind' | 'id'>;

interface NameStore {
  /** @param renamed what players are called from now on, by id */
  readonly save: (
    entries: readonly DirectoryEntry[],
    renamed: ReadonlyMap<number, string>,
  ) => Promise<void>;
  readonly remove: (keys: readonly NameKey[]) => Promise<void>;
}

interface MatchDisplayName {
  readonly called: string;
  /** The date of the match; empty when unknown. */
  readonly on: string;
  readonly matchId: number;
}

/** More players than have played in two years. */
const MAX_PLAYERS = 20_000;

const FIELDS = [
  'name',
  'shortName',
  'called',
  'category',
  'country',
  'ranking',
  'startDate',
  'endDate',
  'lastMatchOn',
] as const satisfies readonly (keyof DirectoryEntry)[];

const laterOf = (entry: DirectoryEntry, before: DirectoryEntry | undefined): string | null => {
  const then = before?.lastMatchOn ?? null;
  return then !== null && then > (entry.lastMatchOn ?? '') ? then : entry.lastMatchOn;
};

/** The directory and its storage, updated together. */
export const createNames = (directory: Directory, store: NameStore) => {
  /** Display names from the latest match of each player, by id. */
  const inMatches = new LRUCache<number, MatchDisplayName>({ max: MAX_PLAYERS });

  /** The display name of a player by the service's data; null without one. */
  const displayNameOf = (id: number): string | null => {
    const known = directory.get('player', id);
    return known?.shortName ?? inMatches.get(id)?.called ?? known?.called ?? null;
  };

  /** `Triay / Brea`, when both are known. */
  const pairDisplayNameOf = (key: number): string | null => {
    const both = idsOfPair(key).flatMap((id) => displayNameOf(id) ?? []);
    return both.length === 2 ? both.join(' / ') : null;
  };

  const saidOf = ({ kind, id, shortName }: DirectoryEntry): string | null => {
    if (kind === 'tournament') return null;
    return kind === 'pair'
      ? pairDisplayNameOf(id)
      : (shortName ?? inMatches.get(id)?.called ?? null);
  };

  /**
   * Completes an entry with the stored one: display name, rating, and the latest match of a pair, in
   * whatever order matches were read.
   */
  const completed = (entry: DirectoryEntry): DirectoryEntry => {
    const before = directory.get(entry.kind, entry.id);
    const called = saidOf(entry) ?? entry.called ?? before?.called ?? null;
    const rating = laterRating(before?.rating, entry.rating);
    return {
      ...entry,
      called,
      lastMatchOn: laterOf(entry, before),
      ...(rating === undefined ? {} : { rating }),
    };
  };

  /** Records the display name of a player in a match, unless a later match has one. */
  const recordDisplayName = (match: Match, { id, called }: PlayerRef): void => {
    if (typeof called !== 'string') return;
    const before = inMatches.get(id);
    const on = match.playedOn ?? '';
    const isOlder =
      before !== undefined && (on < before.on || (on === before.on && match.id < before.matchId));
    if (!isOlder) inMatches.set(id, { called, on, matchId: match.id });
  };

  const isNew = (entry: DirectoryEntry): boolean => {
    const known = directory.get(entry.kind, entry.id);
    return (
      known === undefined ||
      FIELDS.some((field) => known[field] !== entry[field]) ||
      isNewRating(known.rating, entry.rating)
    );
  };

  const renamedBy = (entries: readonly DirectoryEntry[]): ReadonlyMap<number, string> =>
    new Map(
      entries
        .filter(({ kind }) => kind === 'player')
        .map((entry) => ({ id: entry.id, before: directory.get('player', entry.id), entry }))
        .filter(({ before, entry }) => !before || displayName(before) !== displayName(entry))
        .map(({ id, entry }) => [id, displayName(entry)]),
    );

  /** Adds names that were read; unchanged ones cost nothing. */
  const save = async (entries: readonly DirectoryEntry[]): Promise<void> => {
    const latest = new Map<string, DirectoryEntry>();
    for (const entry of entries) {
      const key = `${entry.kind}:${entry.id}`;
      latest.set(key, { ...entry, lastMatchOn: laterOf(entry, latest.get(key)) });
    }
    const changed = [...latest.values()].map(completed).filter(isNew);
    if (changed.length === 0) return;
    // Before the update in memory: names that could not be stored are new again the next time.
    await store.save(changed, renamedBy(changed));
    directory.put(changed);
  };

  const remove = async (kind: DirectoryKind, id: number): Promise<void> => {
    await store.remove([{ kind, id }]);
    directory.remove(kind, id);
  };

  /** Moves the pairs of a merged player to the successor, renamed when that name is known. */
  const movePairs = async (from: number, to: number): Promise<void> => {
    for (const pair of directory.pairsOf(from)) {
      const key = pairKeyAfterMerge(pair.id, from, to);
      if (key !== null) {
        const players = idsOfPair(key).flatMap((id) => directory.get('player', id)?.name ?? []);
        const name = players.length === 2 ? players.join(' / ') : pair.name;
        await save([{ ...pair, id: key, name }]);
      }
      await remove('pair', pair.id);
    }
  };

  return {
    directory,
    save,
    /** Adds the pairs of matches, and the display names in them. */
    saveFromMatches: async (matches: readonly Match[]): Promise<void> => {
      for (const match of matches)
        for (const player of playersOf(match)) recordDisplayName(match, player);
      // Also names players who are not in the directory yet.
      const players = matches
        .flatMap(playersOf)
        .flatMap(({ id }) => directory.get('player', id) ?? []);
      await save([...players, ...matches.flatMap(pairEntries)]);
    },
    delete: remove,
    /**
     * Handles a merge: the name is deleted, its pairs become the successor's; of a player, matches call
     * them as the successor. Matches have no names of their own.
     */
    merge: async ({ kind, from, to }: Merge): Promise<void> => {
      if (kind === 'match') return;
      if (kind === 'player') await movePairs(from, to);
      await remove(kind, from);
      const known = kind === 'player' ? directory.get(kind, to) : undefined;
      if (known !== undefined) await store.save([known], new Map([[to, displayName(known)]]));
    },
  };
};

export type Names = ReturnType<typeof createNames>;
