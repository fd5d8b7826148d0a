import type { DirectoryEntry, DirectoryKind } from '../../domain/people/directory.ts';
import { isCountry } from '../../domain/people/countries.ts';
import { idsOfPair } from '../../domain/people/pairs.ts';
import { normalizedWords } from '../../domain/plain.ts';
import { createNameIndex, namedWords, searchWords } from './index.ts';

/**
 * The names of players, pairs and tournaments in memory, so that autocomplete costs no request. Filled
 * from the database and by the sync (directory-sync.ts).
 */
export interface Directory {
  /** The best `limit` entries for a typed text; the most prominent ones for an empty text. */
  search: (kind: DirectoryKind, typed: string, limit: number) => SearchHit;
  /**
   * Entries whose full name is the typed text, in any order of words, without accents; else those with
   * that display name, or that id.
   */
  find: (kind: DirectoryKind, typed: string) => readonly DirectoryEntry[];
  get: (kind: DirectoryKind, id: number) => DirectoryEntry | undefined;
  /** All entries of a kind, in no order. Too slow for autocomplete. */
  all: (kind: DirectoryKind) => readonly DirectoryEntry[];
  /** The countries of players (ISO 3166 alpha-2), the one with most players first. */
  countries: () => readonly string[];
  /** The pairs of a player, the one that played last first. */
  pairsOf: (playerId: number) => readonly DirectoryEntry[];
  put: (entries: readonly DirectoryEntry[]) => void;
  remove: (kind: DirectoryKind, id: number) => void;
  size: (kind: DirectoryKind) => number;
  /** How complete the names of a kind are; `all` by default. */
  fillLevel: (kind: DirectoryKind) => FillLevel;
  /** Sets the source of `fillLevel`. */
  setFillLevel: (progress: (kind: DirectoryKind) => FillLevel) => void;
}

/** All names, some of them, or none because the service does not respond. */
export type FillLevel = 'all' | 'some' | 'unreachable';

interface SearchHit {
  readonly entries: readonly DirectoryEntry[];
  /** No name starts with the typed text: these are similar. */
  readonly guessed: boolean;
}

const countriesOf = (players: readonly DirectoryEntry[]): readonly string[] => {
  const counts = new Map<string, number>();
  for (const { country } of players) {
    if (country === null || !isCountry(country)) continue;
    counts.set(country, (counts.get(country) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([country]) => country);
};

export const createDirectory = (initial: readonly DirectoryEntry[] = []): Directory => {
  const indexes = {
    player: createNameIndex(),
    pair: createNameIndex(),
    tournament: createNameIndex(),
  };
  let countries: readonly string[] | null = null;
  let progress: (kind: DirectoryKind) => FillLevel = () => 'all';

  const directory: Directory = {
    search: (kind, typed, limit) => {
      const index = indexes[kind];
      const words = searchWords(typed);
      const named = namedWords(typed);
      // Prefixes first, by prominence; `y` may begin a name, or join two.
      const whole = index.beginning(words, limit);
      const entries = whole.length > 0 || named === words ? whole : index.beginning(named, limit);
      if (entries.length > 0 || words.length === 0) return { entries, guessed: false };
      // Typo matches only without prefix matches.
      return { entries: index.similar(named, limit), guessed: true };
    },
    find: (kind, typed) => {
      const byId = /^\d+$/.test(typed.trim()) ? indexes[kind].get(Number(typed)) : undefined;
      return byId !== undefined ? [byId] : indexes[kind].called(normalizedWords(typed));
    },
    get: (kind, id) => indexes[kind].get(id),
    all: (kind) => indexes[kind].all(),
    countries: () => (countries ??= countriesOf(indexes.player.all())),
    pairsOf: (playerId) => indexes.pair.matching(({ id }) => idsOfPair(id).includes(playerId)),
    put: (entries) => {
      countries = null;
      for (const entry of entries) indexes[entry.kind].put(entry);
    },
    remove: (kind, id) => {
      countries = null;
      indexes[kind].remove(id);
    },
    size: (kind) => indexes[kind].size(),
    fillLevel: (kind) => progress(kind),
    setFillLevel: (told) => {
      progress = told;
    },
  };
  directory.put(initial);
  return directory;
};
