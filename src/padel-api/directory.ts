import MiniSearch from 'minisearch';
import type { DirectoryEntry, DirectoryKind } from '../domain/directory.ts';
import { plainWords } from '../domain/plain.ts';

/**
 * The names of players, pairs and tournaments, held in memory: typing costs no request. It is
 * filled from where it is kept, and by the sync (directory-sync.ts).
 */
export interface Directory {
  /** The best `limit` entries for what was typed; the most prominent ones for nothing typed. */
  search: (kind: DirectoryKind, typed: string, limit: number) => Found;
  /**
   * Entries whose whole name was typed, in any order of words, without accents; else those who are
   * called so; or the id.
   */
  find: (kind: DirectoryKind, typed: string) => readonly DirectoryEntry[];
  get: (kind: DirectoryKind, id: number) => DirectoryEntry | undefined;
  /** All entries of a kind, the most prominent first. */
  all: (kind: DirectoryKind) => readonly DirectoryEntry[];
  put: (entries: readonly DirectoryEntry[]) => void;
  remove: (kind: DirectoryKind, id: number) => void;
  size: (kind: DirectoryKind) => number;
  /** How far the names of a kind are known; all of them, as long as nobody says otherwise. */
  known: (kind: DirectoryKind) => Known;
  /** Who fills the directory says how far it has come. */
  filledBy: (progress: (kind: DirectoryKind) => Known) => void;
}

/** All names, some of them, or none, as those who have them do not answer. */
export type Known = 'all' | 'some' | 'unreachable';

export interface Found {
  readonly entries: readonly DirectoryEntry[];
  /** Nothing begins like what was typed: these are similar. */
  readonly guessed: boolean;
}

const UNRANKED = Number.MAX_SAFE_INTEGER;

const order = (a: string, b: string): number => Number(a > b) - Number(a < b);

/** The pair that played last, the better ranked, the later tournament; then by name. */
const byProminence = ({ entry: a }: Indexed, { entry: b }: Indexed): number =>
  order(b.lastMatchOn ?? '', a.lastMatchOn ?? '') ||
  (a.ranking ?? UNRANKED) - (b.ranking ?? UNRANKED) ||
  order(b.startDate ?? '', a.startDate ?? '') ||
  order(a.name, b.name);

interface Indexed {
  readonly id: number;
  /** Of the full name, and of what they are called. */
  readonly words: readonly string[];
  readonly entry: DirectoryEntry;
}

/** How many letters of ten may be wrong. */
const FUZZY = 0.3;

/** Nobody mistypes a first letter: `maria` is not meant for `barba`, although two letters differ. */
const beginsAlike = (typed: string, words: readonly string[]): boolean =>
  words.some((each) => each.startsWith(typed.slice(0, 1)));

/** The names of one kind: in the order of prominence for what begins so, and indexed for typos. */
const createShelf = () => {
  const byId = new Map<number, Indexed>();
  const typos = new MiniSearch<{ id: number; words: string }>({
    fields: ['words'],
    tokenize: (text) => text.split(' '),
    processTerm: (term) => (term === '' ? null : term),
  });
  let prominent: readonly Indexed[] = [];

  const settle = (): void => {
    prominent = [...byId.values()].sort(byProminence);
  };

  const put = (entry: DirectoryEntry): void => {
    const { id } = entry;
    const said = [entry.name, entry.shortName, entry.called].filter((name) => name !== null);
    const words = [...new Set(said.flatMap(plainWords))];
    const document = { id, words: words.join(' ') };
    const before = byId.get(id)?.words.join(' ');
    if (before === undefined) typos.add(document);
    else if (before !== document.words) typos.replace(document);
    byId.set(id, { id, words, entry });
  };

  return {
    byId,
    prominent: () => prominent,
    put: (entries: readonly DirectoryEntry[]): void => {
      for (const entry of entries) put(entry);
      settle();
    },
    remove: (id: number): void => {
      if (!byId.delete(id)) return;
      typos.discard(id);
      settle();
    },
    /** Each word begins one of the name's: a walk that ends when enough are found. */
    beginning: (typed: readonly string[], limit: number): DirectoryEntry[] => {
      const found: DirectoryEntry[] = [];
      for (const { words, entry } of prominent) {
        if (found.length === limit) break;
        if (typed.every((word) => words.some((each) => each.startsWith(word)))) found.push(entry);
      }
      return found;
    },
    similar: (typed: readonly string[], limit: number): DirectoryEntry[] =>
      typos
        .search(typed.join(' '), { prefix: true, fuzzy: FUZZY, combineWith: 'AND' })
        .flatMap(({ id }) => byId.get(Number(id)) ?? [])
        .filter(({ words }) => typed.every((word) => beginsAlike(word, words)))
        .slice(0, limit)
        .map(({ entry }) => entry),
  };
};

export const createDirectory = (initial: readonly DirectoryEntry[] = []): Directory => {
  const shelves = { player: createShelf(), pair: createShelf(), tournament: createShelf() };
  let progress: (kind: DirectoryKind) => Known = () => 'all';
  const get: Directory['get'] = (kind, id) => shelves[kind].byId.get(id)?.entry;

  const directory: Directory = {
    search: (kind, typed, limit) => {
      const words = plainWords(typed);
      // Prefixes first: the prominent ones lead. Typos only when nothing begins like that.
      const entries = shelves[kind].beginning(words, limit);
      if (entries.length > 0 || words.length === 0) return { entries, guessed: false };
      return { entries: shelves[kind].similar(words, limit), guessed: true };
    },
    find: (kind, typed) => {
      const byId = /^\d+$/.test(typed.trim()) ? get(kind, Number(typed)) : undefined;
      if (byId !== undefined) return [byId];
      const wanted = plainWords(typed);
      const among = shelves[kind]
        .prominent()
        .filter(({ words }) => wanted.every((word) => words.includes(word)))
        .map(({ entry }) => entry);
      const key = wanted.toSorted().join(' ');
      const isSaid = (name: string | null): boolean =>
        name !== null && plainWords(name).sort().join(' ') === key;
      const inFull = among.filter(({ name }) => isSaid(name));
      if (inFull.length > 0) return inFull;
      return among.filter(({ shortName, called }) => isSaid(shortName) || isSaid(called));
    },
    get,
    all: (kind) => shelves[kind].prominent().map(({ entry }) => entry),
    put: (added) => {
      for (const [kind, entries] of Map.groupBy(added, (entry) => entry.kind)) {
        shelves[kind].put(entries);
      }
    },
    remove: (kind, id) => {
      shelves[kind].remove(id);
    },
    size: (kind) => shelves[kind].byId.size,
    known: (kind) => progress(kind),
    filledBy: (told) => {
      progress = told;
    },
  };
  directory.put(initial);
  return directory;
};
