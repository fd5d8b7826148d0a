import { LRUCache } from 'lru-cache';

/** What was made of a text, remembered by the text. */
export interface Memo<T extends object> {
  /** @throws what making it throws; that is not remembered. */
  readonly of: (text: string) => T;
  /** What is known to come of a text. */
  readonly know: (text: string, value: T) => void;
}

/**
 * Remembers what is made of texts that are read again and again, up to so many characters in all. What
 * is made is shared: nobody may change it.
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
