import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { SEND_PRIORITIES } from '#src/alerts/delivery/sender.ts';
import { createSender } from '#src/discord/rest/sender.ts';

beforeEach(() => {
  // Faked before undici starts its first timer, because it keeps that one.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** A server that, like Discord, does not announce how long it keeps a connection. */
const aSilentKeeper = async () => {
  let connections = 0;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"id":"901"}');
  });
  server.keepAliveTimeout = 0;
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // `address()` of a listening TCP server is an object.
  const { port } = server.address() as AddressInfo;
  return { apiUrl: `http://127.0.0.1:${port}/api`, connections: () => connections };
};

it('reuses a connection that was idle for 90 s, but not one that was idle for 130 s', async () => {
  const { apiUrl, connections } = await aSilentKeeper();
  const sender = createSender({ apiUrl, token: 'token', now: () => performance.now() });
  onTestFinished(sender.stop);
  const post = () =>
    sender.inTurn('210000000000000001', SEND_PRIORITIES.set, (writer) =>
      writer.post({ content: 'Set 1', allowed_mentions: { parse: [] } }, 'nonce'),
    );
  expect(await post()).toEqual({ kind: 'sent', messageId: '901' });
  await vi.advanceTimersByTimeAsync(90_000);
  expect(await post()).toEqual({ kind: 'sent', messageId: '901' });
  expect(connections()).toBe(1);
  await vi.advanceTimersByTimeAsync(130_000);
  expect(await post()).toEqual({ kind: 'sent', messageId: '901' });
  expect(connections()).toBe(2);
});
