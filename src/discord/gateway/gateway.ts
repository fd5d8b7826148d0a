import { SimpleIdentifyThrottler, type WebSocketManager } from '@discordjs/ws';
import { Client, Events, Options, Status, type Interaction } from 'discord.js';
import { GatewayCloseCodes } from 'discord-api-types/v10';
import { TimeoutError, withTimeout } from '../../lib/with-timeout.ts';
import type { Logger } from '../../lib/logger.ts';
import { createReconnectBackoff } from '../../lib/backoff.ts';
import { createThrottledLog } from '../../lib/throttled-log.ts';
import { ShutdownError } from '../../lib/shutdown.ts';
import { inProcessSharding, type OnDispatch, type Reconnects } from './in-process-sharding.ts';
import { INTENTS } from './intents.ts';
import { loginFailure } from './wait-for-discord.ts';
import {
  countInvalidRequests,
  type InvalidRequestCounter,
} from '../rest/invalid-request-counter.ts';
import { capRateLimitWaits, preserveToken, restOptions } from '../rest/rest.ts';
import type { GuildCache } from '../servers/servers.ts';
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

export interface GatewayOptions {
  readonly apiUrl: string;
  readonly token: string;
  readonly invalidRequests: InvalidRequestCounter;
  readonly servers: GuildCache;
  readonly dispatch: (interaction: Interaction) => void;
  /** Waits for this process's turn to identify; needed in a cluster only. */
  readonly identify?: IdentifyTurn;
  /** How long to wait for the servers of a shard, in milliseconds. */
  readonly knownWithin?: number;
  readonly monotonic?: () => number;
  readonly random?: () => number;
  readonly log: Logger;
}

interface Served {
  readonly client: Client;
  /** Resolves with true when the servers are known, with false when the shard is left before. */
  readonly known: Promise<boolean>;
  readonly leave: () => Promise<void>;
}

/** Discord sends all servers of a shard within seconds, except during an outage. */
const KNOWN_TIMEOUT_MS = 15_000;

/**
 * At the longest delay a shard opens fewer sessions a day than the 1,000 after which Discord resets the
 * token.
 */
const RECONNECT_DELAYS = { firstMs: 500, maxMs: 120_000 } as const;

/** The bot's connections to Discord, one for each shard that this process serves. */
export const createGateway = (options: GatewayOptions) => {
  const { apiUrl, token, invalidRequests, servers, dispatch, log } = options;
  const { identify = turnsOfOne(), knownWithin = KNOWN_TIMEOUT_MS } = options;
  const { monotonic = () => performance.now(), random = Math.random } = options;
  const served = new Map<number, Served>();
  const shardingRequired = Promise.withResolvers<number>();
  let stopped = false;
  const unsubscribe = invalidRequests.onTokenRefused((retryInMs) => {
    log.error(
      { retryInMs },
      'Discord refuses DISCORD_TOKEN, alerts paused, retrying: was it reset?',
    );
  });

  const warn = createThrottledLog(log, monotonic);
  const unreadable = createThrottledLog(log, monotonic);
  const reconnects: Reconnects = {
    onUnreadable: (error, event) => {
      unreadable({ err: error, event }, 'gateway event unreadable, skipped');
    },
    backoff: () => createReconnectBackoff({ ...RECONNECT_DELAYS, monotonic, random }),
    onMalformed: (shard, error) => {
      unreadable({ err: error, shard }, 'gateway frame malformed, reconnecting');
    },
    onReconnect: (shardId, delayMs) => {
      warn(
        { shard: shardId, delayMs: Math.round(delayMs) },
        'gateway connection lost, reconnecting',
      );
    },
  };

  const connectShard = (shard: Shard): Served => {
    const complete = Promise.withResolvers<undefined>();
    const left = Promise.withResolvers<false>();
    const client = createClient({
      apiUrl,
      shard,
      identify,
      reconnects,
      interaction: dispatch,
      onShardingRequired: () => {
        shardingRequired.resolve(shard.count);
        left.resolve(false);
      },
      log,
      onDispatch: (event) => {
        try {
          servers.onDispatch(shard, event);
        } catch (error) {
          log.error({ err: error, event: event.t }, 'gateway event could not be processed');
        }
        if (servers.isComplete(shard.id)) complete.resolve(undefined);
      },
    });
    countInvalidRequests(client.rest, invalidRequests);

    const connect = async (): Promise<true> => {
      await client.login(token).catch((error: unknown) => {
        throw loginFailure(error);
      });
      await withTimeout(complete.promise, knownWithin).catch((error: unknown) => {
        if (!(error instanceof TimeoutError)) throw error;
        log.warn({ shard: shard.id }, 'shard ready before all its servers arrived');
      });
      return true;
    };

    const leave = async (): Promise<void> => {
      served.delete(shard.id);
      left.resolve(false);
      await client.destroy();
      servers.forget(shard.id);
    };

    const known = Promise.race<boolean>([connect(), left.promise]).catch(async (error: unknown) => {
      await leave();
      throw error;
    });
    return { client, known, leave };
  };

  const leave = async (shardId: number): Promise<void> => {
    await served.get(shardId)?.leave();
  };

  return {
    /**
     * Connects a shard; resolves with true when its servers are known or time is up, and with false when
     * it was left before.
     * @throws an error whose message names the environment variable to fix, and then does not serve the
     * shard; ShutdownError after `stop`
     */
    serve: async (id: number, count: number): Promise<boolean> => {
      if (stopped) throw new ShutdownError('the gateway has stopped');
      const one = served.get(id) ?? connectShard({ id, count });
      served.set(id, one);
      return await one.known;
    },
    /** Closes the connection of a shard and drops its servers, without reporting them as left. */
    leave,
    /** Resolves with the number of shards when Discord requires more: none of them can be served again. */
    shardingRequired: shardingRequired.promise,
    /** The shards that are connected or connecting. */
    shards: (): readonly number[] => [...served.keys()],
    isConnected: (): boolean => [...served.values()].every(({ client }) => isConnected(client)),
    stop: async (): Promise<void> => {
      stopped = true;
      unsubscribe();
      await Promise.all([...served.keys()].map(leave));
    },
  };
};

export type Gateway = ReturnType<typeof createGateway>;

/** The identify turns of a single process. */
const turnsOfOne = (): IdentifyTurn => {
  let throttler: SimpleIdentifyThrottler | undefined;
  return (shardId, maxConcurrency, signal) => {
    throttler ??= new SimpleIdentifyThrottler(maxConcurrency);
    return throttler.waitForIdentify(shardId, signal);
  };
};

interface ClientOptions {
  readonly apiUrl: string;
  readonly shard: Shard;
  readonly identify: IdentifyTurn;
  readonly onDispatch: OnDispatch;
  readonly reconnects: Reconnects;
  readonly interaction: (interaction: Interaction) => void;
  readonly onShardingRequired: () => void;
  readonly log: Logger;
}

/**
 * A discord.js client of one shard, for interactions only: it has a REST instance of its own, and no
 * servers. Errors of its connection are logged.
 */
export const createClient = (options: ClientOptions): Client => {
  const { apiUrl, shard, identify, onDispatch, reconnects, interaction, onShardingRequired, log } =
    options;
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
    if (code === GatewayCloseCodes.ShardingRequired.valueOf()) onShardingRequired();
    else log.error({ code, shard: shard.id }, closedForGood(code));
  });
  return client;
};

/** Without the connection commands do nothing until a restart. */
const closedForGood = (code: number): string =>
  code === GatewayCloseCodes.AuthenticationFailed.valueOf()
    ? 'Discord closed the gateway connection and refuses a reconnect: was DISCORD_TOKEN revoked?'
    : 'Discord closed the gateway connection and refuses a reconnect: update Bandeja, and restart it';

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
const isConnected = ({ ws: { shards } }: Client): boolean =>
  shards.size > 0 && shards.every(({ status }) => status === Status.Ready);
