import { LRUCache } from 'lru-cache';
import { UserError } from '../../errors.ts';
import type { CommandUser } from '../command.ts';
import { createTokenBucket, type TokenBucket } from '../../lib/token-bucket.ts';

/** An interaction that the rate limits count: a command or component, a shared answer, or a keystroke of autocomplete. */
export type InteractionKind = 'command' | 'share' | 'autocomplete';

/** A token bucket's burst, and how long one more token takes. */
interface Rate {
  readonly capacity: number;
  readonly refillMs: number;
}

export type InteractionRates = Readonly<
  Record<'member' | 'server', Readonly<Record<InteractionKind, Rate>>>
>;

/**
 * More than a person does by hand. A picture takes 50 ms of a core: one member can use at most a
 * fortieth of a core, a server a fifth.
 */
const USE_RATES: InteractionRates = {
  member: {
    command: { capacity: 20, refillMs: 2_000 },
    share: { capacity: 5, refillMs: 12_000 },
    autocomplete: { capacity: 60, refillMs: 200 },
  },
  server: {
    command: { capacity: 100, refillMs: 250 },
    share: { capacity: 20, refillMs: 3_000 },
    autocomplete: { capacity: 300, refillMs: 25 },
  },
};

/** Buckets kept in memory: an evicted member or server starts with a full one. */
const MAX_BUCKETS = 20_000;

/** Rate limits: one token bucket for each member and each server. */
export const createUseLimits = (monotonic: () => number, rates = USE_RATES) => {
  const buckets = new LRUCache<string, TokenBucket>({ max: MAX_BUCKETS });

  const bucketOf = (owner: keyof InteractionRates, use: InteractionKind, id: string) => {
    const key = `${owner} ${use} ${id}`;
    const known = buckets.get(key);
    if (known !== undefined) return known;
    const { capacity, refillMs } = rates[owner][use];
    const bucket = createTokenBucket({ monotonic, capacity, refillMs: () => refillMs });
    buckets.set(key, bucket);
    return bucket;
  };

  return {
    /**
     * Counts one use.
     * @returns the error for a user who must wait; null when the use is allowed.
     */
    take: (
      use: InteractionKind,
      { userId, guildId }: Pick<CommandUser, 'userId' | 'guildId'>,
    ): UserError | null => {
      const owners = [
        { owner: 'member', id: userId } as const,
        ...(guildId === null ? [] : [{ owner: 'server', id: guildId } as const]),
      ];
      for (const { owner, id } of owners) {
        const bucket = bucketOf(owner, use, id);
        if (bucket.take()) continue;
        const seconds = String(Math.ceil(bucket.waitMs() / 1_000));
        return new UserError('cooldown', { seconds });
      }
      return null;
    },
  };
};

export type UseLimits = ReturnType<typeof createUseLimits>;
