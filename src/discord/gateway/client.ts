import { Client, Events, Options, Status, type Interaction } from 'discord.js';
import type { WebSocketManager } from '@discordjs/ws';
import type { Logger } from '../../lib/logger.ts';
import { inProcessSharding, type OnDispatch, type Reconnects } from './in-process-sharding.ts';
import { INTENTS } from './intents.ts';
import { capRateLimitWaits, preserveToken, restOptions } from '../rest/rest.ts';
import type { Shard } from './shards.ts';

/**
 * Waits until a shard may identify: Discord allows `maxConcurrency` sessions in five seconds, for
 * shards whose ids differ modulo that number.
 */
export type IdentifyTurn = (
  shardId: number,
  maxConcurrency: number,
  signal: AbortSignal,
) => Promise<void>;

interface ClientOptions {
  readonly apiUrl: string;
  readonly shard: Shard;
  readonly identify: IdentifyTurn;
  readonly onDispatch: OnDispatch;
  readonly reconnects: Reconnects;
  readonly interaction: (interaction: Interaction) => void;
  readonly log: Logger;
}

/**
 * A discord.js client of one shard, for interactions only: it has a REST instance of its own, and no
 * servers. Errors of its connection are logged.
 */
export const createClient = (options: ClientOptions): Client => {
  const { apiUrl, shard, identify, onDispatch, reconnects, interaction, log } = options;
  const client = new Client({
    intents: INTENTS,
    shards: [shard.id],
    shardCount: shard.count,
    allowedMentions: { parse: [] },
    rest: restOptions(apiUrl),
    ws: {
      buildStrategy: inProcessSharding(onDispatch, reconnects),
      buildIdentifyThrottler: throttler(identify),
    },
    // Otherwise every user of an interaction would stay in memory.
    makeCache: Options.cacheWithLimits({ ...Options.DefaultMakeCacheSettings, UserManager: 0 }),
  });
  capRateLimitWaits(preserveToken(client.rest));
  client.on(Events.InteractionCreate, interaction);
  client.on(Events.Error, (error) => {
    log.error({ err: error }, 'Discord client error, continuing');
  });
  client.on(Events.ShardDisconnect, ({ code }) => {
    log.error(
      { code, shard: shard.id },
      'Discord closed the gateway connection and refuses a reconnect: was DISCORD_TOKEN revoked?',
    );
  });
  return client;
};

const throttler = (identify: IdentifyTurn) => async (manager: WebSocketManager) => {
  const { session_start_limit: limit } = await manager.fetchGatewayInformation();
  return {
    waitForIdentify: (shardId: number, signal: AbortSignal) =>
      identify(shardId, limit.max_concurrency, signal),
  };
};

/**
 * Whether the gateway is connected. A discord.js client reports itself ready for ever (14.28): only its
 * shards show a lost connection.
 */
export const isConnected = ({ ws: { shards } }: Client): boolean =>
  shards.size > 0 && shards.every(({ status }) => status === Status.Ready);
