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

describe('listening with pusher-js', () => {
  it('hears what the official SDK publishes on its channel, and only that', async () => {
    const channel = await subscribed(client(), 'matches.1');
    const heard = gathered(channel, 'point');
    const last = next(channel, 'end');

    await running.publisher().trigger('matches.2', 'point', { score: 'elsewhere' });
    await running.publisher().trigger('matches.1', 'point', { score: '15:0' });
    await running.publisher().trigger(['matches.1', 'matches.2'], 'end', { score: '30:0' });

    expect(await last).toEqual({ score: '30:0' });
    expect(heard).toEqual([{ score: '15:0' }]);
  });

  it('hears a batch in its order', async () => {
    const channel = await subscribed(client(), 'matches.1');
    const heard = gathered(channel, 'point');
    const last = next(channel, 'end');
    const point = (n: number) => ({ channel: 'matches.1', name: 'point', data: { n } });

    await running
      .publisher()
      .triggerBatch([point(1), point(2), point(3), { ...point(4), name: 'end' }]);

    expect(await last).toEqual({ n: 4 });
    expect(heard).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });

  it('hears nothing more after it has left the channel', async () => {
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

  it('does not hear its own publication when the publisher names its socket', async () => {
    const own = client();
    const other = client();
    const ownHeard = gathered(await subscribed(own, 'matches.1'), 'point');
    const otherChannel = await subscribed(other, 'matches.1');
    const last = next(otherChannel, 'point');

    await running
      .publisher()
      .trigger('matches.1', 'point', {}, { socket_id: own.connection.socket_id });

    await last;
    expect(ownHeard).toEqual([]);
  });

  it('is told that a wrong application key does not exist', async () => {
    const error = await next(client('wrong').connection, 'error');
    expect(error).toMatchObject({ error: { data: { code: 4001 } } });
  });

  it('loses its connection when the feed is unplugged and gets back in when it is plugged', async () => {
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

  it('hears nothing any more when its connection is left half-open, others do', async () => {
    const deaf = client();
    const unheard = gathered(await subscribed(deaf, 'matches.1'), 'point');

    running.realtime.halfOpen();

    const well = next(await subscribed(client(), 'matches.1'), 'point');
    await running.publisher().trigger('matches.1', 'point', {});
    await well;
    expect(unheard).toEqual([]);
    expect(deaf.connection.state).toBe('connected');
    expect([running.realtime.connections, running.realtime.listeners('matches.1')]).toEqual([2, 1]);
  });

  it.each([
    ['plain', [1, 2, 3, 4, 5, 6]],
    ['duplicated', [1, 2, 1, 3, 2, 4, 3, 5, 4, 6, 5]],
    ['disordered', [3, 2, 1, 6, 5, 4]],
  ] as const)('hears what travels %s in this order: %j', async (transit, order) => {
    const channel = await subscribed(client(), 'matches.1');
    const heard = gathered(channel, 'point');
    running.realtime.travel(transit);
    for (const n of [1, 2, 3, 4, 5, 6]) {
      await running.publisher().trigger('matches.1', 'point', { n });
      await running.publisher().trigger('matches.2', 'point', { n });
    }
    await expect.poll(() => heard).toEqual(order.map((n) => ({ n })));
  });
});

describe('the frames', () => {
  const greeted = async () => {
    const raw = openRaw(running.port, '/app/sandbox?protocol=7&client=test');
    return { raw, greeting: await raw.frame() };
  };

  it('greet with a socket id, their data as text', async () => {
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

  it('take the data of a subscription as text too', async () => {
    const { raw } = await greeted();
    raw.socket.send('{"event":"pusher:subscribe","data":"{\\"channel\\":\\"matches.1\\"}"}');
    expect(await raw.frame()).toMatchObject({
      event: 'pusher_internal:subscription_succeeded',
      channel: 'matches.1',
    });
  });

  it.each([
    ['no JSON', 'hello', 'not a JSON object'],
    ['no event', '{"data":{}}', 'not a JSON object'],
    ['an unknown event', '{"event":"client-shout"}', 'Unknown event: client-shout'],
    ['no channel', '{"event":"pusher:subscribe","data":{}}', 'names no channel'],
    [
      'a channel with spaces',
      '{"event":"pusher:subscribe","data":{"channel":"a b"}}',
      'Invalid channel name',
    ],
  ])('report %s and keep the connection', async (_reason, sent, message) => {
    const { raw } = await greeted();
    raw.socket.send(sent);
    const frame = await raw.frame();
    expect(frame.event).toBe('pusher:error');
    expect(frame.data).toMatchObject({ message: expect.stringContaining(message) as string });
    raw.socket.send('{"event":"pusher:ping"}');
    expect((await raw.frame()).event).toBe('pusher:pong');
  });

  it.each(['private-x', 'presence-x'])(
    'refuse a subscription to %s, which takes authorization',
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
    ['a version that is no number', '/app/sandbox?protocol=x', 4006],
    ['a version of the future', '/app/sandbox?protocol=99', 4007],
  ])('refuse %s and close', async (_reason, path, code) => {
    const raw = openRaw(running.port, path);
    const closed = raw.closeCode();
    const frame = await raw.frame();
    expect(frame.event).toBe('pusher:error');
    expect(frame.data).toMatchObject({ code });
    expect(await closed).toBe(code);
  });
});

describe('silence', () => {
  const silent = async () => {
    const impatient = await startRealtime(Date.now, { activityTimeout: 0.02, pongTimeout: 0.1 });
    onTestFinished(() => impatient.stop());
    const raw = openRaw(impatient.port, '/app/sandbox?protocol=7');
    const closed = raw.closeCode();
    await raw.frame();
    expect(await raw.frame()).toEqual({ event: 'pusher:ping', data: '{}' });
    return { raw, closed };
  };

  it('is pinged, and a pong keeps the connection until the next silence', async () => {
    const { raw } = await silent();
    raw.socket.send('{"event":"pusher:pong","data":{}}');
    expect((await raw.frame()).event).toBe('pusher:ping');
  });

  it('ends the connection with 4201 when no pong comes', async () => {
    const { raw, closed } = await silent();
    expect(await raw.frame()).toMatchObject({ event: 'pusher:error', data: { code: 4201 } });
    expect(await closed).toBe(4201);
  });
});
