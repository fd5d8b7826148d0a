import { expect, it } from 'vitest';
import { createReadOrder } from '#src/live/read-order.ts';

const aStage = () => {
  const order = createReadOrder();
  const told: string[] = [];
  const saying = (what: string) => () => {
    told.push(what);
    return Promise.resolve();
  };
  return { order, told, saying };
};

it('a reading is not told when the answer to a later question came first', async () => {
  const { order, told, saying } = aStage();
  const [first, second] = [order.begin(), order.begin()];
  await order.apply(second, 7, saying('new'));
  await order.apply(first, 7, saying('old'));
  await order.apply(first, 8, saying('of another match'));
  expect(told).toEqual(['new', 'of another match']);
});

it('readings that come in the order of their questions are all told', async () => {
  const { order, told, saying } = aStage();
  const [first, second] = [order.begin(), order.begin()];
  await order.apply(first, 7, saying('old'));
  await order.apply(second, 7, saying('new'));
  expect(told).toEqual(['old', 'new']);
});

it('a reading waits for the end of the one before, and not for its success', async () => {
  const { order, told, saying } = aStage();
  const slow = Promise.withResolvers<undefined>();
  const first = order.apply(order.begin(), 7, async () => {
    await slow.promise;
    told.push('old');
    throw new Error('the database is gone');
  });
  const second = order.apply(order.begin(), 7, saying('new'));
  await new Promise(setImmediate);
  expect(told).toEqual([]);
  slow.resolve(undefined);
  await expect(first).rejects.toThrow('gone');
  await second;
  expect(told).toEqual(['old', 'new']);
});
