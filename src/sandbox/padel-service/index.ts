import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { World, WorldRequest } from '../discord/control-contract.ts';
import { createRealtime, SANDBOX_APP } from '../realtime/index.ts';
import { ADDRESSES } from './api/addresses.ts';
import { addApi } from './api/index.ts';
import { createClock } from './clock.ts';
import { addControl, createControl } from './control.ts';
import { createBehaviour } from './faults.ts';
import { createPublisher } from './live/publisher.ts';
import { createPush } from './live/push.ts';
import { openState } from './opening.ts';
import { realTimers, type Timers } from './timers.ts';
import { truthOf, type Truth } from './truth.ts';

export { LIVE_EVENT } from './live/push.ts';
export type { Truth } from './truth.ts';

export interface PadelServiceOptions {
  /** 0 takes a free port. */
  readonly port: number;
  readonly host?: string;
  /** The world's seed; 1 unless a state file says otherwise. */
  readonly seed?: number;
  /** World seconds per real second; 1 unless a state file says otherwise. 0 stops the clock. */
  readonly speed?: number;
  /** Requests a minute and token. */
  readonly rateLimit?: number;
  /** Where the world's clock is kept, so that a restart goes on with the same matches. */
  readonly stateFile?: string;
  /** The real clock, milliseconds. */
  readonly now?: () => number;
  readonly timers?: Timers;
  readonly log?: FastifyBaseLogger;
}

/** A padel data service that is running. */
export interface PadelService {
  readonly url: string;
  /** `url` with the API's prefix. */
  readonly apiUrl: string;
  readonly port: number;
  getWorld: () => World;
  /** Changes the world; answers when everything that happens in an advanced span was published. */
  steer: (request: WorldRequest) => Promise<World>;
  /** What a match will have come to, its future included; null for an unknown id. */
  truth: (matchId: number) => Truth | null;
  /** Answers requests without the network. */
  readonly inject: FastifyInstance['inject'];
  stop: () => Promise<void>;
}

/**
 * Starts the whole padel data service: the API under `/api`, the realtime server under `/app` and
 * `/apps`, the steering under `/sandbox/world`, all on one port.
 * @throws StateFileError when the state file is unusable or of another world
 * @throws Error with the code `EADDRINUSE` when the port is taken
 */
export const startPadelService = async (options: PadelServiceOptions): Promise<PadelService> => {
  const { host = '127.0.0.1', rateLimit = 60, now = Date.now, timers = realTimers } = options;
  const { world, setting, persist } = openState(options, now());
  const clock = createClock(setting, now, persist);
  const behaviour = createBehaviour(timers);
  // Publishers sign with the machine's clock, whatever the clock of the world.
  const realtime = createRealtime({ app: SANDBOX_APP, now: Date.now });

  const server = Fastify({
    ...ADDRESSES,
    forceCloseConnections: true,
    ...(options.log ? { loggerInstance: options.log } : {}),
  });
  await realtime.mount(server);
  addApi(server, { world, clock, now, rateLimit, misbehave: behaviour.misbehave });

  let port = options.port;
  const push = createPush(
    SANDBOX_APP,
    () => ({ host, port }),
    (error) => {
      server.log.error(error, 'a live update could not be published');
    },
  );
  const publisher = createPublisher({ world, clock, timers, publish: push.send });
  const control = createControl({ world, clock, publisher, realtime, behaviour });
  addControl(server, control);

  const url = await server.listen({ host, port: options.port });
  port = Number(new URL(url).port);
  await publisher.catchUp();

  return {
    url,
    apiUrl: `${url}/api`,
    port,
    getWorld: control.getWorld,
    steer: control.steer,
    truth(matchId) {
      const match = world.truth(matchId, clock.now());
      return match && truthOf(match);
    },
    inject: server.inject.bind(server),
    async stop() {
      await publisher.stop();
      behaviour.release();
      realtime.unplug();
      push.close();
      await server.close();
    },
  };
};
