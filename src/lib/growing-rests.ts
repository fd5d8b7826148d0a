export interface GrowingRestsOptions {
  /** The first rest of something, milliseconds; each further one is twice as long. */
  readonly first: number;
  readonly longest: number;
  /** Milliseconds, on whatever clock. */
  readonly now: () => number;
}

/** What has failed is left alone for a while, each time for longer. */
export interface GrowingRests<Key> {
  /** It has failed. @returns for how many milliseconds it rests */
  readonly begin: (key: Key) => number;
  /** Milliseconds for which it still rests; 0 when it does not. */
  readonly left: (key: Key) => number;
  /** It has gone well, or is given up: its next rest is a first one. */
  readonly end: (key: Key) => void;
  /** How many have failed and were not ended, at rest or not. */
  readonly count: () => number;
}

export const createGrowingRests = <Key>(options: GrowingRestsOptions): GrowingRests<Key> => {
  const { first, longest, now } = options;
  const resting = new Map<Key, { readonly until: number; readonly rest: number }>();
  return {
    begin: (key) => {
      const before = resting.get(key);
      const rest = before === undefined ? first : Math.min(2 * before.rest, longest);
      resting.set(key, { until: now() + rest, rest });
      return rest;
    },
    left: (key) => Math.max(0, (resting.get(key)?.until ?? -Infinity) - now()),
    end: (key) => {
      resting.delete(key);
    },
    count: () => resting.size,
  };
};
