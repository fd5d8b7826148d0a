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

/** How long a connection that is being made is waited for, and how often it is looked at. */
const MADE_WITHIN = 2_000;
const LOOK_EACH = 20;

/** A session that nobody will ever get: whoever asks for it connects no more. */
const never = (): Promise<never> => new Promise(() => undefined);

/** Is given all that a shard is told. */
export type Hear = (event: GatewayDispatchPayload) => void;

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

  constructor(manager: WebSocketManager, hear: Hear) {
    super(manager);
    this.#manager = manager;
    this.#hear = hear;
    this.#retrieve = manager.options.retrieveSessionInfo.bind(manager.options);
  }

  override async spawn(shardIds: number[]): Promise<void> {
    const manager = this.#manager;
    manager.options.retrieveSessionInfo = this.#retrieve;
    const options = await managerToFetchingStrategyOptions(manager);
    for (const shardId of shardIds) {
      const context = new SimpleContextFetchingStrategy(manager, options);
      this.#shards.set(shardId, this.#relayed(new WebSocketShard(context, shardId)));
    }
  }

  override async connect(): Promise<void> {
    await Promise.all([...this.#shards.values()].map((shard) => shard.connect()));
  }

  override async destroy(options?: Destruction): Promise<void> {
    this.#manager.options.retrieveSessionInfo = never;
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
      if (data !== null) manager.emit(Dispatch, { data, shardId });
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

/** How a client holds its connections: in this process, without servers, and ended without noise. */
export const calmSharding =
  (hear: Hear) =>
  (manager: WebSocketManager): IShardingStrategy =>
    new CalmSharding(manager, hear);
