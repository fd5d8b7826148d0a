import type { Claim, LeaseSnapshot } from './leases.ts';

export interface ShardServer {
  readonly serve: (shard: number, count: number) => Promise<void>;
  readonly leave: (shard: number) => Promise<void>;
}

export interface ShardLeases {
  /**
   * Serves this process's share from now on; resolves when its first shards are served.
   * @param wanted the number of all shards, unless other processes already use another number
   */
  readonly divide: (wanted: number, server: ShardServer) => Promise<void>;
  /**
   * Waits until a shard may identify (Discord's documentation, "Sharding"); null where no other
   * process can identify at the same time.
   */
  readonly identify:
    | ((shard: number, maxConcurrency: number, signal: AbortSignal) => Promise<void>)
    | null;
}

const PRESENCE = 'process:';
const SHARD = 'shard:';

/** The name of the lease by which a process shows that it is alive. */
export const presenceOf = (processId: string): string => `${PRESENCE}${processId}`;

/** The name of the lease of a shard: `shard:3/16`. */
export const shardName = (shard: number, count: number): string => `${SHARD}${shard}/${count}`;

const shardIn = (name: string): { readonly shard: number; readonly count: number } => {
  const [shard = '', count = ''] = name.slice(SHARD.length).split('/');
  return { shard: Number(shard), count: Number(count) };
};

export const shardOf = (name: string): number => shardIn(name).shard;

/** The number of all shards in use; undefined while none is served. */
export const countInUse = ({ seen }: LeaseSnapshot): number | undefined =>
  [...seen.values()]
    .filter(({ name, freeFor }) => name.startsWith(SHARD) && freeFor === null)
    .map(({ name }) => shardIn(name).count)[0];

const aliveIn = ({ seen }: LeaseSnapshot): string[] =>
  [...seen.values()]
    .filter(({ name, freeFor }) => name.startsWith(PRESENCE) && freeFor === null)
    .map(({ name }) => name)
    .sort();

/** A process's share of `count` shards: equal for all, the remainder goes to the first. */
const shareOf = (count: number, processId: string, snapshot: LeaseSnapshot): number => {
  const alive = aliveIn(snapshot);
  const place = alive.indexOf(presenceOf(processId));
  if (place === -1) return 0;
  return Math.floor(count / alive.length) + (place < count % alive.length ? 1 : 0);
};

const shardsIn = (names: Iterable<string>): string[] =>
  [...names].filter((name) => name.startsWith(SHARD));

/** Free shards for a process that is below its share. */
export const missingShards =
  (count: number, processId: string): Claim['names'] =>
  (snapshot) => {
    const { seen, held } = snapshot;
    const missing = shareOf(count, processId, snapshot) - shardsIn(held).length;
    const free = Array.from({ length: count }, (_, shard) => shardName(shard, count)).filter(
      (name) => !held.has(name) && seen.get(name)?.freeFor !== null,
    );
    return free.slice(0, Math.max(0, missing));
  };

/** The shards of a process beyond its share, for others to take. */
export const surplusShards = (
  count: number,
  processId: string,
  snapshot: LeaseSnapshot,
): readonly string[] => {
  // A process whose presence was not read yet releases nothing.
  if (!aliveIn(snapshot).includes(presenceOf(processId))) return [];
  return shardsIn(snapshot.held).slice(shareOf(count, processId, snapshot));
};
