import { LRUCache } from 'lru-cache';
import { pairEntries, type DirectoryEntry, type DirectoryKind } from '../domain/directory.ts';
import { playersOf, type Match, type PlayerRef } from '../domain/match.ts';
import type { Merge } from '../domain/merges.ts';
import { idsOfPair, pairKeyAfterMerge } from '../domain/pairs.ts';
import { isNewRating, laterRating } from '../domain/service-ratings.ts';
import type { Directory } from './directory.ts';

/** A name by which it is kept. */
export type NameKey = Pick<DirectoryEntry, 'kind' | 'id'>;

/** Where the names are kept, so that a restart knows them at once. */
interface NameStore {
  readonly save: (entries: readonly DirectoryEntry[]) => Promise<void>;
  readonly remove: (keys: readonly NameKey[]) => Promise<void>;
}

/** The directory, and what is kept of it, changed together. */
export interface Names {
  readonly directory: Directory;
  /** Takes in what was read; what was known already costs nothing. */
  readonly learn: (entries: readonly DirectoryEntry[]) => Promise<void>;
  /** Takes in the pairs of matches, and what their players are called in them. */
  readonly learnFrom: (matches: readonly Match[]) => Promise<void>;
  readonly forget: (kind: DirectoryKind, id: number) => Promise<void>;
  /** A record turned out to be another one: its name goes, its pairs become the other's. Matches have none. */
  readonly merge: (merge: Merge) => Promise<void>;
}

/** What a match called a player. */
interface Saying {
  readonly called: string;
  /** When it is played; empty where that is not known. */
  readonly on: string;
  readonly matchId: number;
}

/** More players than have played in two years. */
const REMEMBERED = 20_000;

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

export const createNames = (directory: Directory, store: NameStore): Names => {
  /** What players were called in the latest match that was seen of them, by their id. */
  const inMatches = new LRUCache<number, Saying>({ max: REMEMBERED });

  /** What a player is called, as far as the service has said it. */
  const calledNow = (id: number): string | null => {
    const known = directory.get('player', id);
    return known?.shortName ?? inMatches.get(id)?.called ?? known?.called ?? null;
  };

  /** `Triay / Brea`, where it is known of both. */
  const pairCalledNow = (key: number): string | null => {
    const both = idsOfPair(key).flatMap((id) => calledNow(id) ?? []);
    return both.length === 2 ? both.join(' / ') : null;
  };

  const saidOf = ({ kind, id, shortName }: DirectoryEntry): string | null => {
    if (kind === 'tournament') return null;
    return kind === 'pair' ? pairCalledNow(id) : (shortName ?? inMatches.get(id)?.called ?? null);
  };

  /**
   * What was known stays where this says nothing: what somebody is called, how they are rated, and a
   * pair's latest match, which is the latest of all that were seen, in whatever order.
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

  /** Notes what a match calls a player, unless a later one has said it. */
  const note = (match: Match, { id, called }: PlayerRef): void => {
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

  const names: Names = {
    directory,
    learn: async (entries) => {
      const latest = new Map<string, DirectoryEntry>();
      for (const entry of entries) {
        const key = `${entry.kind}:${entry.id}`;
        latest.set(key, { ...entry, lastMatchOn: laterOf(entry, latest.get(key)) });
      }
      const news = [...latest.values()].map(completed).filter(isNew);
      if (news.length === 0) return;
      // What could not be kept is news again the next time.
      await store.save(news);
      directory.put(news);
    },
    learnFrom: async (matches) => {
      for (const match of matches) for (const player of playersOf(match)) note(match, player);
      // Somebody who is not known yet is called so once they are.
      const players = matches
        .flatMap(playersOf)
        .flatMap(({ id }) => directory.get('player', id) ?? []);
      await names.learn([...players, ...matches.flatMap(pairEntries)]);
    },
    forget: async (kind, id) => {
      await store.remove([{ kind, id }]);
      directory.remove(kind, id);
    },
    merge: async ({ kind, from, to }) => {
      if (kind === 'match') return;
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
