import type { Standing, Want } from './leases.ts';

/** What serves shards of the gateway. */
export interface ShardServer {
  /** Begins to serve one; resolves when its servers are known. */
  readonly serve: (shard: number) => Promise<void>;
  readonly leave: (shard: number) => Promise<void>;
}

export interface ShardLeases {
  /**
   * Serves the shards that fall to this process, from now on; resolves when it serves those that fall
   * to it at first.
   * @param count of all shards; every process must be told the same
   */
  readonly divide: (count: number, server: ShardServer) => Promise<void>;
  /**
   * Waits until a shard may identify itself (Discord's documentation, "Sharding"); null where no other
   * process could do so at the same time.
   */
  readonly identify:
    ((shard: number, maxConcurrency: number, signal: AbortSignal) => Promise<void>) | null;
}

const PRESENCE = 'process:';
const SHARD = 'shard:';

/** The name of the lease by which a process shows that it lives. */
export const presenceOf = (processId: string): string => `${PRESENCE}${processId}`;

/** The name of the lease of a shard. */
export const shardName = (shard: number): string => `${SHARD}${shard}`;

/** The shard that a lease is of. */
export const shardOf = (name: string): number => Number(name.slice(SHARD.length));

const livingIn = ({ seen }: Standing): string[] =>
  [...seen.values()]
    .filter(({ name, freeFor }) => name.startsWith(PRESENCE) && freeFor === null)
    .map(({ name }) => name)
    .sort();

/** How many of `count` shards fall to a process: the same for all, and what is left to the first. */
export const shareOf = (count: number, processId: string, standing: Standing): number => {
  const living = livingIn(standing);
  const place = living.indexOf(presenceOf(processId));
  if (place === -1) return 0;
  return Math.floor(count / living.length) + (place < count % living.length ? 1 : 0);
};

const shardsIn = (names: Iterable<string>): string[] =>
  [...names].filter((name) => name.startsWith(SHARD));

/** The shards that a process wants to take: as many as its share has room for, of those nobody serves. */
export const shardsWanted =
  (count: number, processId: string): Want['names'] =>
  (standing) => {
    const { seen, held } = standing;
    const room = shareOf(count, processId, standing) - shardsIn(held).length;
    const free = Array.from({ length: count }, (_, shard) => shardName(shard)).filter(
      (name) => !held.has(name) && seen.get(name)?.freeFor !== null,
    );
    return free.slice(0, Math.max(0, room));
  };

/** The shards that a process has beyond its share, for others to take. */
export const shardsTooMany = (
  count: number,
  processId: string,
  standing: Standing,
): readonly string[] => {
  const share = shareOf(count, processId, standing);
  // Whoever is not seen to live yet gives nothing away.
  return share === 0 ? [] : shardsIn(standing.held).slice(share);
};
