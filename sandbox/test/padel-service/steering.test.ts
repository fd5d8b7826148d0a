import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PadelService } from '#sandbox/padel-service/index.ts';
import type { Timers } from '#sandbox/padel-service/timers.ts';
import { aClient, next, subscribed } from '../realtime/listener.ts';
import { aService, PRO, startStill } from './service.ts';

describe('steering', () => {
  let service: PadelService;
  beforeAll(async () => {
    service = await startStill();
  });
  afterAll(() => service.stop());

  it('shows and changes the world over HTTP', async () => {
    const shown = await fetch(`${service.url}/sandbox/world`);
    expect(await shown.json()).toEqual(service.getWorld());
    expect(service.getWorld()).toMatchObject({ speed: 0, feed: 'connected', api: 'ok' });
    expect(service.getWorld().liveMatches).toBeGreaterThanOrEqual(2);

    const before = Date.parse(service.getWorld().now);
    const changed = await fetch(`${service.url}/sandbox/world`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advance: 60, feed: 'unplugged' }),
    });
    expect(await changed.json()).toEqual(service.getWorld());
    expect(Date.parse(service.getWorld().now)).toBe(before + 60_000);
    expect(service.getWorld().feed).toBe('unplugged');
    await service.steer({ feed: 'connected' });
  });

  it.each([
    ['an unknown setting', { sped: 2 }, /sped/],
    ['a negative speed', { speed: -1 }, /speed/],
    ['a speed that is not a number', { speed: 'fast' }, /speed/],
    ['an unknown behaviour', { api: 'lazy' }, /api/],
    ['a body that is not an object', [], /object/],
  ])('rejects %s with a sentence that says why', async (_reason, body, sentence) => {
    const answer = await service.inject({ method: 'POST', url: '/sandbox/world', payload: body });
    expect(answer.statusCode).toBe(400);
    expect(answer.json<{ message: string }>().message).toMatch(sentence);
  });

  it('disconnects the clients of an unplugged feed, and accepts them again afterwards', async () => {
    const client = aClient(service);
    await subscribed(client, 'matches.1');
    const lost = next(client.connection, 'state_change');
    await service.steer({ feed: 'unplugged', advance: 600 });
    expect(await lost).toMatchObject({ previous: 'connected' });
    await service.steer({ feed: 'connected' });
    await subscribed(aClient(service), 'matches.1');
  });

  it.each(['half-open', 'duplicated', 'disordered'] as const)(
    'accepts new subscribers while the feed is %s',
    async (feed) => {
      expect((await service.steer({ feed })).feed).toBe(feed);
      await subscribed(aClient(service), 'matches.1');
      expect((await service.steer({ feed: 'connected' })).feed).toBe('connected');
    },
  );

  it('makes the API fail, be busy, hang up, and recover', async () => {
    const ask = () => fetch(`${service.apiUrl}/players`, { headers: PRO });
    await service.steer({ api: 'errors' });
    const failed = await ask();
    expect(failed.status).toBe(500);
    expect(await failed.json()).toMatchObject({ message: 'Server Error' });
    expect(failed.headers.get('x-ratelimit-limit')).toBe('100000');
    await service.steer({ api: 'busy' });
    const busy = await ask();
    expect([busy.status, busy.headers.get('x-ratelimit-remaining')]).toEqual([429, '0']);
    await service.steer({ api: 'down' });
    await expect(ask()).rejects.toThrow();
    await service.steer({ api: 'ok' });
    expect((await ask()).status).toBe(200);
  });

  it('delays the responses of a slow API by ten seconds', async () => {
    const held: { milliseconds: number; act: () => void }[] = [];
    let onHeld = (): void => undefined;
    const isHeld = new Promise<void>((resolve) => {
      onHeld = resolve;
    });
    const timers: Timers = {
      after(milliseconds, act) {
        held.push({ milliseconds, act });
        onHeld();
        return () => undefined;
      },
    };
    const slow = await aService({ timers });
    await slow.steer({ api: 'slow' });
    const answer = fetch(`${slow.apiUrl}/players`, { headers: PRO });
    await isHeld;
    expect(held[0]?.milliseconds).toBe(10_000);
    held[0]?.act();
    expect((await answer).status).toBe(200);
  });

  it('sends the time of the world in the Date header', async () => {
    await service.steer({ advance: 3600 });
    const answer = await fetch(`${service.apiUrl}/players`, { headers: PRO });
    const world = Date.parse(service.getWorld().now);
    expect(Date.parse(answer.headers.get('date') ?? '')).toBe(Math.floor(world / 1000) * 1000);
  });
});
