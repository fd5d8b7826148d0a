import type { Standing, Want } from './leases.ts';

/** What serves shards of the gateway. */
export interface ShardServer {
  /** Begins to serve one; resolves when its servers are known. */
  readonly serve: (shard: number, count: number) => Promise<void>;
  readonly leave: (shard: number) => Promise<void>;
}

export interface ShardLeases {
  /**
   * Serves the shards that fall to this process, from now on; resolves when it serves those that fall
   * to it at first.
   * @param wanted how many there shall be in all; where others serve some already, there are as many
   * as they know of
   */
  readonly divide: (wanted: number, server: ShardServer) => Promise<void>;
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

/** The name of the lease of a shard: `shard:3/16`. */
export const shardName = (shard: number, count: number): string => `${SHARD}${shard}/${count}`;

/** The shard that a lease is of, and of how many. */
const shardIn = (name: string): { readonly shard: number; readonly count: number } => {
  const [shard = '', count = ''] = name.slice(SHARD.length).split('/');
  return { shard: Number(shard), count: Number(count) };
};

/** The shard that a lease is of. */
export const shardOf = (name: string): number => shardIn(name).shard;

/** Of how many shards some are served; undefined where none is. */
export const countInUse = ({ seen }: Standing): number | undefined =>
  [...seen.values()]
    .filter(({ name, freeFor }) => name.startsWith(SHARD) && freeFor === null)
    .map(({ name }) => shardIn(name).count)[0];

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
    const free = Array.from({ length: count }, (_, shard) => shardName(shard, count)).filter(
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
  // Whoever is not seen to live yet gives nothing away.
  if (!livingIn(standing).includes(presenceOf(processId))) return [];
  return shardsIn(standing.held).slice(shareOf(count, processId, standing));
};
