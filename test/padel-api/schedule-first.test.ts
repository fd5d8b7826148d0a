import { expect, it } from 'vitest';
import { SECOND, MINUTE } from '#src/lib/time.ts';
import type { PadelApi } from '#src/padel-api/client.ts';
import { createDirectory } from '#src/padel-api/names/directory.ts';
import { startDirectorySync } from '#src/padel-api/names/directory-sync.ts';
import { pagesOf } from '#src/padel-api/request/pages.ts';
import { aLog } from '../lib/log.ts';
import { aLiveOnWire, aMatchOnWire, aPlayerOnWire, aTournamentOnWire } from './bodies.ts';
import { aClockedNetwork, pass, useFakeClock } from './clocked-network.ts';
import { pageOnWire } from './service.ts';
import { unstoredNames } from './names.ts';

const PER_PAGE = 50;

/** Sizes of the world; the schedule is four pages of matches, all of them in play. */
const SIZES = { players: 10_000, tournaments: 250, matches: 30_000, scheduled: 200 } as const;

const aLiveMatch = (id: number) => aMatchOnWire({ id, status: 'live' });

const LISTS: readonly (readonly [pattern: RegExp, size: number, itemOf: (id: number) => object])[] =
  [
    [/^\/api\/players\?/, SIZES.players, aPlayerOnWire],
    [/^\/api\/tournaments\?/, SIZES.tournaments, (id) => aTournamentOnWire({ id })],
    [/^\/api\/matches\?after_date/, SIZES.matches, aLiveMatch],
    [/^\/api\/matches\?/, SIZES.scheduled, aLiveMatch],
  ];

const bodyOf = (path: string): unknown => {
  const list = LISTS.find(([pattern]) => pattern.test(path));
  if (list === undefined) {
    const id = /matches\/(\d+)$/.exec(path)?.[1];
    return id === undefined ? pageOnWire([aLiveOnWire()]) : aLiveMatch(Number(id));
  }
  const [, size, itemOf] = list;
  const page = Number(/[?&]page=(\d+)/.exec(path)?.[1] ?? 1);
  const ids = Array.from({ length: PER_PAGE }, (_, index) => (page - 1) * PER_PAGE + index + 1);
  return pageOnWire(
    ids.map((id) => itemOf(id)),
    page,
    size / PER_PAGE,
  );
};

/** A client on the clock of the test, with the bot's periodic requests. */
const aStage = () => {
  const { client, busiest } = aClockedNetwork(bodyOf);
  const api = client();
  const waited: Record<'schedule' | 'live' | 'person', number[]> = {
    schedule: [],
    live: [],
    person: [],
  };
  const calls: Promise<void>[] = [];
  const measure = (who: keyof typeof waited, work: (api: PadelApi) => Promise<unknown>): void => {
    const began = Date.now();
    calls.push(work(api).then(() => void waited[who].push(Date.now() - began)));
  };
  const schedule = async (): Promise<void> => {
    const quietly = { priority: 'background' } as const;
    const pages = pagesOf((paging) => api.matches(paging, quietly));
    for await (const page of pages) expect(page).toHaveLength(PER_PAGE);
  };
  return {
    api,
    busiest,
    waited,
    measure,
    schedule: () => {
      measure('schedule', schedule);
    },
    settled: () => Promise.all(calls),
  };
};

useFakeClock();

it('an hour of stale responses delays neither the schedule, live matches nor people', async () => {
  const { api, measure, schedule, waited, settled, busiest } = aStage();
  // Everything is loaded before the first member's request.
  schedule();
  await pass(5 * SECOND);
  await pass(60 * MINUTE, (second) => {
    if (second % 60 === 0) schedule();
    if (second % 10 === 0) measure('live', () => api.live({}, { priority: 'live' }));
    // Each of these is older than ten seconds most of the time.
    for (let person = 0; person < 3; person += 1) {
      const id = ((second * 3 + person) % SIZES.scheduled) + 1;
      measure('person', () => api.match(id));
    }
  });
  await settled();
  await api.close();

  expect(waited.schedule).toHaveLength(61);
  expect(Math.max(...waited.schedule)).toBeLessThan(10 * SECOND);
  expect(waited.live).toHaveLength(360);
  expect(Math.max(...waited.live)).toBeLessThan(2 * SECOND);
  expect(waited.person).toHaveLength(3 * 3_600);
  expect(Math.max(...waited.person)).toBe(0);
  expect(busiest()).toBeLessThanOrEqual(60);
});

it('the first read of all names never delays the schedule, not even at the start', async () => {
  const { api, schedule, waited, settled, busiest } = aStage();
  const directory = createDirectory();
  const names = unstoredNames(directory);
  const sync = startDirectorySync({ api, names, log: aLog() });
  await pass(20 * MINUTE, (second) => {
    if (second % 60 === 5) schedule();
  });
  await settled();
  const stopped = sync.stop();
  // Lets the last requests get their responses.
  await pass(SECOND);
  await stopped;
  await api.close();

  expect(waited.schedule).toHaveLength(20);
  expect(Math.max(...waited.schedule)).toBeLessThan(10 * SECOND);
  // The sync continues all the while: ten pages a minute for all three lists.
  expect(directory.size('player')).toBeGreaterThan(2_000);
  expect(directory.size('tournament')).toBe(SIZES.tournaments);
  expect(busiest()).toBeLessThanOrEqual(60);
});
