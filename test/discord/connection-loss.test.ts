import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { createGateway } from '#src/discord/gateway/gateway.ts';
import { createServers } from '#src/discord/servers/servers.ts';
import { aFastClock } from '../lib/fast-clock.ts';
import { aLog } from '../lib/log.ts';
import { aRest } from './bot.ts';

/** A Discord that passes each connection to its gateway to the test. */
const aGateway = async (upgrade: (socket: Duplex) => void): Promise<string> => {
  const server = createServer((_request, response) => {
    const { port } = server.address() as AddressInfo;
    const session_start_limit = { total: 9, remaining: 9, reset_after: 1_000, max_concurrency: 1 };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ url: `ws://127.0.0.1:${port}`, shards: 1, session_start_limit }));
  });
  server.on('upgrade', (_request: IncomingMessage, socket: Duplex) => {
    upgrade(socket);
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/api`;
};

it('stops while it connects, even if the gateway then refuses the connection', async () => {
  let ended: Promise<void> | undefined;
  const apiUrl = await aGateway((socket) => {
    // Stops first: an error after that must be handled by the gateway itself.
    ended = gateway.stop();
    socket.destroy();
  });
  const gateway = createGateway({
    ...aRest({ apiUrl, token: 'a.b.c' }),
    token: 'a.b.c',
    servers: createServers({ ownId: '1', now: Date.now }),
    dispatch: () => undefined,
    log: aLog(),
  });
  void gateway.serve(0, 1).catch(() => undefined);
  await expect.poll(() => ended !== undefined).toBe(true);
  await ended;
});

it('reconnects with a growing delay and one warning when connections are cut', async () => {
  aFastClock({ speed: 5, clocks: ['performance'] });
  const calls: number[] = [];
  const apiUrl = await aGateway((socket) => {
    calls.push(performance.now());
    socket.destroy();
  });
  const log = aLog();
  const gateway = createGateway({
    ...aRest({ apiUrl, token: 'a.b.c' }),
    token: 'a.b.c',
    servers: createServers({ ownId: '1', now: Date.now }),
    dispatch: () => undefined,
    random: () => 0.5,
    log,
  });
  onTestFinished(gateway.stop);
  void gateway.serve(0, 1).catch(() => undefined);
  // @discordjs/ws alone waits half a second each time.
  await expect.poll(() => calls, { timeout: 10_000 }).toHaveLength(4);
  const [, second = 0, third = 0, fourth = 0] = calls;
  expect(third - second).toBeGreaterThan(1_200);
  expect(fourth - third).toBeGreaterThan(1_900);
  const lost = 'warn gateway connection lost, reconnecting';
  expect(log.lines.filter((line) => line === lost)).toHaveLength(1);
  expect(log.lines.length).toBeLessThan(4);
});
