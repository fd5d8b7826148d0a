import type { FastifyInstance } from 'fastify';
import type { ControlEvent } from '../shown-state.ts';
import type { Discord } from '../discord.ts';
import { controlState } from './state.ts';

const KEEP_ALIVE_MS = 15_000;

/** `GET /sandbox/events`: news as server-sent events, beginning with the state. */
export const eventRoutes = (app: FastifyInstance, discord: Discord): void => {
  app.get('/events', (request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      connection: 'keep-alive',
    });
    const send = (event: ControlEvent) => {
      reply.raw.write(`data: ${JSON.stringify(event)}\n\n`);
    };
    send({ type: 'state', state: controlState(discord) });
    const unsubscribe = discord.control.subscribe(send);
    // A comment now and then keeps proxies from closing a quiet stream.
    const keepAlive = setInterval(() => reply.raw.write(': quiet\n\n'), KEEP_ALIVE_MS);
    request.raw.on('close', () => {
      clearInterval(keepAlive);
      unsubscribe();
    });
  });
};
