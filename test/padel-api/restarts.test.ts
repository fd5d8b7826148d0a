import { MockAgent } from 'undici';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createReadings } from '#src/live/readings.ts';
import { createScheduleSync } from '#src/live/schedule-sync.ts';
import { createPadelApi } from '#src/padel-api/client.ts';
import { createDirectory } from '#src/padel-api/directory.ts';
import { startDirectorySync } from '#src/padel-api/directory-sync.ts';
import { createNames } from '#src/padel-api/names.ts';
import { createRateLimit } from '#src/sandbox/padel-service/api/rate-limit.ts';
import { aLog } from '../lib/log.ts';
import { anObserver } from '../live/sources.ts';
import { aMatchOnWire, aPlayerOnWire, aTournamentOnWire } from './bodies.ts';
import { ORIGIN, pass } from './clocked-network.ts';
import { pageOnWire } from './service.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const ALLOWED = 60;

/** People who ask about somebody else each, as soon as a process has begun. */
const ASKING = 30;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'], now: MINUTE });
});

afterEach(() => {
  vi.useRealTimers();
});

/** A service that counts the requests of each minute, tells what is left, and refuses what is more. */
const aCountingNetwork = () => {
  const take = createRateLimit(ALLOWED, Date.now);
  let requests = 0;
  let refused = 0;
  const bodyOf = (path: string): unknown => {
    const id = Number(/\d+$/.exec(path)?.[0]);
    if (path.includes('/matches?')) return pageOnWire([aMatchOnWire({ id: 1 })], 1, 2);
    if (path.includes('/tournaments?')) return pageOnWire([aTournamentOnWire({ status: 'live' })]);
    return path.includes('/players?') ? pageOnWire([aPlayerOnWire(1)], 1, 9) : aPlayerOnWire(id);
  };
  const agent = new MockAgent();
  agent.disableNetConnect();
  agent
    .get(ORIGIN)
    .intercept({ path: () => true })
    .reply(({ path }) => {
      const { limit, remaining, isExceeded } = take('token');
      requests += 1;
      if (isExceeded) refused += 1;
      const headers = {
        'content-type': 'application/json',
        'x-ratelimit-limit': String(limit),
        'x-ratelimit-remaining': String(remaining),
      };
      const data = JSON.stringify(isExceeded ? { message: 'Too Many Attempts.' } : bodyOf(path));
      return { statusCode: isExceeded ? 429 : 200, data, responseOptions: { headers } };
    })
    .persist();
  const dispatcher = agent.compose((dispatch) => (options, handler) => {
    setTimeout(() => dispatch(options, handler), 100);
    return true;
  });
  return { dispatcher, requests: () => requests, refused: () => refused };
};

/** The bot as it begins: the token is checked; then the schedule, all names, and people who ask. */
const start = async (dispatcher: ReturnType<typeof aCountingNetwork>['dispatcher']) => {
  const log = aLog();
  const api = createPadelApi({
    baseUrl: `${ORIGIN}/api`,
    token: 'token',
    now: Date.now,
    random: () => 0,
    log,
    dispatcher,
  });
  const checked = api.tournaments({ perPage: 1 });
  await pass(SECOND);
  await checked;
  const kept = () => Promise.resolve();
  const names = createNames(createDirectory(), { save: kept, remove: kept });
  const sync = startDirectorySync({ api, names, log });
  const { observer } = anObserver();
  const ending = new AbortController();
  const schedule = createScheduleSync({ api, observer, readings: createReadings(), log });
  const asked = [
    schedule(ending.signal),
    ...Array.from({ length: ASKING }, (_, index) => api.player(100 + index)),
  ];
  const settled = Promise.allSettled(asked);
  return {
    stop: async () => {
      ending.abort();
      await api.close();
      const stopped = sync.stop();
      await pass(SECOND);
      await Promise.all([stopped, settled]);
    },
  };
};

it('three starts within a minute are refused nothing', async () => {
  const { dispatcher, requests, refused } = aCountingNetwork();
  for (let times = 0; times < 3; times += 1) {
    const bot = await start(dispatcher);
    await pass(15 * SECOND);
    await bot.stop();
  }
  expect(Date.now()).toBeLessThan(2 * MINUTE);
  expect(refused()).toBe(0);
  // Nearly all that the minute has is used, all the same.
  expect(requests()).toBeGreaterThan(50);
});
