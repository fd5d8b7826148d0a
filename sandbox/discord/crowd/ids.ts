/** Ids differ in Discord's milliseconds by one each, so that shards get equal parts. */
const FIRST = 260_000_000_000n;

/** The lowest bit of the milliseconds in Discord's ids. */
const TIME = 22n;

/** The n-th server of the crowd, counted from 0. */
export const crowdServer = (index: number): string => String((FIRST + BigInt(index)) << TIME);

/** The index of a server in the crowd. */
export const placeInCrowd = (guildId: string): number => Number((BigInt(guildId) >> TIME) - FIRST);

/** The servers of a crowd of this size that belong to a shard: `id` of `count`. */
export const crowdOfShard = (
  size: number,
  [id, count]: readonly [number, number],
): readonly string[] => {
  const first = (id - Number(FIRST % BigInt(count)) + count) % count;
  const length = Math.max(0, Math.ceil((size - first) / count));
  return Array.from({ length }, (_, turn) => crowdServer(first + turn * count));
};

/** The channel of a server of the crowd. */
export const crowdChannelOf = (guildId: string): string => String(BigInt(guildId) + 1n);

/** Whether a channel is one of a crowd of this size. */
export const isCrowdChannel = (size: number, channelId: string): boolean => {
  if (!/^\d+$/.test(channelId)) return false;
  const place = placeInCrowd(channelId);
  return place >= 0 && place < size && crowdChannelOf(crowdServer(place)) === channelId;
};
