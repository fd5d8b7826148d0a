import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { addReceiver } from '#src/webhook/receiver.ts';
import { limitAddresses } from '#src/webhook/address-limit.ts';
import { createIncidents } from '#src/webhook/incidents.ts';
import type { DeliveryOutcome } from '#src/webhook/outcomes.ts';
import { openServer, type ServerOptions } from '#src/webhook/server.ts';
import { aLog } from '../lib/log.ts';
import { aClock, anEndpoint, PATH } from './stage.ts';

const aServer = async (options: Partial<ServerOptions> = {}) => {
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

/** A server that takes three requests a second of one address. */
const aLimited = async (trustProxy: readonly string[] = [], host = '127.0.0.1') => {
  const clock = aClock();
  const { origin } = await aServer({
    trustProxy,
    host,
    addRoutes: (server) => {
      server.register((room, _options, done) => {
        limitAddresses(room, { most: 3, window: 1_000, now: clock.now });
        room.get('/', () => 'here');
        room.setErrorHandler((_error, _request, reply) => reply.code(429).send());
        done();
      });
    },
  });
  const { port } = new URL(origin);
  const ask = async (forwarded?: string): Promise<number> => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    return (await fetch(`http://127.0.0.1:${port}`, { headers })).status;
  };
  const askAll = async (addresses: readonly (string | undefined)[]): Promise<number[]> => {
    const statuses: number[] = [];
    for (const address of addresses) statuses.push(await ask(address));
    return statuses;
  };
  return { clock, ask, askAll };
};

/** Whether a server that listens on `host` is reached at an address of this machine. */
const reachedAt = async (address: string, host: string): Promise<boolean> => {
  const { origin } = await anEndpoint({ http: { host } });
  const { port } = new URL(origin);
  return await fetch(`http://${address}:${port}/health`).then(
    ({ ok }) => ok,
    () => false,
  );
};

const socketTo = async (origin: string, localAddress = '127.0.0.1'): Promise<Socket> => {
  const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1', localAddress });
  onTestFinished(() => {
    socket.destroy();
  });
  await once(socket, 'connect');
  return socket;
};

const requestLines = (...lines: readonly string[]): string => `${lines.join('\r\n')}\r\n`;

describe('whoever asks for', () => {
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
  ])('%s %s is answered %d', async (method, path, status, allow) => {
    const { get } = await anEndpoint();
    const response = await get(path, method);
    expect([response.status, response.headers.get('allow')]).toEqual([status, allow]);
  });

  it('a webhook where there is none finds nothing', async () => {
    const { get } = await anEndpoint({ webhook: null });
    expect((await get(PATH, 'POST')).status).toBe(404);
    expect((await get('/health')).status).toBe(200);
  });

  it('what fails is told nothing of the failure', async () => {
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
    expect(log.lines).toEqual(['error a request over HTTP could not be answered']);
  });
});

describe('an address', () => {
  // Elsewhere a machine has one address of its own.
  it.runIf(process.platform === 'linux').each([
    ['127.0.0.1', '127.0.0.1', true],
    ['127.0.0.1', '127.0.0.2', false],
    ['0.0.0.0', '127.0.0.2', true],
    ['::', '127.0.0.2', true],
  ])('of this machine that listens on %s is %s: %s', async (host, address, isReached) => {
    expect(await reachedAt(address, host)).toBe(isReached);
  });

  const hasIpv6 = Object.values(networkInterfaces())
    .flat()
    .some((each) => each?.address === '::1');

  it.runIf(hasIpv6)('of IPv6 is one of every address', async () => {
    expect(await reachedAt('[::1]', '::')).toBe(true);
  });

  it('of another machine cannot be had: the variable to change is named', async () => {
    await expect(anEndpoint({ http: { host: '192.0.2.1' } })).rejects.toThrow(
      'HTTP_HOST 192.0.2.1 is no address of this machine: 127.0.0.1 is, and :: is every one',
    );
  });

  it('of IPv4 is counted as such where both are listened on', async () => {
    const { askAll } = await aLimited(['127.0.0.1'], '::');
    expect(await askAll(['192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.1'])).toEqual([
      ...[200, 200, 200, 200],
    ]);
    expect(await askAll(['192.0.2.1', '192.0.2.2'])).toEqual([429, 200]);
  });
});

describe('whoever sends', () => {
  const QUICK = { headers: 60, request: 120, check: 20, keepAlive: 1_000 };

  const aReceiver = async () => {
    const outcomes: DeliveryOutcome[] = [];
    const log = aLog();
    const incidents = createIncidents(log);
    const server = await aServer({
      patience: QUICK,
      incidents,
      addRoutes: (routes) => {
        addReceiver(routes, {
          path: PATH,
          signing: null,
          keep: () => Promise.resolve(true),
          onOutcome: (outcome) => outcomes.push(outcome),
          now: () => 0,
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
    await expect.poll(() => outcomes).toEqual(['broken']);
    expect(log.lines).toContain('info a webhook delivery broke off, or came too slowly');
  });

  it('a body without an end is cut off', async () => {
    const { origin, outcomes } = await aReceiver();
    const socket = await socketTo(origin);
    socket.write(requestLines(...HEADERS, 'transfer-encoding: chunked', ''));
    const drip = setInterval(() => socket.write('1\r\n \r\n'), 10);
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(drip);
    await expect.poll(() => outcomes).toEqual(['broken']);
  });

  it.each([
    ['headers too slowly', `POST ${PATH} HTTP/1.1\r\nhost:`, 408],
    ['nothing', '', 408],
    ['what is no request', 'Hello!\r\n\r\n', 400],
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
    expect(log.lines).toEqual(['info a connection brought no request, or too slowly']);
  });

  it('half a body and goes is noted', async () => {
    const { origin, outcomes } = await aReceiver();
    const socket = await socketTo(origin);
    socket.write(requestLines(...HEADERS, 'content-length: 100', '', '{'));
    socket.end();
    await expect.poll(() => outcomes).toEqual(['broken']);
  });
});

describe('connections', () => {
  const socketsTo = (origin: string, count: number): Promise<readonly Socket[]> =>
    Promise.all(Array.from({ length: count }, () => socketTo(origin)));

  const askOver = async (socket: Socket): Promise<string> => {
    socket.end(requestLines('GET /health HTTP/1.1', 'host: here', 'connection: close', '', ''));
    return await text(socket);
  };

  const isClosed = async (socket: Socket): Promise<void> => {
    socket.on('error', () => undefined);
    await once(socket, 'close');
  };

  const TOO_MANY =
    'warn a connection was closed: there are too many, of its address or of all together';

  it('are 200 at most of one address; the next has to wait until one ends', async () => {
    const { origin, log } = await anEndpoint();
    const [first] = await socketsTo(origin, 200);
    await isClosed(await socketTo(origin));
    await isClosed(await socketTo(origin));
    expect(log.lines).toEqual([TOO_MANY]);
    if (first === undefined) throw new Error('none is open');
    expect(await askOver(first)).toContain('HTTP/1.1 200');
    await expect.poll(async () => (await fetch(`${origin}/health`)).status).toBe(200);
  });

  // Elsewhere a machine has one address of its own.
  it.runIf(process.platform === 'linux')('of one address leave room for another', async () => {
    const { origin } = await anEndpoint();
    await socketsTo(origin, 200);
    expect(await askOver(await socketTo(origin, '127.0.0.2'))).toContain('HTTP/1.1 200');
  });

  it('of a proxy are those of many: all together are 500 at most', async () => {
    const { origin, log } = await anEndpoint({ http: { trustProxy: ['10.0.0.7', '127.0.0.0/8'] } });
    const [first] = await socketsTo(origin, 500);
    await isClosed(await socketTo(origin));
    expect(log.lines).toEqual([TOO_MANY]);
    if (first === undefined) throw new Error('none is open');
    expect(await askOver(first)).toContain('HTTP/1.1 200');
    await expect.poll(async () => (await fetch(`${origin}/health`)).status).toBe(200);
  });

  it('are closed when it stops', async () => {
    const { origin, stop } = await anEndpoint();
    const idle = await socketTo(origin);
    await stop();
    await once(idle.resume(), 'close');
    await expect(fetch(origin)).rejects.toThrow();
  });

  it('cannot be had where another program listens: the variable to change is named', async () => {
    const { origin } = await anEndpoint();
    const port = Number(new URL(origin).port);
    await expect(anEndpoint({ http: { port } })).rejects.toThrow(
      `HTTP_PORT ${port} is in use: choose another one`,
    );
  });
});

describe('/health and /metrics', () => {
  const MOST = 1_000;

  it('are answered a thousand times in ten seconds to one address, and webhooks are counted apart', async () => {
    const { get, send, monotonic, log } = await anEndpoint();
    const ask = async (path: string) => {
      const { status, headers } = await get(path);
      return [status, headers.get('retry-after')];
    };
    for (let asked = 0; asked < MOST; asked += 50) {
      const path = asked % 100 === 0 ? '/health' : '/metrics';
      const answers = await Promise.all(Array.from({ length: 50 }, () => ask(path)));
      expect(answers).toEqual(answers.map(() => [200, null]));
    }
    monotonic.pass(4_000);
    for (const path of ['/health', '/metrics', '/health']) {
      expect(await ask(path)).toEqual([429, '6']);
    }
    expect((await send('{}')).status).toBe(204);
    monotonic.pass(6_000);
    expect(await ask('/metrics')).toEqual([200, null]);
    expect(log.lines.filter((line) => line.includes('limit'))).toEqual([
      'warn a request for /health or /metrics above the limit of its address was refused',
    ]);
  });

  it('cost one reading in two seconds, however many ask', async () => {
    const { get, metrics, monotonic } = await anEndpoint();
    const forged = async (): Promise<string | undefined> =>
      /outcome="forged"} (\d+)/.exec(await (await get('/metrics')).text())?.[1];
    expect(await forged()).toBe('0');
    metrics.webhook('forged');
    expect(await forged()).toBe('0');
    monotonic.pass(2_000);
    expect(await forged()).toBe('1');
  });
});

describe('requests are counted', () => {
  it('in windows, whatever the time of day is', async () => {
    const { clock, askAll } = await aLimited();
    const five = Array.from({ length: 5 }, () => undefined);
    expect(await askAll(five)).toEqual([200, 200, 200, 429, 429]);
    clock.pass(999);
    expect(await askAll([undefined])).toEqual([429]);
    clock.pass(1);
    expect(await askAll(five)).toEqual([200, 200, 200, 429, 429]);
  });

  it.each<[string, readonly string[], string, string, number]>([
    ['by the connection, whatever a stranger claims', [], '192.0.2.1', '192.0.2.2', 429],
    ['by what a trusted proxy says', ['127.0.0.1'], '192.0.2.1', '192.0.2.2', 200],
    ['by what a trusted network says', ['127.0.0.0/8'], '192.0.2.1', '192.0.2.2', 200],
    ['by the last one before our proxy', ['127.0.0.1'], '1.1.1.1, 192.0.2.1', '192.0.2.1', 429],
    ['by the network of an IPv6 address', ['127.0.0.1'], '2001:db8::1', '2001:db8::2', 429],
    ['by each network of IPv6', ['127.0.0.1'], '2001:db8::1', '2001:db8:0:1::1', 200],
    ['by the proxy where it passes on what is no address', ['127.0.0.1'], 'here', 'there', 429],
  ])('%s', async (_how, trusted, one, other, last) => {
    const { askAll } = await aLimited(trusted);
    expect(await askAll([one, other, one, other])).toEqual([200, 200, 200, last]);
  });
});
