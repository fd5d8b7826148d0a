import { Client, Events, Options, type Interaction } from 'discord.js';
import type { WebSocketManager } from '@discordjs/ws';
import type { Logger } from '../lib/logger.ts';
import { calmSharding, type Hear, type Reconnects } from './calm-sharding.ts';
import { INTENTS } from './intents.ts';
import { boundWaits, keepToken, restOptions } from './rest.ts';
import type { Shard } from './shard.ts';

/**
 * Waits until a shard may open a session: Discord takes `maxConcurrency` at once in five seconds, of
 * shards whose ids differ modulo that.
 */
export type IdentifyTurn = (
  shardId: number,
  maxConcurrency: number,
  signal: AbortSignal,
) => Promise<void>;

export interface ClientOptions {
  /** Base of Discord's REST API, without the version. */
  readonly apiUrl: string;
  readonly shard: Shard;
  readonly identify: IdentifyTurn;
  /** Is given all that Discord tells the shard. */
  readonly hear: Hear;
  readonly reconnects: Reconnects;
  readonly interaction: (interaction: Interaction) => void;
  readonly log: Logger;
}

/**
 * A client of one shard, for interactions alone: it reads them and answers them, with a REST instance
 * of its own, and knows no servers. What goes wrong with its connection is logged.
 */
export const createClient = (options: ClientOptions): Client => {
  const { apiUrl, shard, identify, hear, reconnects, interaction, log } = options;
  const client = new Client({
    intents: INTENTS,
    shards: [shard.id],
    shardCount: shard.count,
    allowedMentions: { parse: [] },
    rest: restOptions(apiUrl),
    ws: {
      buildStrategy: calmSharding(hear, reconnects),
      buildIdentifyThrottler: throttler(identify),
    },
    // Whoever asks would be remembered for ever.
    makeCache: Options.cacheWithLimits({ ...Options.DefaultMakeCacheSettings, UserManager: 0 }),
  });
  boundWaits(keepToken(client.rest));
  client.on(Events.InteractionCreate, interaction);
  client.on(Events.Error, (error) => {
    log.error({ err: error }, 'the Discord client failed and goes on');
  });
  client.on(Events.ShardDisconnect, ({ code }) => {
    log.error(
      { code, shard: shard.id },
      'Discord ended the connection for good: was DISCORD_TOKEN revoked?',
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
