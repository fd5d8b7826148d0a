import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { openSubscriptions } from '#src/live/subscriptions.ts';
import { aFastClock } from '../lib/fast-clock.ts';
import { aLog } from '../lib/log.ts';
import { aClock } from './clock.ts';

const EVENT = 'updated';
const POLLING = { interval: 20 };

const aFrame = (event: string, data: unknown, channel?: string): string =>
  JSON.stringify({ event, channel, data: JSON.stringify(data) });

const greeting = (data: object = {}): string =>
  aFrame('pusher:connection_established', {
    socket_id: '1.1',
    activity_timeout: 120,
    ...data,
  });

/** A realtime server; the test handles its nth connection, from 0. */
const aServer = async (onConnection: (socket: WebSocket, nth: number) => void) => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  const sockets: WebSocket[] = [];
  const received: string[] = [];
  server.on('connection', (socket) => {
    socket.on('error', () => undefined);
    // Clients send text.
    socket.on('message', (data: Buffer) => received.push(data.toString('utf8')));
    sockets.push(socket);
    onConnection(socket, sockets.length - 1);
  });
  // `address()` of a listening TCP server is an object.
  const { port } = server.address() as AddressInfo;
  return { port, sockets, received };
};

/** Subscribes to match 1 there. */
const aListener = (port: number) => {
  const log = aLog();
  const frames: unknown[] = [];
  const subscriptions = openSubscriptions({
    appKey: 'key',
    cluster: 'eu',
    event: EVENT,
    server: { host: '127.0.0.1', port, tls: false },
    onFrame: (_matchId, payload) => {
      frames.push(payload);
    },
    onSubscribed: () => undefined,
    onLost: () => undefined,
    monotonic: () => performance.now(),
    random: () => 0.5,
    log,
  });
  onTestFinished(subscriptions.stop);
  subscriptions.listenTo(new Map([[1, 'matches.1']]));
  return { subscriptions, frames, log };
};

describe('a realtime server that does not keep its connections', () => {
  it.each<[string, (socket: WebSocket) => void]>([
    [
      'greets and asks for an immediate reconnect',
      (socket) => {
        socket.send(greeting());
        socket.close(4200, 'reconnect immediately');
      },
    ],
    [
      'asks for an immediate reconnect without a greeting',
      (socket) => {
        socket.send(aFrame('pusher:error', { code: 4200, message: 'reconnect immediately' }));
        socket.close(4200);
      },
    ],
    [
      'greets and cuts the connection',
      (socket) => {
        socket.send(greeting(), () => {
          socket.terminate();
        });
      },
    ],
    [
      'sends an unknown greeting',
      (socket) => {
        socket.send(aFrame('hello', {}));
      },
    ],
  ])('and %s is retried with a growing delay, with one warning', async (_how, act) => {
    const advance = aClock();
    const { port, sockets } = await aServer(act);
    const { log } = aListener(port);
    await advance(40_000);
    expect(sockets.length).toBeGreaterThan(2);
    expect(sockets.length).toBeLessThan(9);
    expect(log.lines.filter((line) => line.startsWith('warn'))).toHaveLength(1);
    expect(log.lines.length).toBeLessThan(4);
  });

  it('delivers frames once it keeps a connection', async () => {
    const advance = aClock();
    const { port, sockets } = await aServer((socket, nth) => {
      socket.send(nth < 3 ? aFrame('hello', {}) : greeting());
    });
    const { subscriptions, frames } = aListener(port);
    await advance(20_000);
    expect(subscriptions.isConnected()).toBe(true);
    expect(sockets).toHaveLength(4);
    sockets.at(-1)?.send(aFrame(EVENT, { id: 1 }, 'matches.1'));
    await expect.poll(() => frames, POLLING).toEqual([{ id: 1 }]);
  });

  it('is pinged at most every five seconds, whatever interval it asks for', async () => {
    const advance = aClock();
    const { port, received } = await aServer((socket) => {
      socket.send(greeting({ activity_timeout: 0.001 }));
      socket.on('message', () => {
        socket.send(aFrame('pusher:pong', {}));
      });
    });
    aListener(port);
    await advance(20_000);
    const pings = received.filter((text) => text.includes('pusher:ping'));
    expect(pings.length).toBeGreaterThan(1);
    expect(pings.length).toBeLessThan(6);
  });
});

describe('an invalid frame', () => {
  it.each<[string, string]>([
    ['has no event', '{"data":{}}'],
    ['has a number as its event', '{"event":5,"data":{}}'],
    ['has an object as its channel', '{"event":"x","channel":{}}'],
    ['has a property of every object as its channel', '{"event":"x","channel":"constructor"}'],
    [
      'is a subscription count without data',
      '{"event":"pusher_internal:subscription_count","channel":"matches.1"}',
    ],
    [
      'is a watchlist event without data',
      '{"event":"pusher_internal:watchlist_events","data":null}',
    ],
    ['is not JSON', '{'],
    ['is null', 'null'],
    ['is a list', '[]'],
    ['is empty', ''],
  ])('that %s is skipped, and the next one is read', async (_why, odd) => {
    const { port, sockets } = await aServer((socket) => {
      socket.send(greeting());
      for (let nth = 0; nth < 100; nth += 1) socket.send(odd);
      socket.send(aFrame(EVENT, { id: 1 }, 'matches.1'));
    });
    const { frames, log } = aListener(port);
    await expect.poll(() => frames, POLLING).toEqual([{ id: 1 }]);
    expect(sockets).toHaveLength(1);
    expect(log.lines.length).toBeLessThan(4);
  });

  it('that is too long ends the connection, and the next connection is read', async () => {
    aFastClock();
    const { port, sockets } = await aServer((socket, nth) => {
      socket.send(greeting());
      const note = 'x'.repeat(nth === 0 ? 300_000 : 100_000);
      socket.send(aFrame(EVENT, { nth, note }, 'matches.1'));
    });
    const { frames } = aListener(port);
    await expect.poll(() => frames, POLLING).toHaveLength(1);
    expect(frames).toMatchObject([{ nth: 1 }]);
    expect(sockets).toHaveLength(2);
  });
});
