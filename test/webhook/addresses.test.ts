import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { limitAddresses } from '#src/webhook/address-limit.ts';
import { aServer } from './server-stage.ts';
import { aClock, anEndpoint } from './stage.ts';

/** A server with a limit of three requests a second per address. */
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
      'warn /health, /metrics or /status refused: rate limit of its address',
    ]);
  });

  it('cost one reading in two seconds, however many ask', async () => {
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
