import { setTimeout as pause } from 'node:timers/promises';
import { SimpleShardingStrategy, WebSocketShardStatus, type WebSocketManager } from '@discordjs/ws';

/** How long a connection that is being made is waited for, and how often it is looked at. */
const MADE_WITHIN = 2_000;
const LOOK_EACH = 20;

/** A session that nobody will ever get: whoever asks for it connects no more. */
const never = (): Promise<never> => new Promise(() => undefined);

/**
 * Ends the shards of a client without noise. By itself @discordjs/ws (1.2.3) takes its listener off
 * a socket that still connects, so that a gateway that refuses it ends the whole process; and a
 * shard that sleeps before it connects again counts as ended, and connects after the end.
 */
class CalmSharding extends SimpleShardingStrategy {
  readonly #options: WebSocketManager['options'];
  readonly #retrieve: WebSocketManager['options']['retrieveSessionInfo'];

  constructor(manager: WebSocketManager) {
    super(manager);
    this.#options = manager.options;
    this.#retrieve = manager.options.retrieveSessionInfo.bind(manager.options);
  }

  override async spawn(shardIds: number[]) {
    this.#options.retrieveSessionInfo = this.#retrieve;
    await super.spawn(shardIds);
  }

  override async destroy(options?: Parameters<SimpleShardingStrategy['destroy']>[0]) {
    this.#options.retrieveSessionInfo = never;
    for (
      let waited = 0;
      (await this.#isConnecting()) && waited < MADE_WITHIN;
      waited += LOOK_EACH
    ) {
      await pause(LOOK_EACH);
    }
    await super.destroy(options);
  }

  async #isConnecting(): Promise<boolean> {
    const statuses = await this.fetchStatus();
    return statuses.some((status) => status === WebSocketShardStatus.Connecting);
  }
}

/** How a client holds its connections: in this process, and ended without noise. */
export const calmSharding = (manager: WebSocketManager): SimpleShardingStrategy =>
  new CalmSharding(manager);
