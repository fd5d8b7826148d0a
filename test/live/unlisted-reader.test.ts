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
  const requests: string[] = [];
  const near: number[] = [];
  const { observer, observed } = anObserver();
  const log = aLog();
  const reader = startUnlistedReader({
    order: createReadOrder(),
    observer,
    log,
    requestOptions: { priority: 'background' },
    monotonic: () => passed,
    onNear: (id) => {
      near.push(id);
    },
    api: anApi({ match: async (id) => await answer(await read(id)) }, requests),
  });
  const pass = async (milliseconds: number): Promise<void> => {
    passed += milliseconds;
    await vi.advanceTimersByTimeAsync(milliseconds);
  };
  onTestFinished(async () => {
    await reader.stop();
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });
  return { reader, requests, near, observed, log, pass };
};

const scheduled = (id: number) => Promise.resolve(aMatch({ id, playedOn: TODAY }));

it('a changed match is read once, however often the change is reported', async () => {
  const { reader, requests, near, observed, pass } = aStage(scheduled);
  for (let nth = 0; nth < 1_000; nth += 1) void reader.refresh(5);
  await pass(0);
  expect(requests).toEqual(['match 5']);
  expect(observed).toEqual(['match 5 scheduled']);
  expect(near).toEqual([5]);
});

it.each<[string, (id: number) => Promise<Match>]>([
  ['finished', (id) => Promise.resolve(aMatch({ id, status: 'finished' }))],
  ['weeks ahead', (id) => Promise.resolve(aMatch({ id, playedOn: '2026-12-24' }))],
  ['deleted', () => Promise.reject(new NotFound())],
])('a changed match that is %s is reported, but not as near', async (_case, read) => {
  const { reader, near, observed, pass } = aStage(read);
  void reader.refresh(5);
  await pass(0);
  expect(observed).toHaveLength(1);
  expect(near).toEqual([]);
});

it('a thousand changes cause six requests, then six a minute, for two hundred matches', async () => {
  const { reader, requests, pass } = aStage(scheduled);
  for (let id = 1; id <= 1_000; id += 1) reader.refresh(id).catch(() => undefined);
  await pass(0);
  expect(requests).toHaveLength(6);
  for (let second = 0; second < 60; second += 10) await pass(10_000);
  expect(requests).toHaveLength(12);
  for (let minute = 0; minute < 60 * 6; minute += 1) await pass(10_000);
  expect(new Set(requests).size).toBe(200);
});

it('a match whose read is refused does not block the others, and is not retried', async () => {
  const { reader, requests, observed, log, pass } = aStage((id) =>
    id === 5 ? Promise.reject(new RequestRefused('no')) : scheduled(id),
  );
  for (const id of [5, 6]) void reader.refresh(id);
  await pass(60_000);
  expect(requests).toEqual(['match 5', 'match 6']);
  expect(observed).toEqual(['match 6 scheduled']);
  expect(log.lines).toHaveLength(1);
});

it.each<[string, (id: number) => Promise<Match>]>([
  ['was read', scheduled],
  ['is refused by the service', () => Promise.reject(new RequestRefused('no'))],
])('a refresh resolves when the match %s', async (_case, read) => {
  const { reader, pass } = aStage(read);
  const refreshed = reader.refresh(5);
  await pass(0);
  await refreshed;
});

it('a refresh waits during an outage, and is rejected by other errors', async () => {
  let error: Error = new ServiceDown('timeout');
  const { reader, pass } = aStage(() => Promise.reject(error));
  const refreshed = reader.refresh(5);
  await pass(0);
  error = new Error('the database is gone');
  const rejected = expect(refreshed).rejects.toThrow('the database is gone');
  await pass(60_000);
  await rejected;
});

it('a refresh is rejected when too many are pending, or when the reader stops', async () => {
  const { reader } = aStage(scheduled);
  const refreshes = Array.from({ length: 201 }, (_, id) => reader.refresh(id));
  await expect(refreshes.at(-1)).rejects.toThrow('too many');
  const rejected = expect(refreshes.at(-2)).rejects.toThrow('reader stopped');
  await reader.stop();
  await rejected;
});
