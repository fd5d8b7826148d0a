import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from '../lib/logger.ts';
import { listenOn } from '../lib/ports.ts';
import { limitConnections } from './connection-limit.ts';
import type { Incidents } from './incidents.ts';
import { TIME_LIMITS } from './time-limits.ts';

export interface ServerOptions {
  /** 0 for a free one. */
  readonly port: number;
  /** An address of this machine; `::` for all of them. */
  readonly host: string;
  /** Proxies (addresses and networks) whose `X-Forwarded-For` is trusted. */
  readonly trustProxy: readonly string[];
  readonly addRoutes: (server: FastifyInstance) => void;
  /** Timeouts in milliseconds; by default `TIME_LIMITS`. */
  readonly timeouts?: Readonly<Record<'headers' | 'request' | 'check' | 'keepAlive', number>>;
  /** Receives connections that bring no request, and those above the limit. */
  readonly incidents: Incidents;
  readonly log: Logger;
}

export interface Server {
  /** `http://127.0.0.1:3000` */
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

/** Bytes and number of headers. A webhook has about ten. */
const HEADER_LIMITS = { headerBytes: 8 * 1024, headers: 64 } as const;

/** Concurrent. A sender that sends in parallel has some ten. */
const CONNECTIONS = { each: 200, all: 500 } as const;

const NO_REQUEST = {
  name: 'no-request',
  level: 'info',
  line: 'connection closed: no complete request in time',
} as const;

const TOO_MANY = {
  name: 'too-many-connections',
  level: 'warn',
  line: 'connection closed: too many connections',
} as const;

/** Listens, with limits of time, memory and connections that suffice for an honest sender. */
export const openServer = async (options: ServerOptions): Promise<Server> => {
  const { port, host, trustProxy, addRoutes, timeouts = TIME_LIMITS } = options;
  const { incidents, log } = options;
  const server = Fastify({
    trustProxy: trustProxy.length === 0 ? false : [...trustProxy],
    forceCloseConnections: true,
    requestTimeout: timeouts.request,
    keepAliveTimeout: timeouts.keepAlive,
    http: {
      headersTimeout: timeouts.headers,
      connectionsCheckingInterval: timeouts.check,
      maxHeaderSize: HEADER_LIMITS.headerBytes,
    },
  });
  server.server.maxHeadersCount = HEADER_LIMITS.headers;
  server.server.on('clientError', ({ code }: NodeJS.ErrnoException, socket: Socket) => {
    incidents.note(socket.remoteAddress ?? '', { ...NO_REQUEST, details: { code } });
  });
  limitConnections(server.server, {
    most: CONNECTIONS,
    trustProxy,
    onExceeded: (address) => {
      incidents.note(address, TOO_MANY);
    },
  });
  server.removeAllContentTypeParsers();
  addNotFoundHandler(server);
  server.setErrorHandler((error, _request, reply) => {
    log.error({ err: error }, 'HTTP request failed');
    return reply.code(500).send({ message: 'Something went wrong here.' });
  });
  addRoutes(server);
  const origin = await listenOn(host, (address) => server.listen({ port, host: address }));
  return { origin, stop: () => server.close() };
};

/** 405 where the path supports other methods, else 404. */
const addNotFoundHandler = (server: FastifyInstance): void => {
  const methods = new Map<string, ReadonlySet<string>>();
  server.addHook('onRoute', ({ url, method }) => {
    methods.set(url, new Set([...(methods.get(url) ?? []), method].flat()));
  });
  server.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    const allowed = methods.get(path);
    if (allowed === undefined) return reply.code(404).send({ message: 'There is nothing here.' });
    return reply
      .code(405)
      .header('allow', [...allowed].join(', '))
      .send({ message: 'This method is not for here.' });
  });
};
