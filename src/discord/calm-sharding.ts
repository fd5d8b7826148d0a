import { setTimeout as pause } from 'node:timers/promises';
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
import type { ReconnectBackoff } from '../lib/backoff.ts';

/** How long a connection that is being made is waited for, and how often it is looked at. */
const MADE_WITHIN = 2_000;
const LOOK_EACH = 20;

/** A session that nobody will ever get: whoever asks for it connects no more. */
const never = (): Promise<never> => new Promise(() => undefined);

/** Is given all that a shard is told. */
export type Hear = (event: GatewayDispatchPayload) => void;

/** What becomes of a shard's connection, and of what it is told. */
export interface Reconnects {
  /** Is told of an event that discord.js cannot read. */
  readonly onUnreadable: (error: unknown, event: string) => void;
  /** Of each shard its own. */
  readonly backoff: () => ReconnectBackoff;
  /** Is told of each connection that is opened again, and after how many milliseconds. */
  readonly onReconnect: (shardId: number, delayMs: number) => void;
}

type ContextOptions = ConstructorParameters<typeof SimpleContextFetchingStrategy>[1];

/**
 * What a shard takes before it connects: the session that it resumes. By itself it connects half a
 * second after it lost a connection, however often: here it waits longer each time.
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
    // One that is not idle asks for the number of the last event.
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
    await pause(delayMs, undefined, { signal: this.#ended }).catch(never);
  }
}

type Destruction = Parameters<IShardingStrategy['destroy']>[0];

/**
 * Holds the shards of a client in this process, so that nothing of servers comes to discord.js: it
 * would make objects of all of them (553 MB for 10,000 servers). It gets what its own life depends
 * on, and the interactions.
 *
 * And ends them without noise. By itself @discordjs/ws (1.2.3) takes its listener off a socket that
 * still connects, so that a gateway that refuses it ends the whole process; and a shard that sleeps
 * before it connects again counts as ended, and connects after the end.
 */
class CalmSharding extends SimpleShardingStrategy {
  readonly #manager: WebSocketManager;
  readonly #hear: Hear;
  readonly #retrieve: WebSocketManager['options']['retrieveSessionInfo'];
  readonly #shards = new Map<number, WebSocketShard>();
  readonly #reconnects: Reconnects;
  #ending = new AbortController();

  constructor(manager: WebSocketManager, hear: Hear, reconnects: Reconnects) {
    super(manager);
    this.#reconnects = reconnects;
    this.#manager = manager;
    this.#hear = hear;
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
    for (let waited = 0; this.#isConnecting() && waited < MADE_WITHIN; waited += LOOK_EACH) {
      await pause(LOOK_EACH);
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
    // Those of the base class, which holds none: the kind of collection is its own.
    const statuses = await super.fetchStatus();
    for (const [id, { status }] of this.#shards) statuses.set(id, status);
    return statuses;
  }

  #isConnecting(): boolean {
    return [...this.#shards.values()].some(
      ({ status }) => status === WebSocketShardStatus.Connecting,
    );
  }

  /** Tells the manager what a shard says, but nothing of servers. */
  #relayed(shard: WebSocketShard): WebSocketShard {
    const { id: shardId } = shard;
    const manager = this.#manager;
    const { Closed, Debug, Dispatch, Error, HeartbeatComplete, Hello, Ready, Resumed } =
      WebSocketShardEvents;
    shard.on(Closed, (told) => manager.emit(Closed, { ...told, shardId }));
    shard.on(Debug, (told) => manager.emit(Debug, { ...told, shardId }));
    shard.on(Error, (told) => manager.emit(Error, { ...told, shardId }));
    shard.on(HeartbeatComplete, (told) => manager.emit(HeartbeatComplete, { ...told, shardId }));
    shard.on(Hello, () => manager.emit(Hello, { shardId }));
    shard.on(Resumed, () => manager.emit(Resumed, { shardId }));
    shard.on(Ready, ({ data }) => manager.emit(Ready, { data: { ...data, guilds: [] }, shardId }));
    shard.on(Dispatch, ({ data: event }) => {
      this.#hear(event);
      const data = forClient(event);
      if (data === null) return;
      try {
        manager.emit(Dispatch, { data, shardId });
      } catch (error) {
        // discord.js throws at an interaction of a shape that it does not know: one is no reason to end.
        this.#reconnects.onUnreadable(error, event.t);
      }
    });
    return shard;
  }
}

/** What discord.js is to know of an event; null for nothing. */
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

/**
 * How a client holds its connections: in this process, without servers, opened again with backoff, and
 * ended without noise.
 */
export const calmSharding =
  (hear: Hear, reconnects: Reconnects) =>
  (manager: WebSocketManager): IShardingStrategy =>
    new CalmSharding(manager, hear, reconnects);
