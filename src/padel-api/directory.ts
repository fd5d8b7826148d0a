import MiniSearch from 'minisearch';
import type { DirectoryEntry, DirectoryKind } from '../domain/directory.ts';

/**
 * The names of players and tournaments, held in memory: typing costs no request. It is filled from
 * where it is kept, and by the sync (directory-sync.ts).
 */
export interface Directory {
  /** The best `limit` entries for what was typed; the first ranked ones for nothing typed. */
  search: (kind: DirectoryKind, typed: string, limit: number) => Found;
  /** Entries whose whole name was typed, in any order of words, without accents; or the id. */
  find: (kind: DirectoryKind, typed: string) => readonly DirectoryEntry[];
  get: (kind: DirectoryKind, id: number) => DirectoryEntry | undefined;
  put: (entries: readonly DirectoryEntry[]) => void;
  size: (kind: DirectoryKind) => number;
}

export interface Found {
  readonly entries: readonly DirectoryEntry[];
  /** Nothing begins like what was typed: these are similar. */
  readonly guessed: boolean;
}

const keyOf = (kind: DirectoryKind, id: number): string => `${kind}:${id}`;

/** Lower case, without accents: `Galán` is found by `galan`. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const wordsOf = (text: string): string[] => plain(text).split(' ');

const UNRANKED = Number.MAX_SAFE_INTEGER;

/** Better ranked first, then the later tournament, then by name. */
const byProminence = (a: DirectoryEntry, b: DirectoryEntry): number =>
  (a.ranking ?? UNRANKED) - (b.ranking ?? UNRANKED) ||
  (b.startDate ?? '').localeCompare(a.startDate ?? '') ||
  a.name.localeCompare(b.name);

interface Indexed {
  readonly key: string;
  readonly name: string;
}

const createIndex = () =>
  new MiniSearch<Indexed>({
    idField: 'key',
    fields: ['name'],
    tokenize: wordsOf,
    processTerm: (term) => (term === '' ? null : term),
  });

export const createDirectory = (initial: readonly DirectoryEntry[] = []): Directory => {
  const entries = new Map<string, DirectoryEntry>();
  const indexes = { player: createIndex(), tournament: createIndex() };

  const entriesOf = (keys: readonly string[]): DirectoryEntry[] =>
    keys.flatMap((key) => entries.get(key) ?? []);

  const ofKind = (kind: DirectoryKind): DirectoryEntry[] =>
    [...entries.values()].filter((entry) => entry.kind === kind);

  const matching = (kind: DirectoryKind, typed: string, fuzzy: number | false): DirectoryEntry[] =>
    entriesOf(
      indexes[kind]
        .search(typed, { prefix: true, fuzzy, combineWith: 'AND' })
        .map(({ id }) => String(id)),
    );

  const directory: Directory = {
    search: (kind, typed, limit) => {
      // Prefixes first: the prominent ones lead. Typos only when nothing begins like that.
      const found = plain(typed) === '' ? ofKind(kind) : matching(kind, typed, false);
      const guessed = found.length === 0;
      const entries = guessed ? matching(kind, typed, 0.3) : found.sort(byProminence);
      return { entries: entries.slice(0, limit), guessed };
    },
    find: (kind, typed) => {
      const byId = /^\d+$/.test(typed.trim()) ? directory.get(kind, Number(typed)) : undefined;
      if (byId !== undefined) return [byId];
      const wanted = wordsOf(typed).sort().join(' ');
      return matching(kind, typed, false).filter(
        (entry) => wordsOf(entry.name).sort().join(' ') === wanted,
      );
    },
    get: (kind, id) => entries.get(keyOf(kind, id)),
    put: (added) => {
      for (const entry of added) {
        const key = keyOf(entry.kind, entry.id);
        const document = { key, name: entry.name };
        if (!entries.has(key)) indexes[entry.kind].add(document);
        else if (entries.get(key)?.name !== entry.name) indexes[entry.kind].replace(document);
        entries.set(key, entry);
      }
    },
    size: (kind) => ofKind(kind).length,
  };
  directory.put(initial);
  return directory;
};
