import { Routes, type REST } from 'discord.js';
import { gatewayBotWire } from '../rest/wire.ts';
import { loginFailure } from './wait-for-discord.ts';

/** Shard `id` of `count`, counted from 0: the part of the servers that one gateway connection serves. */
export interface Shard {
  readonly id: number;
  readonly count: number;
}

/** Whether a server belongs to a shard (Discord's documentation, "Sharding"). */
export const isOfShard = (guildId: string, { id, count }: Shard): boolean =>
  (BigInt(guildId) >> 22n) % BigInt(count) === BigInt(id);

/**
 * The number of shards that Discord recommends ("Get Gateway Bot").
 * @throws an error whose message names the environment variable to fix
 */
export const recommendedShards = async (rest: REST): Promise<number> => {
  try {
    return gatewayBotWire.parse(await rest.get(Routes.gatewayBot())).shards;
  } catch (error) {
    throw loginFailure(error);
  }
};
