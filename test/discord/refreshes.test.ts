import { expect, it, onTestFinished, vi } from 'vitest';
import { createRefreshes } from '#src/discord/interactions/refreshes.ts';
import { DiscordError } from '#src/discord/rest/errors.ts';
import { MINUTE, SECOND } from '#src/lib/time.ts';
import { aLog } from '../lib/log.ts';

/** A response that shows the score set here, and its edits with their times. */
const anAnswer = (max?: number) => {
  vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => {
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });
  const refreshes = createRefreshes({ now: Date.now, log: aLog() }, max);
  onTestFinished(refreshes.stop);
  const edits: (readonly [number, string])[] = [];
  const edited: string[] = [];
  const held = { score: '0-0', fails: null as Error | null };
  const start = (key = 'one', memberId = 'ana'): void => {
    const render = (until: number | null) =>
      Promise.resolve({ content: `${held.score} ${until === null ? 'over' : 'on'}` });
    const until = refreshes.until();
    if (until === null) return;
    refreshes.start(key, memberId, {
      until,
      shown: { content: `${held.score} on` },
      render,
      edit: ({ content = '' }) => {
        edited.push(key);
        if (held.fails !== null) return Promise.reject(held.fails);
        edits.push([Date.now(), content]);
        return Promise.resolve();
      },
    });
  };
  return { refreshes, edits, edited, held, start };
};

it('a response is edited only after a change, and at most every ten seconds', async () => {
  const { edits, held, start } = anAnswer();
  start();
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(edits).toEqual([]);
  for (let second = 1; second <= 40; second += 1) {
    held.score = `${second}-0`;
    await vi.advanceTimersByTimeAsync(SECOND);
  }
  const gaps = edits.slice(1).map(([at], index) => at - (edits[index]?.[0] ?? 0));
  expect(edits.length).toBeGreaterThanOrEqual(4);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(10 * SECOND);
  await vi.advanceTimersByTimeAsync(15 * MINUTE);
});

it('a response says that it no longer refreshes before Discord refuses edits', async () => {
  const { edits, start } = anAnswer();
  start();
  await vi.advanceTimersByTimeAsync(20 * MINUTE);
  expect(edits.map(([, content]) => content)).toEqual(['0-0 over']);
  expect(edits[0]?.[0]).toBeLessThan(15 * MINUTE);
});

it('a response says that it no longer refreshes when the bot stops', async () => {
  const { refreshes, edits, start } = anAnswer();
  start();
  await vi.advanceTimersByTimeAsync(MINUTE);
  await refreshes.stop();
  expect(edits.map(([, content]) => content)).toEqual(['0-0 over']);
  expect(refreshes.until()).toBeNull();
});

it('a response is not edited any more when another page replaces it', async () => {
  const { refreshes, edits, start } = anAnswer();
  start();
  await vi.advanceTimersByTimeAsync(MINUTE);
  await refreshes.end('one');
  expect(edits).toEqual([]);
});

it('a response is not refreshed while the maximum number of others is', () => {
  const { refreshes, start } = anAnswer(2);
  start('one');
  start('two');
  expect(refreshes.until()).toBeNull();
});

it('only the two newest of a member are refreshed; an older one says that it no longer is', async () => {
  const { edits, edited, held, start } = anAnswer();
  start('other', 'eva');
  for (const key of ['one', 'two', 'three', 'four']) start(key);
  await vi.advanceTimersByTimeAsync(0);
  expect(edited).toEqual(['one', 'two']);
  expect(edits.map(([, content]) => content)).toEqual(['0-0 over', '0-0 over']);
  held.score = '1-0';
  await vi.advanceTimersByTimeAsync(11 * SECOND);
  expect(edited.slice(2).toSorted()).toEqual(['four', 'other', 'three']);
  await vi.advanceTimersByTimeAsync(15 * MINUTE);
});

it('a response is edited again after an outage, but not after it was deleted', async () => {
  const { edits, held, start } = anAnswer();
  const refusal = (status: number) => new DiscordError(status, '{"code":10008,"message":"no"}');
  start();
  held.fails = refusal(503);
  held.score = '1-0';
  await vi.advanceTimersByTimeAsync(30 * SECOND);
  held.fails = null;
  await vi.advanceTimersByTimeAsync(10 * SECOND);
  expect(edits.map(([, content]) => content)).toEqual(['1-0 on']);
  held.fails = refusal(404);
  held.score = '2-0';
  await vi.advanceTimersByTimeAsync(10 * SECOND);
  held.fails = null;
  await vi.advanceTimersByTimeAsync(15 * MINUTE);
  expect(edits).toHaveLength(1);
});
