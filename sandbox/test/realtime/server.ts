import Fastify from 'fastify';
import Pusher from 'pusher';
import type { Patience } from '#sandbox/realtime/hub.ts';
import { createRealtime, SANDBOX_APP } from '#sandbox/realtime/index.ts';

/** A realtime server on a free port, and the official SDK to publish to it. */
export const startRealtime = async (now: () => number = Date.now, patience?: Patience) => {
  const server = Fastify({ forceCloseConnections: true });
  const realtime = createRealtime({ now, ...(patience === undefined ? {} : { patience }) });
  await realtime.mount(server);
  const port = Number(new URL(await server.listen({ host: '127.0.0.1', port: 0 })).port);

  const publisher = (secret = SANDBOX_APP.secret): Pusher =>
    new Pusher({ ...SANDBOX_APP, secret, host: '127.0.0.1', port: String(port), useTLS: false });

  return { realtime, port, publisher, server, stop: () => server.close() };
};
