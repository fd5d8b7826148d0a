import { once } from 'node:events';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { aClient, gathered, next, openRaw, subscribed, type Client } from './listener.ts';
import { startRealtime } from './server.ts';

let running: Awaited<ReturnType<typeof startRealtime>>;

beforeEach(async () => {
  running = await startRealtime();
  onTestFinished(() => running.stop());
});

const client = (key?: string): Client => aClient(running, key);

describe('a subscriber with pusher-js', () => {
  it('receives what the official SDK publishes on its channel, and nothing else', async () => {
    const channel = await subscribed(client(), 'matches.1');
    const received = gathered(channel, 'point');
    const last = next(channel, 'end');

    await running.publisher().trigger('matches.2', 'point', { score: 'elsewhere' });
    await running.publisher().trigger('matches.1', 'point', { score: '15:0' });
    await running.publisher().trigger(['matches.1', 'matches.2'], 'end', { score: '30:0' });

    expect(await last).toEqual({ score: '30:0' });
    expect(received).toEqual([{ score: '15:0' }]);
  });

  it('receives a batch in order', async () => {
    const channel = await subscribed(client(), 'matches.1');
    const received = gathered(channel, 'point');
    const last = next(channel, 'end');
    const point = (n: number) => ({ channel: 'matches.1', name: 'point', data: { n } });

    await running
      .publisher()
      .triggerBatch([point(1), point(2), point(3), { ...point(4), name: 'end' }]);

    expect(await last).toEqual({ n: 4 });
    expect(received).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });

  it('receives nothing more after it has unsubscribed', async () => {
    const listener = client();
    const left = gathered(await subscribed(listener, 'matches.1'), 'point');
    listener.unsubscribe('matches.1');
    const stayed = await subscribed(listener, 'matches.2');
    const last = next(stayed, 'point');

    await running.publisher().trigger(['matches.1', 'matches.2'], 'point', {});

    await last;
    expect(left).toEqual([]);
    expect(running.realtime.listeners('matches.1')).toBe(0);
  });

  it("does not receive an event whose publisher names the subscriber's socket", async () => {
    const own = client();
    const other = client();
    const ownReceived = gathered(await subscribed(own, 'matches.1'), 'point');
    const otherChannel = await subscribed(other, 'matches.1');
    const last = next(otherChannel, 'point');

    await running
      .publisher()
      .trigger('matches.1', 'point', {}, { socket_id: own.connection.socket_id });

    await last;
    expect(ownReceived).toEqual([]);
  });

  it('gets an error when the application key does not exist', async () => {
    const error = await next(client('wrong').connection, 'error');
    expect(error).toMatchObject({ error: { data: { code: 4001 } } });
  });

  it('is disconnected when the feed is unplugged, and can reconnect when it is plugged in', async () => {
    const listener = client();
    await subscribed(listener, 'matches.1');
    const lost = next(listener.connection, 'state_change');

    running.realtime.unplug();

    expect(await lost).toMatchObject({ previous: 'connected' });
    expect(running.realtime.connections).toBe(0);
    const refused = new WebSocket(`ws://127.0.0.1:${running.port}/app/sandbox?protocol=7`);
    const [error] = (await once(refused, 'error')) as unknown[];
    expect(String(error)).toContain('503');

    running.realtime.plug();
    await subscribed(client(), 'matches.1');
    expect(running.realtime.plugged).toBe(true);
  });

  it('receives nothing on a half-open connection, while others still do', async () => {
    const deaf = client();
    const deafReceived = gathered(await subscribed(deaf, 'matches.1'), 'point');

    running.realtime.halfOpen();

    const well = next(await subscribed(client(), 'matches.1'), 'point');
    await running.publisher().trigger('matches.1', 'point', {});
    await well;
    expect(deafReceived).toEqual([]);
    expect(deaf.connection.state).toBe('connected');
    expect([running.realtime.connections, running.realtime.listeners('matches.1')]).toEqual([2, 1]);
  });

  it.each([
    ['plain', [1, 2, 3, 4, 5, 6]],
    ['duplicated', [1, 2, 1, 3, 2, 4, 3, 5, 4, 6, 5]],
    ['disordered', [3, 2, 1, 6, 5, 4]],
  ] as const)('receives %s events in this order: %j', async (transit, order) => {
    const channel = await subscribed(client(), 'matches.1');
    const received = gathered(channel, 'point');
    running.realtime.travel(transit);
    for (const n of [1, 2, 3, 4, 5, 6]) {
      await running.publisher().trigger('matches.1', 'point', { n });
      await running.publisher().trigger('matches.2', 'point', { n });
    }
    await expect.poll(() => received).toEqual(order.map((n) => ({ n })));
  });
});

describe('the frames', () => {
  const greeted = async () => {
    const raw = openRaw(running.port, '/app/sandbox?protocol=7&client=test');
    return { raw, greeting: await raw.frame() };
  };

  it('start with a greeting that has a socket id, its data as text', async () => {
    const { greeting } = await greeted();
    expect(greeting.event).toBe('pusher:connection_established');
    expect(JSON.parse(String(greeting.data))).toEqual({
      socket_id: expect.stringMatching(/^\d+\.\d+$/) as string,
      activity_timeout: 120,
    });
  });

  it('answer a ping with a pong', async () => {
    const { raw } = await greeted();
    raw.socket.send('{"event":"pusher:ping","data":{}}');
    expect(await raw.frame()).toEqual({ event: 'pusher:pong', data: '{}' });
  });

  it('may carry the data of a subscription as text', async () => {
    const { raw } = await greeted();
    raw.socket.send('{"event":"pusher:subscribe","data":"{\\"channel\\":\\"matches.1\\"}"}');
    expect(await raw.frame()).toMatchObject({
      event: 'pusher_internal:subscription_succeeded',
      channel: 'matches.1',
    });
  });

  it.each([
    ['text that is not JSON', 'hello', 'not a JSON object'],
    ['a frame without an event', '{"data":{}}', 'not a JSON object'],
    ['an unknown event', '{"event":"client-shout"}', 'Unknown event: client-shout'],
    [
      'a subscription without a channel',
      '{"event":"pusher:subscribe","data":{}}',
      'names no channel',
    ],
    [
      'a channel with spaces',
      '{"event":"pusher:subscribe","data":{"channel":"a b"}}',
      'Invalid channel name',
    ],
  ])('report %s as an error and keep the connection', async (_reason, sent, message) => {
    const { raw } = await greeted();
    raw.socket.send(sent);
    const frame = await raw.frame();
    expect(frame.event).toBe('pusher:error');
    expect(frame.data).toMatchObject({ message: expect.stringContaining(message) as string });
    raw.socket.send('{"event":"pusher:ping"}');
    expect((await raw.frame()).event).toBe('pusher:pong');
  });

  it.each(['private-x', 'presence-x'])(
    'reject a subscription to %s, which needs authorization',
    async (channel) => {
      const { raw } = await greeted();
      raw.socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel } }));
      expect(await raw.frame()).toMatchObject({
        event: 'pusher:subscription_error',
        channel,
        data: { type: 'AuthError', status: 401 },
      });
    },
  );

  it.each([
    ['an unknown key', '/app/nobody?protocol=7', 4001],
    ['no protocol version', '/app/sandbox', 4008],
    ['a version that is not a number', '/app/sandbox?protocol=x', 4006],
    ['a version that does not exist yet', '/app/sandbox?protocol=99', 4007],
  ])('reject %s and close the connection', async (_reason, path, code) => {
    const raw = openRaw(running.port, path);
    const closed = raw.closeCode();
    const frame = await raw.frame();
    expect(frame.event).toBe('pusher:error');
    expect(frame.data).toMatchObject({ code });
    expect(await closed).toBe(code);
  });
});

describe('a silent connection', () => {
  const silent = async () => {
    const impatient = await startRealtime(Date.now, { activityTimeout: 0.02, pongTimeout: 0.1 });
    onTestFinished(() => impatient.stop());
    const raw = openRaw(impatient.port, '/app/sandbox?protocol=7');
    const closed = raw.closeCode();
    await raw.frame();
    expect(await raw.frame()).toEqual({ event: 'pusher:ping', data: '{}' });
    return { raw, closed };
  };

  it('is pinged, and a pong keeps it open until the next silence', async () => {
    const { raw } = await silent();
    raw.socket.send('{"event":"pusher:pong","data":{}}');
    expect((await raw.frame()).event).toBe('pusher:ping');
  });

  it('is closed with 4201 when no pong comes', async () => {
    const { raw, closed } = await silent();
    expect(await raw.frame()).toMatchObject({ event: 'pusher:error', data: { code: 4201 } });
    expect(await closed).toBe(4201);
  });
});
