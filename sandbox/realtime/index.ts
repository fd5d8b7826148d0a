import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { SANDBOX_APP, type RealtimeApp } from './credentials.ts';
import { errorFrame, refusalOfVersion, REFUSALS, type Refusal } from './frames.ts';
import { createHub, type Patience } from './hub.ts';
import { addPublishApi } from './publish-api.ts';
import type { Transit } from './transit.ts';

export { SANDBOX_APP, type RealtimeApp } from './credentials.ts';
export { TRANSITS, type Transit } from './transit.ts';

/** A realtime server that can be mounted on a fastify app, and cut off while it runs. */
export interface Realtime {
  /** Mounts `/app/:key` (WebSocket, protocol 7) and the publish API on a fastify app. */
  mount: (server: FastifyInstance) => Promise<void>;
  /** Cuts all connections and refuses new ones until `plug()`; publishing continues without subscribers. */
  unplug: () => void;
  /** Cuts all connections and refuses new ones by the protocol, as over quota by default, until `plug()`. */
  refuse: (why?: keyof typeof REFUSALS) => void;
  plug: () => void;
  readonly plugged: boolean;
  /** Makes the current connections half-open: they stay, and nothing passes. New ones work. */
  halfOpen: () => void;
  /** Forgets all subscriptions to a channel, without notice. */
  drop: (channel: string) => void;
  /** How publications are delivered from now on. */
  travel: (transit: Transit) => void;
  /** How many clients are connected. */
  readonly connections: number;
  /** How many working clients subscribe to a channel. */
  listeners: (channel: string) => number;
}

const query = z.object({ protocol: z.string().optional() });

/**
 * Creates a server of the Pusher Channels protocol for public channels.
 * @param options.patience how long clients may be silent; as published by default
 * @param options.now the clock against which publishers' signatures are checked, milliseconds
 */
export const createRealtime = ({
  app = SANDBOX_APP,
  now = Date.now,
  patience,
}: { app?: RealtimeApp; now?: () => number; patience?: Patience } = {}): Realtime => {
  const hub = createHub(patience);
  let plugged = true;
  let refused: Refusal | null = null;

  const refusalOf = (key: string, search: unknown): Refusal | null => {
    if (key !== app.key) return REFUSALS.unknownApp;
    return refused ?? refusalOfVersion(query.safeParse(search).data?.protocol);
  };

  const addSocket = (server: FastifyInstance): void => {
    server.get<{ Params: { key: string } }>(
      '/app/:key',
      {
        websocket: true,
        preValidation: async (_request, reply) => {
          if (!plugged) await reply.code(503).send('The realtime feed is unplugged');
        },
      },
      (socket, request) => {
        const refusal = refusalOf(request.params.key, request.query);
        if (refusal !== null) {
          socket.send(errorFrame(refusal.message, refusal.code));
          socket.close(refusal.code, refusal.message);
          return;
        }
        const connection = hub.join(socket);
        socket.on('message', (data: Buffer) => {
          connection.receive(data.toString('utf8'));
        });
        socket.on('error', connection.leave);
        socket.on('close', connection.leave);
      },
    );
  };

  return {
    async mount(server) {
      await server.register(websocket, { options: { maxPayload: 65_536 } });
      await server.register((scope, _options, done) => {
        addSocket(scope);
        addPublishApi(scope, { app, hub, now });
        done();
      });
    },
    unplug() {
      plugged = false;
      hub.cutAll();
    },
    refuse(why = 'overQuota') {
      refused = REFUSALS[why];
      hub.cutAll();
    },
    plug() {
      plugged = true;
      refused = null;
    },
    get plugged() {
      return plugged;
    },
    halfOpen: hub.deafenAll,
    drop: hub.drop,
    travel: hub.travel,
    get connections() {
      return hub.connections;
    },
    listeners: (channel) => hub.listeners(channel),
  };
};
