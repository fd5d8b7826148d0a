/** Shard `id` of `count`, counted from 0: the part of the servers that one gateway connection serves. */
export interface Shard {
  readonly id: number;
  readonly count: number;
}

/** Whether a server belongs to a shard (Discord's documentation, "Sharding"). */
export const isOfShard = (guildId: string, { id, count }: Shard): boolean =>
  (BigInt(guildId) >> 22n) % BigInt(count) === BigInt(id);
