import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { createIncidents } from '#src/http/incidents.ts';
import { openServer, type ServerOptions } from '#src/http/server.ts';
import { aLog } from '../lib/log.ts';

/** A server on a free port, without routes. */
export const aServer = async (options: Partial<ServerOptions> = {}) => {
  const log = aLog();
  const incidents = createIncidents(log);
  const server = await openServer({
    port: 0,
    host: '127.0.0.1',
    trustProxy: [],
    addRoutes: () => undefined,
    incidents,
    log,
    ...options,
  });
  onTestFinished(async () => {
    await server.stop();
    incidents.stop();
  });
  return { ...server, log };
};

/** An idle connection to it. */
export const socketTo = async (origin: string, localAddress = '127.0.0.1'): Promise<Socket> => {
  const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1', localAddress });
  onTestFinished(() => {
    socket.destroy();
  });
  await once(socket, 'connect');
  return socket;
};

/** The text of a request over such a connection. */
export const requestLines = (...lines: readonly string[]): string => `${lines.join('\r\n')}\r\n`;
