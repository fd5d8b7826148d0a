import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { limitAddresses } from '#src/http/address-limit.ts';
import { aServer } from './server-stage.ts';
import { aClock, anEndpoint } from './stage.ts';

/** A server with a limit of three requests a second per address. */
const aLimited = async (trustProxy: readonly string[] = [], host = '127.0.0.1') => {
  const clock = aClock();
  const { origin } = await aServer({
    trustProxy,
    host,
    addRoutes: (server) => {
      server.register((routes, _options, done) => {
        limitAddresses(routes, { most: 3, window: 1_000, now: clock.now });
        routes.get('/', () => 'here');
        routes.setErrorHandler((_error, _request, reply) => reply.code(429).send());
        done();
      });
    },
  });
  const { port } = new URL(origin);
  const request = async (forwarded?: string): Promise<number> => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    return (await fetch(`http://127.0.0.1:${port}`, { headers })).status;
  };
  const requestAll = async (addresses: readonly (string | undefined)[]): Promise<number[]> => {
    const statuses: number[] = [];
    for (const address of addresses) statuses.push(await request(address));
    return statuses;
  };
  return { clock, request, requestAll };
};

/** Whether a server that listens on `host` is reachable at an address of this machine. */
const reachedAt = async (address: string, host: string): Promise<boolean> => {
  const { origin } = await anEndpoint({ http: { host } });
  const { port } = new URL(origin);
  return await fetch(`http://${address}:${port}/health`).then(
    ({ ok }) => ok,
    () => false,
  );
};

describe('an address', () => {
  // Other systems have only one loopback address.
  it.runIf(process.platform === 'linux').each([
    ['127.0.0.1', '127.0.0.1', true],
    ['127.0.0.1', '127.0.0.2', false],
    ['0.0.0.0', '127.0.0.2', true],
    ['::', '127.0.0.2', true],
  ])('with HTTP_HOST %s is reachable at %s: %s', async (host, address, isReached) => {
    expect(await reachedAt(address, host)).toBe(isReached);
  });

  const hasIpv6 = Object.values(networkInterfaces())
    .flat()
    .some((each) => each?.address === '::1');

  it.runIf(hasIpv6)('of IPv6 is reachable when HTTP_HOST is ::', async () => {
    expect(await reachedAt('[::1]', '::')).toBe(true);
  });

  it('of another machine is rejected with the name of the variable to change', async () => {
    await expect(anEndpoint({ http: { host: '192.0.2.1' } })).rejects.toThrow(
      'HTTP_HOST 192.0.2.1 is no address of this machine: 127.0.0.1 is, and :: is every one',
    );
  });

  it('of IPv4 is counted as IPv4 on a socket for both families', async () => {
    const { requestAll } = await aLimited(['127.0.0.1'], '::');
    expect(await requestAll(['192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.1'])).toEqual([
      ...[200, 200, 200, 200],
    ]);
    expect(await requestAll(['192.0.2.1', '192.0.2.2'])).toEqual([429, 200]);
  });
});

describe('/health and /metrics', () => {
  const MOST = 1_000;

  it('allow one address 1,000 requests in ten seconds, separately from webhooks', async () => {
    const { get, send, monotonic, log } = await anEndpoint();
    const request = async (path: string) => {
      const { status, headers } = await get(path);
      return [status, headers.get('retry-after')];
    };
    for (let sent = 0; sent < MOST; sent += 50) {
      const path = sent % 100 === 0 ? '/health' : '/metrics';
      const responses = await Promise.all(Array.from({ length: 50 }, () => request(path)));
      expect(responses).toEqual(responses.map(() => [200, null]));
    }
    monotonic.pass(4_000);
    for (const path of ['/health', '/metrics', '/health']) {
      expect(await request(path)).toEqual([429, '6']);
    }
    expect((await send('{}')).status).toBe(204);
    monotonic.pass(6_000);
    expect(await request('/metrics')).toEqual([200, null]);
    expect(log.lines.filter((line) => line.includes('limit'))).toEqual([
      'warn /health or /metrics refused: rate limit of its address',
    ]);
  });

  it('are computed at most once in two seconds', async () => {
    const { get, metrics, monotonic } = await anEndpoint();
    const forged = async (): Promise<string | undefined> =>
      /outcome="invalid-signature"} (\d+)/.exec(await (await get('/metrics')).text())?.[1];
    expect(await forged()).toBe('0');
    metrics.webhook('invalid-signature');
    expect(await forged()).toBe('0');
    monotonic.pass(2_000);
    expect(await forged()).toBe('1');
  });
});

describe('the rate limit', () => {
  it('counts requests in windows of one second', async () => {
    const { clock, requestAll } = await aLimited();
    const five = Array.from({ length: 5 }, () => undefined);
    expect(await requestAll(five)).toEqual([200, 200, 200, 429, 429]);
    clock.pass(999);
    expect(await requestAll([undefined])).toEqual([429]);
    clock.pass(1);
    expect(await requestAll(five)).toEqual([200, 200, 200, 429, 429]);
  });

  it.each<[string, readonly string[], string, string, number]>([
    ['by the connection, whatever a client claims', [], '192.0.2.1', '192.0.2.2', 429],
    ['by the address from a trusted proxy', ['127.0.0.1'], '192.0.2.1', '192.0.2.2', 200],
    ['by the address from a trusted network', ['127.0.0.0/8'], '192.0.2.1', '192.0.2.2', 200],
    ['by the last address before our proxy', ['127.0.0.1'], '1.1.1.1, 192.0.2.1', '192.0.2.1', 429],
    ['addresses of one IPv6 network together', ['127.0.0.1'], '2001:db8::1', '2001:db8::2', 429],
    ['IPv6 networks separately', ['127.0.0.1'], '2001:db8::1', '2001:db8:0:1::1', 200],
    ['by the proxy when the address is invalid', ['127.0.0.1'], 'here', 'there', 429],
  ])('counts %s', async (_how, trusted, one, other, last) => {
    const { requestAll } = await aLimited(trusted);
    expect(await requestAll([one, other, one, other])).toEqual([200, 200, 200, last]);
  });
});
