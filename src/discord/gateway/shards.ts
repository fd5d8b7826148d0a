import { Routes, type REST, type RESTGetAPIGatewayBotResult } from 'discord.js';
import { loginFailure } from './wait-for-discord.ts';

/** Shard `id` of `count`, counted from 0: the part of the servers that one gateway connection serves. */
export interface Shard {
  readonly id: number;
  readonly count: number;
}

/** Whether a server belongs to a shard (Discord's documentation, "Sharding"). */
export const isOfShard = (guildId: string, { id, count }: Shard): boolean =>
  (BigInt(guildId) >> 22n) % BigInt(count) === BigInt(id);

/** Discord's recommended connection. */
interface ShardsWanted {
  readonly shards: number;
  /** Sessions that may be opened in five seconds. */
  readonly maxConcurrency: number;
  /** Sessions that may still be opened today. */
  readonly remaining: number;
}

/**
 * Reads the recommended number of shards ("Get Gateway Bot").
 * @throws an error whose message names the environment variable to fix
 */
export const recommendedShards = async (rest: REST): Promise<ShardsWanted> => {
  const answer = await rest.get(Routes.gatewayBot()).catch((error: unknown) => {
    throw loginFailure(error);
  });
  // As Discord documents it.
  const { shards, session_start_limit: limit } = answer as RESTGetAPIGatewayBotResult;
  return { shards, maxConcurrency: limit.max_concurrency, remaining: limit.remaining };
};
