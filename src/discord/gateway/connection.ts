import {
  DefaultWebSocketManagerOptions,
  WebSocketShard,
  WebSocketShardEvents,
  WebSocketShardStatus,
  type IContextFetchingStrategy,
  type SessionInfo,
} from '@discordjs/ws';
import { Routes, type GatewayDispatchPayload } from 'discord-api-types/v10';
import type { ReconnectBackoff } from '../../lib/backoff.ts';
import { pause } from '../../lib/pause.ts';
import type { Rest } from '../rest/rest.ts';
import { gatewayBotWire } from '../rest/wire.ts';
import { INTENTS } from './intents.ts';
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

type GatewayInformation = IContextFetchingStrategy['options']['gatewayInformation'];

interface ConnectionOptions {
  readonly rest: Rest;
  readonly token: string;
  readonly shard: Shard;
  readonly identify: IdentifyTurn;
  readonly backoff: ReconnectBackoff;
  readonly onDispatch: (event: GatewayDispatchPayload) => void;
  readonly onReconnect: (delayMs: number) => void;
  /** A frame was not Discord's: the shard reconnects. */
  readonly onMalformed: (error: unknown) => void;
  readonly onClosed: (code: number) => void;
}

/** How long `close` waits for a connection that is being opened, and how often it checks. */
const CONNECT_TIMEOUT_MS = 2_000;
const CHECK_INTERVAL_MS = 20;

/** Never settles, so that a shard that waits for its session does not connect any more. */
const never = (): Promise<never> => new Promise(() => undefined);

/**
 * The gateway connection of one shard, which reconnects after a delay with backoff: by itself
 * @discordjs/ws does so half a second after each loss, without end.
 *
 * It also ends safely. @discordjs/ws (1.2.3) removes its error listener from a socket that is still
 * connecting, so a refusal by the gateway would end the whole process; and a shard that waits for its
 * reconnect counts as destroyed, but connects afterwards.
 */
export const createConnection = (options: ConnectionOptions) => {
  const { rest, token, shard, identify, backoff, onDispatch, onReconnect } = options;
  const ending = new AbortController();
  let socket: WebSocketShard | undefined;
  let session: SessionInfo | null = null;
  let isFirst = true;

  const turn = async (): Promise<void> => {
    if (ending.signal.aborted) await never();
    if (isFirst) {
      isFirst = false;
      return;
    }
    const delayMs = backoff.nextDelayMs();
    onReconnect(delayMs);
    await pause(delayMs, ending.signal).catch(never);
  };

  const contextOf = (gateway: GatewayInformation): IContextFetchingStrategy => ({
    options: {
      ...DefaultWebSocketManagerOptions,
      intents: INTENTS.reduce<number>((all, intent) => all | intent, 0),
      token,
      shardCount: shard.count,
      gatewayInformation: gateway,
    },
    retrieveSessionInfo: async () => {
      // A shard that is not idle only reads the sequence number.
      if (socket?.status === WebSocketShardStatus.Idle) await turn();
      return session;
    },
    updateSessionInfo: (_shardId, info) => {
      session = info;
    },
    waitForIdentify: (shardId, signal) =>
      identify(shardId, gateway.session_start_limit.max_concurrency, signal),
  });

  return {
    /** Resolves with the first session. */
    connect: async (): Promise<void> => {
      const gateway = gatewayBotWire.parse(await rest.get(Routes.gatewayBot()));
      socket = new WebSocketShard(contextOf(gateway), shard.id);
      surviveMalformed(socket, options.onMalformed);
      const { Closed, Dispatch, Error, Ready, Resumed } = WebSocketShardEvents;
      socket.on(Ready, backoff.connected);
      socket.on(Resumed, backoff.connected);
      socket.on(Dispatch, ({ data }) => {
        onDispatch(data);
      });
      socket.on(Closed, ({ code }) => {
        options.onClosed(code);
      });
      // Without a listener an error would end the process: what follows it says the same.
      socket.on(Error, () => undefined);
      await socket.connect();
    },
    isReady: (): boolean => socket?.status === WebSocketShardStatus.Ready,
    close: async (): Promise<void> => {
      ending.abort();
      for (
        let waitedMs = 0;
        socket?.status === WebSocketShardStatus.Connecting && waitedMs < CONNECT_TIMEOUT_MS;
        waitedMs += CHECK_INTERVAL_MS
      ) {
        await pause(CHECK_INTERVAL_MS);
      }
      await socket?.destroy();
    },
  };
};

/** Not one of Discord's close codes: the shard resumes its session. */
const MALFORMED = 4_900;

const hidden = (on: unknown, name: string): unknown =>
  typeof on === 'object' && on !== null ? Reflect.get(on, name) : undefined;

/** Calls a method that the type of an object hides. */
const call = async (own: unknown, on: unknown, given: readonly unknown[]): Promise<void> => {
  if (typeof own !== 'function') throw new TypeError('@discordjs/ws has changed');
  await Reflect.apply(own, on, given);
};

/** @discordjs/ws (1.2.3) reads a frame unchecked and unawaited, so that a malformed one ends the process. */
const surviveMalformed = (shard: WebSocketShard, report: (error: unknown) => void): void => {
  const read = hidden(shard, 'onMessage');
  Object.assign(shard, {
    onMessage: async (...given: unknown[]) => {
      try {
        await call(read, shard, given);
      } catch (error) {
        report(error);
        // As if Discord had closed it.
        const connection = hidden(shard, 'connection');
        await call(hidden(connection, 'close'), connection, [MALFORMED, 'malformed frame']);
      }
    },
  });
};
