import { expect, it, onTestFinished, vi } from 'vitest';
import { startVideosReader } from '#src/live/videos-reader.ts';
import { MINUTE } from '#src/lib/time.ts';
import { NotInPlan, QuotaSpent } from '#src/padel-api/errors.ts';
import { aLog } from '../lib/log.ts';
import { NOON } from '../store/rows.ts';
import { anApi, anObserver, pageOf } from './sources.ts';

const aReader = (fails: (id: number) => Error | null = () => null) => {
  vi.useFakeTimers({ now: NOON, toFake: ['setTimeout', 'clearTimeout'] });
  const sent: string[] = [];
  const log = aLog();
  const { observer, observed } = anObserver({ dueVideos: () => Promise.resolve([7, 8]) });
  const api = anApi({
    tournamentVideos: (id, paging, options) => {
      sent.push(`${id} page ${paging?.page ?? 0} ${options?.priority ?? ''}`);
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
  return { sent, observed, log, minutes };
};

it('one request of the lowest priority reads each due tournament, a later one its last page', async () => {
  const { sent, observed, minutes } = aReader();
  await minutes(4);
  expect(sent).toEqual([]);
  await minutes(1);
  expect(sent).toEqual(['7 page 1 names', '8 page 1 names']);
  await minutes(5);
  expect(sent.slice(2)).toEqual(['7 page 2 names', '8 page 2 names']);
  expect(observed).toEqual(['0 videos of 7', '0 videos of 8']);
});

it.each([
  ['of one tournament does not block the others', new Error('odd'), 4, 2],
  ['of a spent quota waits until videos are due again', new QuotaSpent(NOON), 2, 0],
  ['by the plan is final', new NotInPlan(), 1, 0],
])('a failure %s', async (_what, error, requests, lines) => {
  const { sent, log, minutes } = aReader((id) => (id === 7 ? error : null));
  await minutes(10);
  expect([sent.length, log.lines.length]).toEqual([requests, lines]);
});
