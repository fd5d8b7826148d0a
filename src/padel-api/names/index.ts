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
  readonly words: readonly string[];
  readonly entry: DirectoryEntry;
  readonly place: number;
}

/** The pair that played last, the better ranked, the later tournament; then by name. */
const byProminence = (a: Indexed, b: Indexed): number =>
  a.place - b.place || Number(a.entry.name > b.entry.name) - Number(a.entry.name < b.entry.name);

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

/** A set of small numbers, one bit each: sets of tens of thousands are combined in microseconds. */
type Bits = Uint32Array<ArrayBuffer>;

const addBits = (bits: Bits, numbers: Iterable<number>): void => {
  for (const number of numbers) {
    bits[number >>> 5] = (bits[number >>> 5] ?? 0) | (1 << (number & 31));
  }
};

const hasBit = (bits: Bits, number: number): boolean =>
  ((bits[number >>> 5] ?? 0) & (1 << (number & 31))) !== 0;

/** Intersects the sets in place, into the first. */
const intersection = ([first, ...others]: readonly Bits[]): Bits => {
  if (first === undefined) return new Uint32Array();
  for (const other of others) {
    for (let at = 0; at < first.length; at += 1) first[at] = (first[at] ?? 0) & (other[at] ?? 0);
  }
  return first;
};

const include = (bits: Bits, other: Bits): void => {
  for (let at = 0; at < bits.length; at += 1) bits[at] = (bits[at] ?? 0) | (other[at] ?? 0);
};

/** A plain loop: generators take four times as long, and this runs with every keystroke. */
const forEachNumber = (bits: Bits, act: (number: number) => void): void => {
  for (let at = 0; at < bits.length; at += 1) {
    for (let left = bits[at] ?? 0; left !== 0; left &= left - 1) {
      act((at << 5) + 31 - Math.clz32(left & -left));
    }
  }
};

/** Collects the first `limit` items by an order, without sorting all of them. */
const createFirst = <T>(limit: number, compare: (a: T, b: T) => number) => {
  const first: T[] = [];
  return {
    first,
    add: (each: T): void => {
      const last = first.at(-1);
      if (first.length === limit && last !== undefined && compare(each, last) >= 0) return;
      let [low, high] = [0, first.length];
      while (low < high) {
        const middle = (low + high) >>> 1;
        const other = first[middle];
        if (other !== undefined && compare(other, each) <= 0) low = middle + 1;
        else high = middle;
      }
      first.splice(low, 0, each);
      if (first.length > limit) first.pop();
    },
  };
};

/** Allowed typos in a word: none in a short one, which is similar to too many. */
const editsIn = ({ length }: string): number => (length < 3 ? 0 : length < 5 ? 1 : 2);

/** Finds, among some words, those that a typed word resembles. */
export const resemblingAmong = (words: Iterable<string>) => {
  const known = SearchableMap.from([...words].map((word): [string, true] => [word, true]));
  return (typed: string): readonly string[] => [...known.fuzzyGet(typed, editsIn(typed)).keys()];
};

/**
 * The names of one kind, found by the prefixes of their words, or by words with typos. An inverted
 * index: from each word to the numbers of the names that have it. A search costs about as
 * much as the words that match the typed text.
 */
export const createNameIndex = (wordsFor = wordsOf) => {
  const numbers = new Map<number, number>();
  const indexed: (Indexed | undefined)[] = [];
  const postings = new Map<string, Set<number>>();
  /** All words, sorted, so that equal prefixes are adjacent. */
  const sorted: string[] = [];
  /** By first letter, which is rarely mistyped: a search skips the other letters. */
  const byFirstLetter = new Map<string, SearchableMap<true>>();

  /** The most prominent names, suggested before anything is typed; reset when a name changes. */
  let prominent: readonly Indexed[] | null = null;

  const mostProminent = (limit: number): readonly Indexed[] => {
    if (prominent === null || prominent.length < Math.min(limit, numbers.size)) {
      const { first, add } = createFirst(limit, byProminence);
      for (const number of numbers.values()) visit(number, add);
      prominent = first;
    }
    return prominent.slice(0, limit);
  };

  const placeOf = (word: string): number => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sorted[middle] ?? '') < word) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  const addWord = (word: string): Set<number> => {
    const first = word.slice(0, 1);
    const map = byFirstLetter.get(first) ?? new SearchableMap<true>();
    byFirstLetter.set(first, map.set(word.slice(1), true));
    sorted.splice(placeOf(word), 0, word);
    const names = new Set<number>();
    postings.set(word, names);
    return names;
  };

  const dropWord = (word: string): void => {
    byFirstLetter.get(word.slice(0, 1))?.delete(word.slice(1));
    sorted.splice(placeOf(word), 1);
    postings.delete(word);
  };

  const forgetWords = (number: number): void => {
    for (const word of indexed[number]?.words ?? []) {
      const names = postings.get(word);
      names?.delete(number);
      if (names?.size === 0) dropWord(word);
    }
  };

  const visit = (number: number, act: (each: Indexed) => void): void => {
    const each = indexed[number];
    if (each !== undefined) act(each);
  };

  const noBits = (): Bits => new Uint32Array((indexed.length + 31) >>> 5);

  const startingWith = (typed: string): Bits => {
    const bits = noBits();
    for (let at = placeOf(typed); sorted[at]?.startsWith(typed) === true; at += 1) {
      addBits(bits, postings.get(sorted[at] ?? '') ?? []);
    }
    return bits;
  };

  /** The names that have a word with at most 0, 1, 2 … typos. */
  const within = (typed: string): readonly Bits[] => {
    const edits = editsIn(typed);
    const levels = [startingWith(typed)];
    for (let edit = 1; edit <= edits; edit += 1) levels.push(noBits());
    const first = typed.slice(0, 1);
    const alike = edits === 0 ? [] : byFirstLetter.get(first)?.fuzzyGet(typed.slice(1), edits);
    for (const [rest, [, distance]] of alike ?? []) {
      for (const bits of levels.slice(distance)) addBits(bits, postings.get(first + rest) ?? []);
    }
    // A prefix match counts like an exact one.
    for (const bits of levels.slice(1)) include(bits, levels[0] ?? noBits());
    return levels;
  };

  return {
    put: (entry: DirectoryEntry): void => {
      prominent = null;
      const number = numbers.get(entry.id) ?? indexed.length;
      const before = indexed[number];
      const words = wordsFor(entry);
      if (before?.words.join(' ') === words.join(' ')) {
        indexed[number] = { ...before, entry, place: placeInOrder(entry) };
        return;
      }
      forgetWords(number);
      for (const word of words) (postings.get(word) ?? addWord(word)).add(number);
      indexed[number] = { words, entry, place: placeInOrder(entry) };
      numbers.set(entry.id, number);
    },
    remove: (id: number): void => {
      const number = numbers.get(id);
      if (number === undefined) return;
      prominent = null;
      forgetWords(number);
      indexed[number] = undefined;
      numbers.delete(id);
    },
    get: (id: number): DirectoryEntry | undefined => indexed[numbers.get(id) ?? -1]?.entry,
    /** All of them, in no order. */
    all: (): readonly DirectoryEntry[] => indexed.flatMap((each) => each?.entry ?? []),
    /** Those that match a predicate, the most prominent first. */
    matching: (isTrue: (entry: DirectoryEntry) => boolean) =>
      indexed
        .flatMap((each) => (each !== undefined && isTrue(each.entry) ? [each] : []))
        .sort(byProminence)
        .map(entryOf),
    size: (): number => numbers.size,
    /** Each typed word is a prefix of a word of the name; the most prominent first. */
    beginning: (typed: readonly string[], limit: number): DirectoryEntry[] => {
      if (typed.length === 0) return mostProminent(limit).map(entryOf);
      const { first, add } = createFirst(limit, byProminence);
      forEachNumber(intersection(typed.map(startingWith)), (number) => {
        visit(number, add);
      });
      return first.map(entryOf);
    },
    /** Each typed word resembles a word of the name with the same first letter; the most similar first. */
    similar: (typed: readonly string[], limit: number): DirectoryEntry[] => {
      const alike = typed.map(within);
      const found = intersection(alike.map((levels) => (levels.at(-1) ?? noBits()).slice()));
      const typosOf = (number: number): number =>
        alike.reduce((sum, levels) => sum + levels.findIndex((bits) => hasBit(bits, number)), 0);
      const { first, add } = createFirst<{ readonly each: Indexed; readonly typos: number }>(
        limit,
        (a, b) => a.typos - b.typos || byProminence(a.each, b.each),
      );
      forEachNumber(found, (number) => {
        visit(number, (each) => {
          add({ each, typos: typosOf(number) });
        });
      });
      return first.map(({ each }) => each.entry);
    },
    /** Names with exactly these words, in any order; else display names. The most prominent first. */
    called: (words: readonly string[]): DirectoryEntry[] => {
      const [rarest = new Set<number>()] = words
        .map((word) => postings.get(word) ?? new Set<number>())
        .sort((a, b) => a.size - b.size);
      const among: Indexed[] = [];
      for (const number of rarest) {
        visit(number, (each) => {
          if (words.every((word) => each.words.includes(word))) among.push(each);
        });
      }
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
