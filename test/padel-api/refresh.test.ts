import { MockAgent } from 'undici';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPadelApi } from '#src/padel-api/client.ts';
import { pagesOf } from '#src/padel-api/pages.ts';
import { aLog } from '../lib/log.ts';
import { aLiveOnWire, aMatchOnWire } from './bodies.ts';
import { pageOnWire } from './service.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const MATCHES = 200;
const ORIGIN = 'http://padel.example';

const numberIn = (path: string, name: string): number =>
  Number(new RegExp(`[?&]${name}=(\\d+)`).exec(path)?.[1]);

const aLiveMatch = (id: number) => aMatchOnWire({ id, status: 'live' });

/** Four pages of matches, each of which is in play. */
const bodyOf = (path: string): unknown => {
  if (path.startsWith('/api/live')) return pageOnWire([aLiveOnWire()]);
  const id = /matches\/(\d+)$/.exec(path)?.[1];
  if (id !== undefined) return aLiveMatch(Number(id));
  const first = (numberIn(path, 'page') - 1) * 50 + 1;
  const ids = Array.from({ length: 50 }, (_, index) => first + index);
  return pageOnWire(ids.map(aLiveMatch), numberIn(path, 'page'), MATCHES / 50);
};

/** A network on the clock of the test, which answers within a tenth of a second. */
const aNetwork = () => {
  const minutes: number[] = [];
  const agent = new MockAgent();
  agent.disableNetConnect();
  agent
    .get(ORIGIN)
    .intercept({ path: () => true, method: 'GET' })
    .reply(({ path }) => {
      const minute = Math.floor(Date.now() / MINUTE);
      minutes[minute] = (minutes[minute] ?? 0) + 1;
      return {
        statusCode: 200,
        data: JSON.stringify(bodyOf(path)),
        responseOptions: { headers: { 'content-type': 'application/json' } },
      };
    })
    .persist();
  const dispatcher = agent.compose((dispatch) => (options, handler) => {
    setTimeout(() => dispatch(options, handler), 100);
    return true;
  });
  return { dispatcher, busiest: () => Math.max(...minutes.filter((count) => count > 0)) };
};

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Lets time pass in steps that are short enough for an answer to follow its request. */
const pass = async (milliseconds: number, each: (second: number) => void): Promise<void> => {
  for (let second = 0; second < milliseconds / SECOND; second += 1) {
    each(second);
    for (let part = 0; part < 4; part += 1) {
      await vi.advanceTimersByTimeAsync(SECOND / 4);
      await turn();
      await turn();
    }
  }
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'], now: MINUTE });
});

afterEach(() => {
  vi.useRealTimers();
});

it('an hour of stale answers delays neither the schedule nor the live matches, nor who is served', async () => {
  const { dispatcher, busiest } = aNetwork();
  const api = createPadelApi({
    baseUrl: `${ORIGIN}/api`,
    token: 'token',
    now: Date.now,
    random: () => 0,
    log: aLog(),
    dispatcher,
  });
  const waited = { schedule: [] as number[], live: [] as number[], person: [] as number[] };
  const timed = async (who: keyof typeof waited, work: () => Promise<unknown>): Promise<void> => {
    const began = Date.now();
    await work();
    waited[who].push(Date.now() - began);
  };
  const schedule = async (): Promise<void> => {
    const pages = pagesOf((paging) => api.matches(paging, { lane: 'background' }));
    for await (const page of pages) expect(page).toHaveLength(50);
  };
  // Everything is known before the first member asks.
  const known = schedule();
  await pass(5 * SECOND, () => undefined);
  await known;

  const asked: Promise<void>[] = [];
  await pass(60 * MINUTE, (second) => {
    if (second % 60 === 0) asked.push(timed('schedule', schedule));
    if (second % 10 === 0) asked.push(timed('live', () => api.live({}, { lane: 'live' })));
    // Each of these is older than ten seconds most of the time.
    for (let person = 0; person < 3; person += 1) {
      const id = ((second * 3 + person) % MATCHES) + 1;
      asked.push(timed('person', () => api.match(id)));
    }
  });
  await Promise.all(asked);
  await api.close();

  expect(waited.schedule).toHaveLength(60);
  expect(Math.max(...waited.schedule)).toBeLessThan(10 * SECOND);
  expect(waited.live).toHaveLength(360);
  expect(Math.max(...waited.live)).toBeLessThan(2 * SECOND);
  expect(waited.person).toHaveLength(3 * 3_600);
  expect(Math.max(...waited.person)).toBe(0);
  expect(busiest()).toBeLessThanOrEqual(60);
});
