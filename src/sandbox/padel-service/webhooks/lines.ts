/**
 * Lines of things, one line for each key: only the first of a line may be taken, and the next one
 * when that is done. Lines do not wait for one another.
 */
export interface Lines<T> {
  readonly size: () => number;
  readonly add: (key: string, entry: T) => void;
  /** The first of the line that has been free for longest; null when none is. It stays the first. */
  readonly take: () => T | null;
  /** Frees a line, so that its first may be taken again. */
  readonly free: (key: string) => void;
  /** Takes one out, whether it is the first or not; the one behind the first becomes free. */
  readonly remove: (key: string, entry: T) => void;
  /** Whether it is still in its line. */
  readonly has: (key: string, entry: T) => boolean;
  /** All of them, the oldest first; they may be removed on the way. */
  readonly entries: () => Iterable<readonly [entry: T, key: string]>;
}

/** Creates lines without anything in them. */
export const createLines = <T>(): Lines<T> => {
  const lines = new Map<string, T[]>();
  const keys = new Map<T, string>();
  const ready = new Set<string>();

  return {
    size: () => keys.size,
    add(key, entry) {
      const line = lines.get(key);
      keys.set(entry, key);
      if (line) {
        line.push(entry);
        return;
      }
      lines.set(key, [entry]);
      ready.add(key);
    },
    take() {
      const key = ready.values().next().value;
      if (key === undefined) return null;
      ready.delete(key);
      return lines.get(key)?.[0] ?? null;
    },
    free(key) {
      if (lines.has(key)) ready.add(key);
    },
    remove(key, entry) {
      const line = lines.get(key) ?? [];
      const rest = line.filter((each) => each !== entry);
      keys.delete(entry);
      if (rest.length > 0) lines.set(key, rest);
      else lines.delete(key);
      if (rest.length === 0) ready.delete(key);
      else if (line[0] === entry) ready.add(key);
    },
    has: (key, entry) => keys.get(entry) === key,
    entries: () => keys,
  };
};
