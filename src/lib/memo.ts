import { LRUCache } from 'lru-cache';

/** A cache by text. */
export interface Memo<T extends object> {
  /** @throws the error of `make`, which is not cached */
  readonly of: (text: string) => T;
  /** Puts a value that is known already. */
  readonly know: (text: string, value: T) => void;
}

/**
 * Caches what is made of texts that are read again and again, up to a number of characters in all. The
 * values are shared and must not be changed.
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
    of: (text) => {
      const known = made.get(text);
      if (known !== undefined) return known;
      const value = make(text);
      made.set(text, value);
      return value;
    },
    know: (text, value) => {
      made.set(text, value);
    },
  };
};
