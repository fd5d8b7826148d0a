import { LRUCache } from 'lru-cache';

/** A cache keyed by text. */
interface Memo<T extends object> {
  /** @throws the error of `make`, which is not cached */
  readonly get: (text: string) => T;
  /** Stores a known value. */
  readonly set: (text: string, value: T) => void;
}

/**
 * Caches values that are computed from recurring texts, up to a total number of characters. Values are
 * shared and must not be changed.
 */
export const createMemo = <T extends object>(
  make: (text: string) => T,
  maxCharacters: number,
): Memo<T> => {
  const made = new LRUCache<string, T>({
    maxSize: maxCharacters,
    sizeCalculation: (_value, text) => Math.max(1, text.length),
  });
  return {
    get: (text) => {
      const known = made.get(text);
      if (known !== undefined) return known;
      const value = make(text);
      made.set(text, value);
      return value;
    },
    set: (text, value) => {
      made.set(text, value);
    },
  };
};
