import type { Socket } from 'node:net';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import type { Logger } from '../lib/logger.ts';
import { listenOn } from '../lib/ports.ts';
import { limitConnections } from './connection-limit.ts';
import type { Incidents } from './incidents.ts';

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

interface WebhookServer {
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
export const openServer = async (options: ServerOptions): Promise<WebhookServer> => {
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

/**
 * Milliseconds. The data service sends with spatie/laravel-webhook-server: its timeout is `sender`, its
 * retries come after 10 and 100 s. A complete webhook is answered within a second, a slow one before
 * the sender's timeout, if only with a refusal.
 */
export const TIME_LIMITS = {
  sender: 3_000,
  /** For the database to store a webhook. */
  write: 900,
  /** Until the whole request, headers included, has arrived; `check` is how often that is checked. */
  request: 1_500,
  headers: 1_500,
  check: 250,
  /** Until an idle connection is closed. */
  keepAlive: 30_000,
} as const;
