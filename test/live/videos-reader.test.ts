import { expect, it, onTestFinished, vi } from 'vitest';
import { startVideosReader } from '#src/live/videos-reader.ts';
import { MINUTE } from '#src/lib/time.ts';
import { NotInPlan, QuotaSpent } from '#src/padel-api/errors.ts';
import { aLog } from '../lib/log.ts';
import { NOON } from '../store/rows.ts';
import { anApi, anObserver, pageOf } from './sources.ts';

const aReader = (fails: (id: number) => Error | null = () => null) => {
  vi.useFakeTimers({ now: NOON, toFake: ['setTimeout', 'clearTimeout'] });
  const asked: string[] = [];
  const log = aLog();
  const { observer, told } = anObserver({ dueVideos: () => Promise.resolve([7, 8]) });
  const api = anApi({
    tournamentVideos: (id, paging, options) => {
      asked.push(`${id} page ${paging?.page ?? 0} ${options?.priority ?? ''}`);
      const error = fails(id);
      return error === null ? pageOf([[], []], paging) : Promise.reject(error);
    },
  });
  const reader = startVideosReader({ api, observer, log });
  onTestFinished(async () => {
    await reader.stop();
    vi.useRealTimers();
  });
  const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * MINUTE);
  return { asked, told, log, minutes };
};

it('reads each tournament that is due with one request of the lowest priority, later its last page', async () => {
  const { asked, told, minutes } = aReader();
  await minutes(4);
  expect(asked).toEqual([]);
  await minutes(1);
  expect(asked).toEqual(['7 page 1 names', '8 page 1 names']);
  await minutes(5);
  expect(asked.slice(2)).toEqual(['7 page 2 names', '8 page 2 names']);
  expect(told).toEqual(['0 videos of 7', '0 videos of 8']);
});

it.each([
  ['of one tournament keeps no other from being read', new Error('odd'), 4, 2],
  ['of a spent quota waits until videos are due again', new QuotaSpent(NOON), 2, 0],
  ['of the plan is final', new NotInPlan(), 1, 0],
])('a failure %s', async (_what, error, requests, lines) => {
  const { asked, log, minutes } = aReader((id) => (id === 7 ? error : null));
  await minutes(10);
  expect([asked.length, log.lines.length]).toEqual([requests, lines]);
});
