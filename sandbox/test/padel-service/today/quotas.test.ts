import { afterEach, describe, expect, it } from 'vitest';
import {
  startPadelService,
  type PadelService,
  type PadelServiceOptions,
} from '#sandbox/padel-service/index.ts';

const FRIDAY = Date.parse('2026-11-27T12:00:00Z');
const HOUR_SECONDS = 3600;

let service: PadelService | null = null;
afterEach(async () => {
  await service?.stop();
  service = null;
});

/** A service with the `today` profile, its real clock, and functions that send requests to it. */
const start = async (options: Partial<PadelServiceOptions> = {}) => {
  const clock = { now: FRIDAY };
  const running = await startPadelService({
    ...{ port: 0, speed: 0, profile: 'today', day: '2026-11-27', now: () => clock.now },
    ...options,
  });
  service = running;
  const ask = async (token = 'sandbox-pro') => {
    const answer = await running.inject({
      url: '/api/players/1',
      headers: { authorization: `Bearer ${token}` },
    });
    const { 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': left } = answer.headers;
    return { status: answer.statusCode, body: answer.json<unknown>(), limit, left };
  };
  const askAll = async (count: number) =>
    (await Promise.all(Array.from({ length: count }, () => ask()))).map(({ status }) => status);
  return { running, clock, ask, askAll };
};

const times = (count: number, status: number) => Array.from({ length: count }, () => status);

describe('the quotas of the `today` profile', () => {
  it('are those of the plan, and the headers show only its limit per minute', async () => {
    const { ask, running } = await start();
    const limits = await Promise.all(
      ['sandbox-free', 'sandbox-pro', 'sandbox-business'].map(
        async (token) => (await ask(token)).limit,
      ),
    );
    expect(limits.map(Number)).toEqual([10, 60, 500]);
    expect(running.quotasUsed('sandbox-pro')).toEqual({ minute: 1, day: 1, month: 1 });
  });

  it('count minutes on the real clock, days and months on the clock of the service', async () => {
    const { ask, askAll, clock, running } = await start({
      quotas: { minute: 4, day: 7, month: 10 },
    });
    expect(await askAll(5)).toEqual([...times(4, 200), 429]);
    clock.now += 60_000;
    expect(await askAll(4)).toEqual([...times(3, 200), 429]);
    const spent = await ask();
    expect(spent).toMatchObject({ status: 429, body: { message: 'Too Many Attempts.' } });
    // No header says that the day is used up: the minute has one request left.
    expect([spent.limit, spent.left].map(Number)).toEqual([4, 1]);

    clock.now += 60_000;
    expect(await askAll(1)).toEqual([429]);
    await running.steer({ advance: 24 * HOUR_SECONDS });
    expect(await askAll(4)).toEqual([...times(3, 200), 429]);
    expect(running.quotasUsed('sandbox-pro')).toMatchObject({ day: 3, month: 10 });

    // The clock starts on Friday, 27 November: on Sunday the month is still used up, then it ends.
    clock.now += 60_000;
    await running.steer({ advance: 24 * HOUR_SECONDS });
    expect(await askAll(1)).toEqual([429]);
    await running.steer({ advance: 2 * 24 * HOUR_SECONDS });
    expect(await askAll(1)).toEqual([200]);
  });

  it('start again when the speed carries the clock into the next day', async () => {
    const { askAll, clock } = await start({ speed: 1000, quotas: { day: 2 } });
    expect(await askAll(3)).toEqual([200, 200, 429]);
    clock.now += 90_000;
    expect(await askAll(2)).toEqual([200, 200]);
  });

  it('do not apply to the `specification` profile', async () => {
    const { ask, running } = await start({ quotas: { day: 1 } });
    await ask();
    expect((await ask()).status).toBe(429);
    await running.steer({ profile: 'specification' });
    expect(await ask()).toMatchObject({ status: 200 });
  });
});
