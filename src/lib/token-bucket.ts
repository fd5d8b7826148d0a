import type { Clocks } from './clocks.ts';

/** A token bucket: a burst of `capacity`, then one token each `refillMs`. */
export interface TokenBucket {
  /** Takes a token; false when none is left. */
  readonly take: () => boolean;
  /** Milliseconds until the next token; 0 while there is one. */
  readonly waitMs: () => number;
}

interface TokenBucketOptions extends Pick<Clocks, 'monotonic'> {
  /** The maximum of tokens; the bucket starts full. */
  readonly capacity: number;
  /** Milliseconds per token. */
  readonly refillMs: () => number;
}

export const createTokenBucket = (options: TokenBucketOptions): TokenBucket => {
  const { monotonic, capacity, refillMs } = options;
  let tokens = capacity;
  let countedAt = monotonic();

  const refill = (): void => {
    const passed = monotonic() - countedAt;
    countedAt += passed;
    tokens = Math.min(capacity, tokens + passed / refillMs());
  };

  return {
    take: () => {
      refill();
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
    waitMs: () => {
      refill();
      return Math.max(0, (1 - tokens) * refillMs());
    },
  };
};
