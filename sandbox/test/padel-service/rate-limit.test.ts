import { afterEach, describe, expect, it } from 'vitest';
import type { PadelService } from '#sandbox/padel-service/index.ts';
import { FREE, PRO, startStill } from './service.ts';

describe('the rate limit', () => {
  let limited: PadelService | null = null;
  afterEach(() => limited?.stop());

  it('counts per token and minute of the real clock, and reports it on every response', async () => {
    let now = Date.parse('2026-11-21T12:00:30Z');
    const running = await startStill({ rateLimit: 2, now: () => now });
    limited = running;
    const ask = async (url: string, headers: Record<string, string> = PRO) => {
      const answer = await running.inject({ url, headers });
      const left = answer.headers['x-ratelimit-remaining'];
      expect(Number(answer.headers['x-ratelimit-limit'])).toBe(2);
      return [answer.statusCode, Number(left)];
    };
    expect(await ask('/api/players')).toEqual([200, 1]);
    expect(await ask('/api/players/99999')).toEqual([404, 0]);
    expect(await ask('/api/players')).toEqual([429, 0]);
    expect(await ask('/api/players', FREE)).toEqual([200, 1]);
    now = Date.parse('2026-11-21T12:01:00Z');
    expect(await ask('/api/players')).toEqual([200, 1]);
  });

  it('reports the remaining requests on errors and unknown paths, with or without a token', async () => {
    const running = await startStill({ rateLimit: 5 });
    limited = running;
    const left = async (url: string, headers: Record<string, string>) => {
      const answer = await running.inject({ url, headers });
      return [answer.statusCode, Number(answer.headers['x-ratelimit-remaining'])];
    };
    expect(await left('/api/players', {})).toEqual([401, 4]);
    expect(await left('/api/nothing', {})).toEqual([401, 3]);
    expect(await left('/api/nothing', PRO)).toEqual([404, 4]);
    expect(await left('/api/players?page=x', PRO)).toEqual([422, 3]);
    expect(await left('/api/live', FREE)).toEqual([402, 4]);
    await running.steer({ api: 'errors' });
    expect(await left('/api/players', PRO)).toEqual([500, 2]);
    await running.steer({ api: 'busy' });
    expect(await left('/api/players', PRO)).toEqual([429, 0]);
  });

  it('responds with only a message when it is exceeded', async () => {
    limited = await startStill({ rateLimit: 1 });
    await limited.inject({ url: '/api/players', headers: PRO });
    const answer = await limited.inject({ url: '/api/players', headers: PRO });
    expect(answer.json()).toEqual({ message: 'Too Many Attempts.' });
  });
});
