import { expect, it, onTestFinished, vi } from 'vitest';
import { startUnlistedReader } from '#src/live/unlisted-reader.ts';
import { createReadOrder } from '#src/live/read-order.ts';
import type { Match } from '#src/domain/match/match.ts';
import { NotFound, RequestRefused, ServiceDown } from '#src/padel-api/errors.ts';
import { aMatch } from '../domain/feed.ts';
import { aLog } from '../lib/log.ts';
import { NOON } from '../store/rows.ts';
import { anApi, anObserver, answer } from './sources.ts';

const TODAY = new Date(NOON).toISOString().slice(0, 10);

const aStage = (read: (id: number) => Promise<Match>) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let passed = 0;
  const asked: number[] = [];
  const near: number[] = [];
  const { observer, told } = anObserver();
  const log = aLog();
  const hints = startUnlistedReader({
    order: createReadOrder(),
    observer,
    log,
    requestOptions: { priority: 'background' },
    monotonic: () => passed,
    onNear: (id) => {
      near.push(id);
    },
    api: anApi({
      match: async (id) => {
        asked.push(id);
        return await answer(await read(id));
      },
    }),
  });
  const pass = async (milliseconds: number): Promise<void> => {
    passed += milliseconds;
    await vi.advanceTimersByTimeAsync(milliseconds);
  };
  onTestFinished(async () => {
    await hints.stop();
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });
  return { hints, asked, near, told, log, pass };
};

const scheduled = (id: number) => Promise.resolve(aMatch({ id, playedOn: TODAY }));

it('a match that somebody says has changed is read once, however often they say so', async () => {
  const { hints, asked, near, told, pass } = aStage(scheduled);
  for (let nth = 0; nth < 1_000; nth += 1) void hints.refresh(5);
  await pass(0);
  expect(asked).toEqual([5]);
  expect(told).toEqual(['match 5 scheduled']);
  expect(near).toEqual([5]);
});

it.each<[string, (id: number) => Promise<Match>]>([
  ['over long ago', (id) => Promise.resolve(aMatch({ id, status: 'finished' }))],
  ['weeks ahead', (id) => Promise.resolve(aMatch({ id, playedOn: '2026-12-24' }))],
  ['gone', () => Promise.reject(new NotFound())],
])('one that is %s is read, and is not near', async (_case, read) => {
  const { hints, near, told, pass } = aStage(read);
  void hints.refresh(5);
  await pass(0);
  expect(told).toHaveLength(1);
  expect(near).toEqual([]);
});

it('a storm about a thousand matches is six requests, and then six a minute, of two hundred', async () => {
  const { hints, asked, pass } = aStage(scheduled);
  for (let id = 1; id <= 1_000; id += 1) hints.refresh(id).catch(() => undefined);
  await pass(0);
  expect(asked).toHaveLength(6);
  for (let second = 0; second < 60; second += 10) await pass(10_000);
  expect(asked).toHaveLength(12);
  for (let minute = 0; minute < 60 * 6; minute += 1) await pass(10_000);
  expect(new Set(asked).size).toBe(200);
});

it('what cannot be read while the service is down is read when it is back', async () => {
  let isDown = true;
  const { hints, asked, told, pass } = aStage((id) =>
    isDown ? Promise.reject(new ServiceDown('timeout')) : scheduled(id),
  );
  void hints.refresh(5);
  await pass(0);
  isDown = false;
  await pass(60_000);
  expect(asked).toEqual([5, 5]);
  expect(told).toEqual(['match 5 scheduled']);
});

it('one that cannot be read keeps the others from nothing, and is not tried again', async () => {
  const { hints, asked, told, log, pass } = aStage((id) =>
    id === 5 ? Promise.reject(new RequestRefused('no')) : scheduled(id),
  );
  for (const id of [5, 6]) void hints.refresh(id);
  await pass(60_000);
  expect(asked).toEqual([5, 6]);
  expect(told).toEqual(['match 6 scheduled']);
  expect(log.lines).toHaveLength(1);
});

it.each<[string, (id: number) => Promise<Match>]>([
  ['was read', scheduled],
  ['is refused by the service', () => Promise.reject(new RequestRefused('no'))],
])('a refresh resolves when the match %s', async (_case, read) => {
  const { hints, pass } = aStage(read);
  const refreshed = hints.refresh(5);
  await pass(0);
  await refreshed;
});

it('a refresh waits for a service that is down, and is rejected by other errors', async () => {
  let error: Error = new ServiceDown('timeout');
  const { hints, pass } = aStage(() => Promise.reject(error));
  const refreshed = hints.refresh(5);
  await pass(0);
  error = new Error('the database is gone');
  const rejected = expect(refreshed).rejects.toThrow('the database is gone');
  await pass(60_000);
  await rejected;
});

it('a refresh is rejected when too many wait, or when nothing is read any more', async () => {
  const { hints } = aStage(scheduled);
  const refreshes = Array.from({ length: 201 }, (_, id) => hints.refresh(id));
  await expect(refreshes.at(-1)).rejects.toThrow('too many');
  const rejected = expect(refreshes.at(-2)).rejects.toThrow('match reader stopped');
  await hints.stop();
  await rejected;
});
