import { expect, it } from 'vitest';
import { createReadOrder } from '#src/live/read-order.ts';

const aStage = () => {
  const order = createReadOrder();
  const applied: string[] = [];
  const recording = (what: string) => () => {
    applied.push(what);
    return Promise.resolve();
  };
  return { order, applied, recording };
};

it('a read is not applied when the response to a later request came first', async () => {
  const { order, applied, recording } = aStage();
  const [first, second] = [order.begin(), order.begin()];
  await order.apply(second, 7, recording('new'));
  await order.apply(first, 7, recording('old'));
  await order.apply(first, 8, recording('of another match'));
  expect(applied).toEqual(['new', 'of another match']);
});

it('reads that arrive in the order of their requests are all applied', async () => {
  const { order, applied, recording } = aStage();
  const [first, second] = [order.begin(), order.begin()];
  await order.apply(first, 7, recording('old'));
  await order.apply(second, 7, recording('new'));
  expect(applied).toEqual(['old', 'new']);
});

it('a read waits for the one before it, even when that one fails', async () => {
  const { order, applied, recording } = aStage();
  const slow = Promise.withResolvers<undefined>();
  const first = order.apply(order.begin(), 7, async () => {
    await slow.promise;
    applied.push('old');
    throw new Error('the database is gone');
  });
  const second = order.apply(order.begin(), 7, recording('new'));
  await new Promise(setImmediate);
  expect(applied).toEqual([]);
  slow.resolve(undefined);
  await expect(first).rejects.toThrow('gone');
  await second;
  expect(applied).toEqual(['old', 'new']);
});
