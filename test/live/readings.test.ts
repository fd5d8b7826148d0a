import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MINUTE } from '#src/lib/time.ts';
import { createReadings } from '#src/live/readings.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const aStage = () => {
  const readings = createReadings();
  const told: string[] = [];
  const saying = (what: string) => () => {
    told.push(what);
    return Promise.resolve();
  };
  return { readings, told, saying };
};

it('a reading is not told when the answer to a later question came first', async () => {
  const { readings, told, saying } = aStage();
  const [first, second] = [readings.ask(), readings.ask()];
  await readings.take(second, 7, saying('new'));
  await readings.take(first, 7, saying('old'));
  await readings.take(first, 8, saying('of another match'));
  expect(told).toEqual(['new', 'of another match']);
});

it('readings that come in the order of their questions are all told', async () => {
  const { readings, told, saying } = aStage();
  const [first, second] = [readings.ask(), readings.ask()];
  await readings.take(first, 7, saying('old'));
  await readings.take(second, 7, saying('new'));
  expect(told).toEqual(['old', 'new']);
});

it('a reading waits for the end of the one before, and not for its success', async () => {
  const { readings, told, saying } = aStage();
  const slow = Promise.withResolvers<undefined>();
  const first = readings.take(readings.ask(), 7, async () => {
    await slow.promise;
    told.push('old');
    throw new Error('the database is gone');
  });
  const second = readings.take(readings.ask(), 7, saying('new'));
  await new Promise(setImmediate);
  expect(told).toEqual([]);
  slow.resolve(undefined);
  await expect(first).rejects.toThrow('gone');
  await second;
  expect(told).toEqual(['old', 'new']);
});

it('whoever waits for the next reading is told when one is there that was asked for since', async () => {
  const { readings, told, saying } = aStage();
  const before = readings.ask();
  const waiting = readings.next(7).then(saying('read'));
  await readings.take(before, 7, saying('asked before'));
  await readings.take(readings.ask(), 8, saying('of another match'));
  await readings.take(readings.ask(), 7, saying('asked since'));
  await waiting;
  expect(told).toEqual(['asked before', 'of another match', 'asked since', 'read']);
});

it('whoever waits for the next reading is told, too, when there is nothing to be read', async () => {
  const { readings } = aStage();
  const waiting = readings.next(7);
  readings.pass(readings.ask(), 7);
  await waiting;
});

it.each<[string, (readings: ReturnType<typeof createReadings>) => unknown]>([
  ['was not read in time', () => vi.advanceTimersByTimeAsync(4 * MINUTE)],
  [
    'read any more',
    (readings) => {
      readings.stop();
    },
  ],
])('nobody waits for ever: %s', async (reason, pass) => {
  const { readings } = aStage();
  const waiting = expect(readings.next(7)).rejects.toThrow(reason);
  await pass(readings);
  await waiting;
});
