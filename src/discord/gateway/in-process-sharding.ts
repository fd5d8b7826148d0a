import {
  managerToFetchingStrategyOptions,
  SimpleContextFetchingStrategy,
  SimpleShardingStrategy,
  WebSocketShard,
  WebSocketShardEvents,
  WebSocketShardStatus,
  type IShardingStrategy,
  type WebSocketManager,
} from '@discordjs/ws';
import { GatewayDispatchEvents, type GatewayDispatchPayload } from 'discord-api-types/v10';
import type { ReconnectBackoff } from '../../lib/backoff.ts';
import { pause } from '../../lib/pause.ts';

/** How long `destroy` waits for a connection that is being opened, and how often it checks. */
const CONNECT_TIMEOUT_MS = 2_000;
const CHECK_INTERVAL_MS = 20;

/** Never settles, so that a shard that waits for its session does not connect any more. */
const never = (): Promise<never> => new Promise(() => undefined);

export type OnDispatch = (event: GatewayDispatchPayload) => void;

/** How a shard reconnects, and reports unreadable events. */
export interface Reconnects {
  readonly onUnreadable: (error: unknown, event: string) => void;
  readonly backoff: () => ReconnectBackoff;
  readonly onReconnect: (shardId: number, delayMs: number) => void;
  /** A frame was not Discord's: the shard reconnects. */
  readonly onMalformed: (shardId: number, error: unknown) => void;
}

type ContextOptions = ConstructorParameters<typeof SimpleContextFetchingStrategy>[1];

/**
 * Gives a shard its session to resume after a delay with backoff: by default it reconnects half a
 * second after each loss, without end.
 */
class PacedContext extends SimpleContextFetchingStrategy {
  readonly backoff: ReconnectBackoff;
  readonly #onReconnect: Reconnects['onReconnect'];
  readonly #ended: AbortSignal;
  readonly #isIdle: () => boolean;
  #isFirst = true;

  constructor(
    manager: WebSocketManager,
    options: ContextOptions,
    { backoff, onReconnect }: Reconnects,
    { ended, isIdle }: { readonly ended: AbortSignal; readonly isIdle: () => boolean },
  ) {
    super(manager, options);
    this.backoff = backoff();
    this.#onReconnect = onReconnect;
    this.#ended = ended;
    this.#isIdle = isIdle;
  }

  override async retrieveSessionInfo(shardId: number) {
    // A shard that is not idle only reads the sequence number.
    if (this.#isIdle()) await this.#turn(shardId);
    return await super.retrieveSessionInfo(shardId);
  }

  async #turn(shardId: number): Promise<void> {
    if (this.#isFirst) {
      this.#isFirst = false;
      return;
    }
    const delayMs = this.backoff.nextDelayMs();
    this.#onReconnect(shardId, delayMs);
    await pause(delayMs, this.#ended).catch(never);
  }
}

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

type Destruction = Parameters<IShardingStrategy['destroy']>[0];

/**
 * Runs the shards of a client in this process, and hides the servers from discord.js, which would
 * create objects for all of them (553 MB for 10,000 servers). The client gets interactions, READY and
 * RESUMED.
 *
 * It also ends shards safely. @discordjs/ws (1.2.3) removes its error listener from a socket that is
 * still connecting, so a refusal by the gateway ends the whole process; and a shard that waits for its
 * reconnect counts as destroyed, but connects afterwards.
 */
class InProcessSharding extends SimpleShardingStrategy {
  readonly #manager: WebSocketManager;
  readonly #onDispatch: OnDispatch;
  readonly #retrieve: WebSocketManager['options']['retrieveSessionInfo'];
  readonly #shards = new Map<number, WebSocketShard>();
  readonly #reconnects: Reconnects;
  #ending = new AbortController();

  constructor(manager: WebSocketManager, onDispatch: OnDispatch, reconnects: Reconnects) {
    super(manager);
    this.#reconnects = reconnects;
    this.#manager = manager;
    this.#onDispatch = onDispatch;
    this.#retrieve = manager.options.retrieveSessionInfo.bind(manager.options);
  }

  override async spawn(shardIds: number[]): Promise<void> {
    const manager = this.#manager;
    manager.options.retrieveSessionInfo = this.#retrieve;
    this.#ending = new AbortController();
    const options = await managerToFetchingStrategyOptions(manager);
    for (const shardId of shardIds) {
      const isIdle = (): boolean => this.#shards.get(shardId)?.status === WebSocketShardStatus.Idle;
      const context = new PacedContext(manager, options, this.#reconnects, {
        ended: this.#ending.signal,
        isIdle,
      });
      const shard = new WebSocketShard(context, shardId);
      surviveMalformed(shard, (error) => {
        this.#reconnects.onMalformed(shardId, error);
      });
      shard.on(WebSocketShardEvents.Ready, context.backoff.connected);
      shard.on(WebSocketShardEvents.Resumed, context.backoff.connected);
      this.#shards.set(shardId, this.#relayed(shard));
    }
  }

  override async connect(): Promise<void> {
    await Promise.all([...this.#shards.values()].map((shard) => shard.connect()));
  }

  override async destroy(options?: Destruction): Promise<void> {
    this.#manager.options.retrieveSessionInfo = never;
    this.#ending.abort();
    for (
      let waitedMs = 0;
      this.#isConnecting() && waitedMs < CONNECT_TIMEOUT_MS;
      waitedMs += CHECK_INTERVAL_MS
    ) {
      await pause(CHECK_INTERVAL_MS);
    }
    await Promise.all([...this.#shards.values()].map((shard) => shard.destroy(options)));
    this.#shards.clear();
  }

  override async send(
    shardId: number,
    payload: Parameters<IShardingStrategy['send']>[1],
  ): Promise<void> {
    const shard = this.#shards.get(shardId);
    if (shard === undefined) throw new RangeError(`shard ${shardId} is not held here`);
    await shard.send(payload);
  }

  override async fetchStatus() {
    // The base class has no shards, but its collection type is not exported.
    const statuses = await super.fetchStatus();
    for (const [id, { status }] of this.#shards) statuses.set(id, status);
    return statuses;
  }

  #isConnecting(): boolean {
    return [...this.#shards.values()].some(
      ({ status }) => status === WebSocketShardStatus.Connecting,
    );
  }

  /** Relays the events of a shard to the manager, without those about servers. */
  #relayed(shard: WebSocketShard): WebSocketShard {
    const { id: shardId } = shard;
    const manager = this.#manager;
    const { Closed, Debug, Dispatch, Error, HeartbeatComplete, Hello, Ready, Resumed } =
      WebSocketShardEvents;
    shard.on(Closed, (event) => manager.emit(Closed, { ...event, shardId }));
    shard.on(Debug, (event) => manager.emit(Debug, { ...event, shardId }));
    shard.on(Error, (event) => manager.emit(Error, { ...event, shardId }));
    shard.on(HeartbeatComplete, (event) => manager.emit(HeartbeatComplete, { ...event, shardId }));
    shard.on(Hello, () => manager.emit(Hello, { shardId }));
    shard.on(Resumed, () => manager.emit(Resumed, { shardId }));
    shard.on(Ready, ({ data }) => manager.emit(Ready, { data: { ...data, guilds: [] }, shardId }));
    shard.on(Dispatch, ({ data: event }) => {
      this.#onDispatch(event);
      const data = forClient(event);
      if (data === null) return;
      try {
        manager.emit(Dispatch, { data, shardId });
      } catch (error) {
        // discord.js throws at an unknown shape of interaction: one event must not end the process.
        this.#reconnects.onUnreadable(error, event.t);
      }
    });
    return shard;
  }
}

/** The event as discord.js gets it; null for none. */
const forClient = (event: GatewayDispatchPayload): GatewayDispatchPayload | null => {
  switch (event.t) {
    case GatewayDispatchEvents.Ready:
      return { ...event, d: { ...event.d, guilds: [] } };
    case GatewayDispatchEvents.Resumed:
    case GatewayDispatchEvents.InteractionCreate:
      return event;
    default:
      return null;
  }
};

/** The sharding strategy of a client: see InProcessSharding. */
export const inProcessSharding =
  (onDispatch: OnDispatch, reconnects: Reconnects) =>
  (manager: WebSocketManager): IShardingStrategy =>
    new InProcessSharding(manager, onDispatch, reconnects);
