/** Whether a guild belongs to a shard: https://docs.discord.com/developers/events/gateway#sharding */
export const isOfShard = (guildId: string, [id, count]: readonly [number, number]): boolean =>
  (BigInt(guildId) >> 22n) % BigInt(count) === BigInt(id);
