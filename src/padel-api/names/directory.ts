import type { DirectoryEntry, DirectoryKind } from '../../domain/people/directory.ts';
import { isCountry } from '../../domain/people/countries.ts';
import { idsOfPair } from '../../domain/people/pairs.ts';
import { normalizedWords } from '../../domain/plain.ts';
import { createNameIndex, soundsOf } from './index.ts';
import { joinedWords, namedWords, searchWords, soundOf } from './words.ts';

/** All names, some of them, or none because the service does not respond. */
type FillLevel = 'all' | 'some' | 'unreachable';

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

/** Letters of a sound that is searched for. */
const SOUND_MIN = 3;

/**
 * The names of players, pairs and tournaments in memory, so that autocomplete costs no request. Filled
 * from the database and by the sync (directory-sync.ts).
 */
export const createDirectory = (initial: readonly DirectoryEntry[] = []) => {
  const indexesBy = (wordsFor?: typeof soundsOf) => ({
    player: createNameIndex(wordsFor),
    pair: createNameIndex(wordsFor),
    tournament: createNameIndex(wordsFor),
  });
  const [indexes, bySound] = [indexesBy(), indexesBy(soundsOf)];
  let countries: readonly string[] | null = null;
  let progress: (kind: DirectoryKind) => FillLevel = () => 'all';

  const put = (entries: readonly DirectoryEntry[]): void => {
    countries = null;
    for (const entry of entries) {
      indexes[entry.kind].put(entry);
      bySound[entry.kind].put(entry);
    }
  };
  put(initial);

  return {
    put,
    /** The best `limit` entries for a typed text; the most prominent ones for an empty text. */
    search: (kind: DirectoryKind, typed: string, limit: number): SearchHit => {
      const index = indexes[kind];
      const words = searchWords(typed);
      const named = namedWords(typed);
      // Prefixes first, by prominence; `y` may begin a name, or join two.
      const whole = index.beginning(words, limit);
      const isWhole = whole.length > 0 || named === words;
      const apart = isWhole ? whole : index.beginning(named, limit);
      const joined = joinedWords(named);
      const entries =
        apart.length > 0 || joined.length === 0 ? apart : index.beginning(joined, limit);
      if (entries.length > 0 || words.length === 0) return { entries, guessed: false };
      // By sound and with typos only without prefix matches; a short sound is like too many.
      const sounds = named.map(soundOf);
      const isLong = sounds.every((sound) => sound.length >= SOUND_MIN);
      const alike = isLong ? bySound[kind].beginning(sounds, limit) : [];
      if (alike.length > 0) return { entries: alike, guessed: true };
      return { entries: index.similar(named, limit), guessed: true };
    },
    /**
     * Entries whose full name is the typed text, in any order of words, without accents; else those with
     * that display name, or that id.
     */
    find: (kind: DirectoryKind, typed: string): readonly DirectoryEntry[] => {
      const byId = /^\d+$/.test(typed.trim()) ? indexes[kind].get(Number(typed)) : undefined;
      return byId !== undefined ? [byId] : indexes[kind].called(normalizedWords(typed));
    },
    get: (kind: DirectoryKind, id: number): DirectoryEntry | undefined => indexes[kind].get(id),
    /** All entries of a kind, in no order. Too slow for autocomplete. */
    all: (kind: DirectoryKind): readonly DirectoryEntry[] => indexes[kind].all(),
    /** The countries of players (ISO 3166 alpha-2), the one with most players first. */
    countries: (): readonly string[] => (countries ??= countriesOf(indexes.player.all())),
    /** The pairs of a player, the one that played last first. */
    pairsOf: (playerId: number): readonly DirectoryEntry[] =>
      indexes.pair.matching(({ id }) => idsOfPair(id).includes(playerId)),
    remove: (kind: DirectoryKind, id: number): void => {
      countries = null;
      indexes[kind].remove(id);
      bySound[kind].remove(id);
    },
    size: (kind: DirectoryKind): number => indexes[kind].size(),
    /** How complete the names of a kind are; `all` by default. */
    fillLevel: (kind: DirectoryKind): FillLevel => progress(kind),
    /** Sets the source of `fillLevel`. */
    setFillLevel: (source: (kind: DirectoryKind) => FillLevel): void => {
      progress = source;
    },
  };
};

export type Directory = ReturnType<typeof createDirectory>;
