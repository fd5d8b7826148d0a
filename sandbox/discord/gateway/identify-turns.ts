import type { Limits } from '../limits.ts';

/**
 * How often sessions may be opened: one in a while, of the shards whose ids are equal modulo
 * `max_concurrency` (https://docs.discord.com/developers/events/gateway#sharding-max-concurrency).
 */
export const createIdentifyTurns = (
  { maxConcurrency, identifyMs }: Pick<Limits, 'maxConcurrency' | 'identifyMs'>,
  now: () => number,
): ((shardId: number) => boolean) => {
  const takenAt = new Map<number, number>();
  return (shardId) => {
    const key = shardId % maxConcurrency;
    if ((takenAt.get(key) ?? -Infinity) > now() - identifyMs) return false;
    takenAt.set(key, now());
    return true;
  };
};
