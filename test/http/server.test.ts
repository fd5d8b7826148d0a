import { once } from 'node:events';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { addReceiver } from '#src/http/receiver.ts';
import { createDeliveryTaker } from '#src/http/webhook-delivery.ts';
import { createIncidents } from '#src/http/incidents.ts';
import type { DeliveryOutcome } from '#src/http/outcomes.ts';
import { TIME_LIMITS, type ServerOptions } from '#src/http/server.ts';
import { aLog } from '../lib/log.ts';
import { aDeliveryOnWire } from '../padel-api/bodies.ts';
import { aServer, requestLines, socketTo } from './server-stage.ts';
import { anEndpoint, PATH } from './stage.ts';

describe('the server', () => {
  it.each([
    ['GET', PATH, 405, 'POST'],
    ['PUT', PATH, 405, 'POST'],
    ['DELETE', PATH, 405, 'POST'],
    ['PATCH', `${PATH}?of=you`, 405, 'POST'],
    ['OPTIONS', PATH, 405, 'POST'],
    ['POST', '/health', 405, 'GET, HEAD'],
    ['POST', '/metrics', 405, 'GET, HEAD'],
    ['GET', '/', 404, null],
    ['POST', '/', 404, null],
    ['POST', `${PATH}/`, 404, null],
    ['GET', '/__proto__', 404, null],
    ['GET', '/constructor', 404, null],
  ])('responds to %s %s with %d', async (method, path, status, allow) => {
    const { get } = await anEndpoint();
    const response = await get(path, method);
    expect([response.status, response.headers.get('allow')]).toEqual([status, allow]);
  });

  it('responds with 404 to a webhook that is not configured', async () => {
    const { get } = await anEndpoint({ webhook: null });
    expect((await get(PATH, 'POST')).status).toBe(404);
    expect((await get('/health')).status).toBe(200);
  });

  it('tells a client nothing about an internal error', async () => {
    const { origin, log } = await aServer({
      addRoutes: (server) => {
        server.get('/', () => Promise.reject(new Error('a secret of ours')));
      },
    });
    const response = await fetch(origin);
    expect([response.status, await response.json()]).toEqual([
      500,
      { message: 'Something went wrong here.' },
    ]);
    expect(log.lines).toEqual(['error HTTP request failed']);
  });
});

describe('a client that sends', () => {
  // Time to read what was sent: a connection that is closed before is reset, and its answer lost.
  const QUICK = { headers: 500, request: 500, check: 20, keepAlive: 1_000 };

  const aReceiver = async ({
    store = () => Promise.resolve(true),
    timeouts = QUICK,
  }: { store?: () => Promise<boolean> } & Partial<Pick<ServerOptions, 'timeouts'>> = {}) => {
    const outcomes: DeliveryOutcome[] = [];
    const log = aLog();
    const incidents = createIncidents(log);
    const server = await aServer({
      timeouts,
      incidents,
      addRoutes: (routes) => {
        addReceiver(routes, {
          path: PATH,
          take: createDeliveryTaker({ signing: null, store, now: () => 0 }),
          subject: 'webhook delivery',
          onOutcome: (outcome) => outcomes.push(outcome),
          monotonic: () => 0,
          incidents,
          log,
        });
      },
    });
    return { ...server, log, outcomes };
  };

  const HEADERS = [`POST ${PATH} HTTP/1.1`, 'host: here', 'content-type: application/json'];

  it('a body too slowly is cut off', async () => {
    const { origin, outcomes, log } = await aReceiver();
    const socket = await socketTo(origin);
    socket.write(requestLines(...HEADERS, 'content-length: 100', '', '{"event":'));
    expect(await text(socket)).toMatch(/^HTTP\/1.1 408 /);
    await expect.poll(() => outcomes).toEqual(['incomplete']);
    expect(log.lines).toContain('info webhook delivery incomplete or too slow');
  });

  it('a body without an end is cut off', async () => {
    const { origin, outcomes } = await aReceiver();
    const socket = await socketTo(origin);
    socket.write(requestLines(...HEADERS, 'transfer-encoding: chunked', ''));
    const drip = setInterval(() => socket.write('1\r\n \r\n'), 10);
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(drip);
    await expect.poll(() => outcomes).toEqual(['incomplete']);
  });

  it.each([
    ['headers too slowly', `POST ${PATH} HTTP/1.1\r\nhost:`, 408],
    ['nothing', '', 408],
    ['text that is not a request', 'Hello!\r\n\r\n', 400],
    [
      'headers that are far too long',
      requestLines(...HEADERS, `x: ${'x'.repeat(9_000)}`, '', ''),
      431,
    ],
    [
      'two lengths of one body',
      requestLines(...HEADERS, 'content-length: 1', 'transfer-encoding: chunked', '', ''),
      400,
    ],
  ])('%s is cut off', async (_what, sent, status) => {
    const { origin, outcomes, log } = await aReceiver();
    const socket = await socketTo(origin);
    socket.write(sent);
    expect(await text(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(outcomes).toEqual([]);
    expect(log.lines).toEqual(['info connection closed: no complete request in time']);
  });

  it('a delivery gets a 503 before it gives up when the database hangs', async () => {
    const { origin, outcomes } = await aReceiver({
      store: () => new Promise(() => undefined),
      timeouts: TIME_LIMITS,
    });
    const body = JSON.stringify(aDeliveryOnWire());
    const socket = await socketTo(origin);
    const length = `content-length: ${body.length}`;
    socket.write(`${requestLines(...HEADERS, length, 'connection: close', '')}${body}`);
    expect(await text(socket)).toMatch(/^HTTP\/1.1 503 /);
    expect(outcomes).toEqual(['store-failed']);
  });

  it('a slow body gets a response before it gives up, however slow the database is', () => {
    const { request, check, write, sender } = TIME_LIMITS;
    // A slow body is noticed at the next `check`.
    expect(request + check + write).toBeLessThan(sender);
    expect(sender).toBe(3_000);
  });

  it('half a body and disconnects is counted as incomplete', async () => {
    const { origin, outcomes } = await aReceiver();
    const socket = await socketTo(origin);
    socket.write(requestLines(...HEADERS, 'content-length: 100', '', '{'));
    socket.end();
    await expect.poll(() => outcomes).toEqual(['incomplete']);
  });
});

describe('connections', () => {
  const socketsTo = (origin: string, count: number): Promise<readonly Socket[]> =>
    Promise.all(Array.from({ length: count }, () => socketTo(origin)));

  const requestOver = async (socket: Socket): Promise<string> => {
    socket.end(requestLines('GET /health HTTP/1.1', 'host: here', 'connection: close', '', ''));
    return await text(socket);
  };

  const isClosed = async (socket: Socket): Promise<void> => {
    socket.on('error', () => undefined);
    await once(socket, 'close');
  };

  const TOO_MANY = 'warn connection closed: too many connections';

  it('are limited to 200 of one address; another one is accepted when one ends', async () => {
    const { origin, log } = await anEndpoint();
    const [first] = await socketsTo(origin, 200);
    await isClosed(await socketTo(origin));
    await isClosed(await socketTo(origin));
    expect(log.lines).toEqual([TOO_MANY]);
    if (first === undefined) throw new Error('none is open');
    expect(await requestOver(first)).toContain('HTTP/1.1 200');
    await expect.poll(async () => (await fetch(`${origin}/health`)).status).toBe(200);
  });

  // Other systems have only one loopback address.
  it.runIf(process.platform === 'linux')(
    'of one address do not count for another address',
    async () => {
      const { origin } = await anEndpoint();
      await socketsTo(origin, 200);
      expect(await requestOver(await socketTo(origin, '127.0.0.2'))).toContain('HTTP/1.1 200');
    },
  );

  it('of a trusted proxy are limited only by the 500 of all addresses', async () => {
    const { origin, log } = await anEndpoint({ http: { trustProxy: ['10.0.0.7', '127.0.0.0/8'] } });
    const [first] = await socketsTo(origin, 500);
    await isClosed(await socketTo(origin));
    expect(log.lines).toEqual([TOO_MANY]);
    if (first === undefined) throw new Error('none is open');
    expect(await requestOver(first)).toContain('HTTP/1.1 200');
    await expect.poll(async () => (await fetch(`${origin}/health`)).status).toBe(200);
  });

  it('are closed when the server stops', async () => {
    const { origin, stop } = await anEndpoint();
    const idle = await socketTo(origin);
    await stop();
    await once(idle.resume(), 'close');
    await expect(fetch(origin)).rejects.toThrow();
  });

  it('fail on a port in use with the name of the variable to change', async () => {
    const { origin } = await anEndpoint();
    const port = Number(new URL(origin).port);
    await expect(anEndpoint({ http: { port } })).rejects.toThrow(
      `HTTP_PORT ${port} is in use: choose another one`,
    );
  });
});
