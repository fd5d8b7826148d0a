import { expect, it, onTestFinished } from 'vitest';
import { SECOND, MINUTE } from '#src/lib/time.ts';
import { createReadOrder } from '#src/live/read-order.ts';
import { createScheduleSync } from '#src/live/schedule-sync.ts';
import { openSpending } from '#src/app/spending.ts';
import { createDirectory } from '#src/padel-api/names/directory.ts';
import { startDirectorySync } from '#src/padel-api/names/directory-sync.ts';
import type { Spending } from '#src/padel-api/quota/request-counts.ts';
import { createRateLimit } from '#sandbox/padel-service/api/rate-limit.ts';
import { openStore } from '#src/store/connection/database.ts';
import { aLog } from '../lib/log.ts';
import { anObserver } from '../live/sources.ts';
import { aMatchOnWire, aPlayerOnWire, aTournamentOnWire } from './bodies.ts';
import { aClockedNetwork, pass, useFakeClock } from './clocked-network.ts';
import { pageOnWire } from './service.ts';
import { unstoredNames } from './names.ts';

const ALLOWED = 60;

/** People who each request another player as soon as a process has started. */
const PEOPLE = 30;

useFakeClock();

/**
 * A service that counts the requests of each minute, reports what is left, and refuses the others. With
 * `lies` it reports that all are left, and refuses nothing.
 */
const aCountingNetwork = (words: 'lies' | 'true' = 'true') => {
  const take = createRateLimit(ALLOWED, Date.now);
  const bodyOf = (path: string): unknown => {
    const id = Number(/\d+$/.exec(path)?.[0]);
    if (path.includes('/matches?')) return pageOnWire([aMatchOnWire({ id: 1 })], 1, 2);
    if (path.includes('/tournaments?')) return pageOnWire([aTournamentOnWire({ status: 'live' })]);
    return path.includes('/players?') ? pageOnWire([aPlayerOnWire(1)], 1, 9) : aPlayerOnWire(id);
  };
  return aClockedNetwork(bodyOf, {
    take: () => {
      const { limit, ...counted } = take('token');
      return words === 'lies'
        ? { limit, remaining: limit, isExceeded: false }
        : { limit, ...counted };
    },
  });
};

/** The bot at its start: the schedule, all names, and people's requests. */
const start = ({ client }: ReturnType<typeof aCountingNetwork>, spending: Spending) => {
  const log = aLog();
  const api = client({ spending });
  const names = unstoredNames(createDirectory());
  const sync = startDirectorySync({ api, names, log });
  const { observer } = anObserver();
  const ending = new AbortController();
  const schedule = createScheduleSync({ api, observer, order: createReadOrder(), log });
  const calls = [
    schedule.sync(ending.signal),
    ...Array.from({ length: PEOPLE }, (_, index) => api.player(100 + index)),
  ];
  const settled = Promise.allSettled(calls);
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

/** A bot that restarts again and again on one database. */
const startAgain = async (
  network: ReturnType<typeof aCountingNetwork>,
  { times, every }: { readonly times: number; readonly every: number },
): Promise<void> => {
  const databaseUrl = 'file::memory:';
  const log = aLog();
  const { db, close } = await openStore(databaseUrl, log);
  onTestFinished(close);
  const clocks = { now: Date.now, monotonic: () => performance.now() };
  for (let time = 0; time < times; time += 1) {
    const spending = await openSpending({ databaseUrl, token: 'token', db, ...clocks, log });
    const bot = start(network, spending);
    await pass(every);
    await bot.stop();
  }
  expect(log.lines).toEqual([]);
};

it('three starts within a minute get no 429', async () => {
  const network = aCountingNetwork();
  await startAgain(network, { times: 3, every: 15 * SECOND });
  expect(Date.now()).toBeLessThan(2 * MINUTE);
  expect(network.refused()).toBe(0);
  // Still, nearly the whole minute is used.
  expect(network.requests()).toBeGreaterThan(45);
});

it('many starts send at most sixty requests a minute, even if the service reports all left', async () => {
  const network = aCountingNetwork('lies');
  await startAgain(network, { times: 8, every: 8 * SECOND });
  expect(network.busiest()).toBeLessThanOrEqual(60);
  expect(network.requests()).toBeGreaterThan(50);
});
