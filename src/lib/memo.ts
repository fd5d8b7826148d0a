import { LRUCache } from 'lru-cache';

/**
 * A cache of what is computed from recurring texts, up to a total number of characters: `memo(text)`
 * computes a value once. Values are shared and must not be changed; an error of `make` is not cached.
 */
export const createMemo = <T extends object>(make: (text: string) => T, maxCharacters: number) =>
  new LRUCache<string, T>({
    maxSize: maxCharacters,
    sizeCalculation: (_value, text) => Math.max(1, text.length),
    memoMethod: (text) => make(text),
  });
