import type { Clocks } from './clocks.ts';

interface TokenBucketOptions extends Pick<Clocks, 'monotonic'> {
  /** The maximum of tokens; the bucket starts full. */
  readonly capacity: number;
  /** Milliseconds per token. */
  readonly refillMs: () => number;
}

/** A token bucket: a burst of `capacity`, then one token each `refillMs`. */
export const createTokenBucket = (options: TokenBucketOptions) => {
  const { monotonic, capacity, refillMs } = options;
  let tokens = capacity;
  let countedAt = monotonic();

  const refill = (): void => {
    const passed = monotonic() - countedAt;
    countedAt += passed;
    tokens = Math.min(capacity, tokens + passed / refillMs());
  };

  return {
    /** Takes a token; false when none is left. */
    take: (): boolean => {
      refill();
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
    /** Milliseconds until the next token; 0 while there is one. */
    waitMs: (): number => {
      refill();
      return Math.max(0, (1 - tokens) * refillMs());
    },
  };
};

export type TokenBucket = ReturnType<typeof createTokenBucket>;
