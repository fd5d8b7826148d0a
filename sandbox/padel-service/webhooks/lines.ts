/**
 * One queue per key: only the head of a queue may be taken, and the next entry after `free`. Queues
 * do not wait for one another.
 */
export interface KeyedQueues<T> {
  readonly size: () => number;
  readonly add: (key: string, entry: T) => void;
  /** The head of the queue that has been free for longest; null without one. It stays the head. */
  readonly take: () => T | null;
  /** Frees a queue, so that its head may be taken again. */
  readonly free: (key: string) => void;
  /** Removes an entry; when it was the head, the queue becomes free. */
  readonly remove: (key: string, entry: T) => void;
  /** Whether the entry is still queued. */
  readonly has: (key: string, entry: T) => boolean;
  /** All entries, the oldest first; they may be removed during iteration. */
  readonly entries: () => Iterable<readonly [entry: T, key: string]>;
}

export const createKeyedQueues = <T>(): KeyedQueues<T> => {
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
