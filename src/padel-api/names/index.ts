import SearchableMap from 'minisearch/SearchableMap';
import type { DirectoryEntry } from '../../domain/people/directory.ts';
import { normalizedWords } from '../../domain/plain.ts';
import { joinedWords, soundOf } from './words.ts';

const UNRANKED = 9_999_999;

/** The prominence of a name as one number: comparing ten thousand of them takes no time. */
const placeInOrder = ({ lastMatchOn, startDate, ranking }: DirectoryEntry): number =>
  // Pairs and tournaments have only a date, players only a ranking.
  Math.min(ranking ?? UNRANKED, UNRANKED) -
  Number((lastMatchOn ?? startDate ?? '').replaceAll('-', '')) * (UNRANKED + 1);

interface Indexed {
  readonly number: number;
  readonly words: readonly string[];
  readonly entry: DirectoryEntry;
  readonly place: number;
}

/** The pair that played last, the better ranked, the later tournament; then by name. */
const byProminence = (a: Indexed, b: Indexed): number =>
  a.place - b.place ||
  Number(a.entry.name > b.entry.name) - Number(a.entry.name < b.entry.name) ||
  a.entry.id - b.entry.id;

const wordsOf = ({ name, shortName, called }: DirectoryEntry): readonly string[] => [
  ...new Set(
    [name, shortName, called].flatMap((said) => {
      const words = said === null ? [] : normalizedWords(said);
      return [...words, ...joinedWords(words)];
    }),
  ),
];

/** Whether a name has each of these words, and not only words that begin with them. */
export const hasWords = (entry: DirectoryEntry, words: readonly string[]): boolean => {
  const own = wordsOf(entry);
  return words.every((word) => own.includes(word));
};

/** The words of a name as they sound. */
export const soundsOf = (entry: DirectoryEntry): readonly string[] => [
  ...new Set(wordsOf(entry).map(soundOf)),
];

const entryOf = ({ entry }: Indexed): DirectoryEntry => entry;

/** The first `limit` items by an order, without sorting all of them. */
const firstOf = <T>(items: Iterable<T>, limit: number, compare: (a: T, b: T) => number): T[] => {
  const first: T[] = [];
  for (const each of items) {
    const last = first[limit - 1];
    if (last !== undefined && compare(each, last) >= 0) continue;
    first.splice(first.findLastIndex((other) => compare(other, each) <= 0) + 1, 0, each);
    first.length = Math.min(first.length, limit);
  }
  return first;
};

/** Allowed typos in a word: none in a short one, which is similar to too many. */
const editsIn = ({ length }: string): number => (length < 3 ? 0 : length < 5 ? 1 : 2);

/**
 * The names of one kind, found by the prefixes of their words, or by words with typos. An inverted index in
 * a radix tree: from each word to the numbers of the names that have it.
 */
export const createNameIndex = (wordsFor = wordsOf) => {
  const numbers = new Map<number, number>();
  const indexed: (Indexed | undefined)[] = [];
  const byWord = new SearchableMap<Set<number>>();
  /** The most prominent names, suggested before anything is typed; reset when a name changes. */
  let prominent: readonly Indexed[] | null = null;

  const all = (): readonly Indexed[] => indexed.filter((each) => each !== undefined);

  const mostProminent = (limit: number): readonly Indexed[] => {
    if (prominent === null || prominent.length < Math.min(limit, numbers.size)) {
      prominent = firstOf(all(), limit, byProminence);
    }
    return prominent.slice(0, limit);
  };

  const forget = (number: number): void => {
    prominent = null;
    for (const word of indexed[number]?.words ?? []) {
      const names = byWord.get(word);
      names?.delete(number);
      if (names?.size === 0) byWord.delete(word);
    }
  };

  /**
   * The names with a word like a typed one, and the typos in it; a prefix has none.
   * @param among only these; null for all
   */
  const withWord = (
    typed: string,
    edits: number,
    among: ReadonlyMap<number, number> | null,
  ): Map<number, number> => {
    const typos = new Map<number, number>();
    const add = (names: ReadonlySet<number>, distance: number): void => {
      for (const number of names) {
        const before = among === null ? 0 : among.get(number);
        if (before === undefined) continue;
        typos.set(number, Math.min(typos.get(number) ?? Infinity, before + distance));
      }
    };
    // The first letter is rarely mistyped: a search skips the other letters.
    const near = byWord.atPrefix(typed.slice(0, 1));
    const alike = edits === 0 ? [] : near.fuzzyGet(typed.slice(1), edits).values();
    for (const [names, distance] of alike) add(names, distance);
    for (const names of byWord.atPrefix(typed).values()) add(names, 0);
    return typos;
  };

  /** The names with a word like each typed one: those with the fewest typos, then the most prominent. */
  const search = (
    typed: readonly string[],
    limit: number,
    edits: (word: string) => number,
  ): DirectoryEntry[] => {
    let found: Map<number, number> | null = null;
    // The longest word leaves the fewest names to the others.
    for (const word of typed.toSorted((one, other) => other.length - one.length)) {
      found = withWord(word, edits(word), found);
      if (found.size === 0) return [];
    }
    const typosOf = ({ number }: Indexed): number => found?.get(number) ?? 0;
    const names = [...(found?.keys() ?? [])].flatMap((number) => indexed[number] ?? []);
    return firstOf(names, limit, (a, b) => typosOf(a) - typosOf(b) || byProminence(a, b)).map(
      entryOf,
    );
  };

  return {
    put: (entry: DirectoryEntry): void => {
      const number = numbers.get(entry.id) ?? indexed.length;
      forget(number);
      const words = wordsFor(entry);
      for (const word of words) byWord.fetch(word, () => new Set()).add(number);
      indexed[number] = { number, words, entry, place: placeInOrder(entry) };
      numbers.set(entry.id, number);
    },
    remove: (id: number): void => {
      const number = numbers.get(id);
      if (number === undefined) return;
      forget(number);
      indexed[number] = undefined;
      numbers.delete(id);
    },
    get: (id: number): DirectoryEntry | undefined => indexed[numbers.get(id) ?? -1]?.entry,
    /** All of them, in no order. */
    all: (): readonly DirectoryEntry[] => all().map(entryOf),
    /** Those that match a predicate, the most prominent first. */
    matching: (isTrue: (entry: DirectoryEntry) => boolean): DirectoryEntry[] =>
      all()
        .filter(({ entry }) => isTrue(entry))
        .sort(byProminence)
        .map(entryOf),
    size: (): number => numbers.size,
    /** Each typed word is a prefix of a word of the name; the most prominent first. */
    beginning: (typed: readonly string[], limit: number): DirectoryEntry[] =>
      typed.length === 0 ? mostProminent(limit).map(entryOf) : search(typed, limit, () => 0),
    /** Each typed word resembles a word of the name with the same first letter; the most similar first. */
    similar: (typed: readonly string[], limit: number): DirectoryEntry[] =>
      search(typed, limit, editsIn),
    /** Names with exactly these words, in any order; else display names. The most prominent first. */
    called: (words: readonly string[]): DirectoryEntry[] => {
      const [rarest] = words
        .map((word) => byWord.get(word) ?? new Set<number>())
        .sort((a, b) => a.size - b.size);
      const among = [...(rarest ?? [])]
        .flatMap((number) => indexed[number] ?? [])
        .filter((each) => words.every((word) => each.words.includes(word)));
      const wanted = words.toSorted().join(' ');
      const isSaid = (name: string | null): boolean =>
        name !== null && normalizedWords(name).sort().join(' ') === wanted;
      const inFull = among.filter(({ entry }) => isSaid(entry.name));
      const called =
        inFull.length > 0
          ? inFull
          : among.filter(({ entry }) => isSaid(entry.shortName) || isSaid(entry.called));
      return called.sort(byProminence).map(entryOf);
    },
  };
};
