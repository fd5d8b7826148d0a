import { SimpleIdentifyThrottler } from '@discordjs/ws';
import {
  GatewayCloseCodes,
  GatewayDispatchEvents,
  type GatewayDispatchPayload,
} from 'discord-api-types/v10';
import { TimeoutError, withTimeout } from '../../lib/with-timeout.ts';
import type { Logger } from '../../lib/logger.ts';
import { createReconnectBackoff } from '../../lib/backoff.ts';
import { createThrottledLog } from '../../lib/throttled-log.ts';
import { ShutdownError } from '../../lib/shutdown.ts';
import { createConnection, type IdentifyTurn } from './connection.ts';
import { loginFailure } from './login.ts';
import type { InvalidRequestCounter } from '../rest/invalid-request-counter.ts';
import type { Rest } from '../rest/rest.ts';
import type { GuildCache } from '../servers/servers.ts';
import type { Shard } from './shards.ts';

export interface GatewayOptions {
  readonly rest: Rest;
  readonly token: string;
  readonly invalidRequests: InvalidRequestCounter;
  readonly servers: GuildCache;
  /** Takes an interaction as Discord sends it. @throws an error when that is unreadable */
  readonly dispatch: (interaction: unknown) => void;
  /** Waits for this process's turn to identify; needed in a cluster only. */
  readonly identify?: IdentifyTurn;
  /** How long to wait for the servers of a shard, in milliseconds. */
  readonly knownWithin?: number;
  readonly monotonic?: () => number;
  readonly random?: () => number;
  readonly log: Logger;
}

interface Served {
  readonly isReady: () => boolean;
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
  const { rest, token, invalidRequests, servers, dispatch, log } = options;
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

  const handle = (shard: Shard, event: GatewayDispatchPayload): void => {
    try {
      servers.onDispatch(shard, event);
    } catch (error) {
      log.error({ err: error, event: event.t }, 'gateway event could not be processed');
    }
    if (event.t !== GatewayDispatchEvents.InteractionCreate) return;
    try {
      dispatch(event.d);
    } catch (error) {
      unreadable({ err: error, event: event.t }, 'gateway event unreadable, skipped');
    }
  };

  const connectShard = (shard: Shard): Served => {
    const complete = Promise.withResolvers<undefined>();
    const left = Promise.withResolvers<false>();
    const connection = createConnection({
      rest,
      token,
      shard,
      identify,
      backoff: createReconnectBackoff({ ...RECONNECT_DELAYS, monotonic, random }),
      onDispatch: (event) => {
        handle(shard, event);
        if (servers.isComplete(shard.id)) complete.resolve(undefined);
      },
      onReconnect: (delayMs) => {
        const details = { shard: shard.id, delayMs: Math.round(delayMs) };
        warn(details, 'gateway connection lost, reconnecting');
      },
      onMalformed: (error) => {
        unreadable({ err: error, shard: shard.id }, 'gateway frame malformed, reconnecting');
      },
      onClosed: (code) => {
        if (code === GatewayCloseCodes.ShardingRequired.valueOf()) {
          shardingRequired.resolve(shard.count);
          left.resolve(false);
        } else if (FOR_GOOD.has(code)) log.error({ code, shard: shard.id }, closedForGood(code));
      },
    });

    const connect = async (): Promise<true> => {
      await connection.connect().catch((error: unknown) => {
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
      await connection.close();
      servers.forget(shard.id);
    };

    const known = Promise.race<boolean>([connect(), left.promise]).catch(async (error: unknown) => {
      await leave();
      throw error;
    });
    return { isReady: connection.isReady, known, leave };
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
    isConnected: (): boolean => [...served.values()].every(({ isReady }) => isReady()),
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

/** After these codes @discordjs/ws does not reconnect. */
const FOR_GOOD: ReadonlySet<number> = new Set([
  GatewayCloseCodes.AuthenticationFailed,
  GatewayCloseCodes.InvalidShard,
  GatewayCloseCodes.InvalidAPIVersion,
  GatewayCloseCodes.InvalidIntents,
  GatewayCloseCodes.DisallowedIntents,
]);

/** Without the connection commands do nothing until a restart. */
const closedForGood = (code: number): string =>
  code === GatewayCloseCodes.AuthenticationFailed.valueOf()
    ? 'Discord closed the gateway connection and refuses a reconnect: was DISCORD_TOKEN revoked?'
    : 'Discord closed the gateway connection and refuses a reconnect: update Bandeja, and restart it';
