import { createHmac } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { News } from '#sandbox/padel-service/news/news.ts';
import { CAPACITY, createDeliveries } from '#sandbox/padel-service/webhooks/deliveries.ts';
import { postSigned, type Post } from '#sandbox/padel-service/webhooks/post.ts';
import { aReceiver, manualTimers, type Receiver } from '../receiver.ts';

const SECRET = 'the secret of the test';

const deliverTo = (url: string, post: (post: Post) => Promise<number> = postSigned) => {
  const timers = manualTimers();
  const deliveries = createDeliveries({
    receiver: () => ({ url, secret: SECRET }),
    bodyOf: (news) => JSON.stringify(news),
    timers,
    post,
  });
  onTestFinished(() => deliveries.stop());
  return { deliveries, timers };
};

const aMatch = (id: number, at = 0): News => ({ subject: 'match', kind: 'updated', id, at });

const idsIn = ({ received }: Receiver): string[] =>
  received.map(({ body }) => {
    const { id, at } = JSON.parse(body) as { id: number; at: number };
    return `${id}/${at}`;
  });

describe('a delivery', () => {
  it('is a POST of JSON, signed over the bytes of its body', async () => {
    const receiver = await aReceiver();
    const { deliveries } = deliverTo(receiver.url);
    deliveries.add([aMatch(7)]);
    await deliveries.idle();

    const [only] = receiver.received;
    expect(only?.method).toBe('POST');
    expect(only?.body).toBe(JSON.stringify(aMatch(7)));
    expect(only?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': expect.stringContaining('padel') as string,
      signature: createHmac('sha256', SECRET)
        .update(only?.body ?? '')
        .digest('hex'),
    });
    expect(deliveries.recent()).toMatchObject([{ state: 'delivered', tries: 1, answer: '204' }]);
  });

  it('is retried after 1, 10 and 100 seconds, always the same, and then fails', async () => {
    const receiver = await aReceiver(() => 503);
    const { deliveries, timers } = deliverTo(receiver.url);
    deliveries.add([aMatch(7)]);
    const isBetweenTries = (): boolean => deliveries.recent()[0]?.state === 'waiting';
    for (const seconds of [1, 10, 100]) await timers.runOut(seconds * 1000, isBetweenTries);
    await deliveries.idle();

    expect(receiver.received).toHaveLength(4);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers['signature'])).size).toBe(1);
    expect(timers.running()).toEqual([]);
    expect(deliveries.recent()).toMatchObject([{ state: 'failed', tries: 4, answer: '503' }]);
  });

  it('is not retried after a success', async () => {
    const receiver = await aReceiver((index) => (index === 0 ? 500 : 200));
    const { deliveries, timers } = deliverTo(receiver.url);
    deliveries.add([aMatch(7)]);
    await timers.runOut(1000);
    await deliveries.idle();
    expect(timers.running()).toEqual([]);
    expect(deliveries.recent()).toMatchObject([{ state: 'delivered', tries: 2, answer: '200' }]);
  });

  it('does not follow a redirect, and retries the POST instead', async () => {
    const receiver = await aReceiver((index) => (index === 0 ? 302 : 200));
    const { deliveries, timers } = deliverTo(receiver.url);
    deliveries.add([aMatch(7)]);
    await timers.runOut(1000);
    await deliveries.idle();
    expect(receiver.received.map(({ method }) => method)).toEqual(['POST', 'POST']);
  });

  it('times out after ten seconds without a response', async () => {
    const receiver = await aReceiver((index) => (index === 0 ? null : 200));
    const { deliveries, timers } = deliverTo(receiver.url);
    deliveries.add([aMatch(7)]);
    await receiver.has(1);
    expect(timers.running()).toEqual([10_000]);
    await timers.runOut(10_000);
    await timers.runOut(1000);
    await deliveries.idle();
    expect(deliveries.recent()).toMatchObject([{ state: 'delivered', tries: 2 }]);
  });

  it('records the error when the receiver is unreachable', async () => {
    const receiver = await aReceiver();
    await receiver.stop();
    const { deliveries, timers } = deliverTo(receiver.url);
    deliveries.add([aMatch(7)]);
    await timers.runOut(1000);
    expect(deliveries.recent()).toMatchObject([{ answer: 'ECONNREFUSED' }]);
  });
});

describe('several deliveries', () => {
  it('keep their order per resource, and do not wait for those of another resource', async () => {
    const receiver = await aReceiver((index) => (index === 0 ? 500 : 200));
    const { deliveries, timers } = deliverTo(receiver.url);
    deliveries.add([aMatch(7, 1)]);
    await receiver.has(1);
    deliveries.add([aMatch(7, 2), aMatch(8, 1), aMatch(8, 2)]);
    await receiver.has(3);
    expect(idsIn(receiver)).toEqual(['7/1', '8/1', '8/2']);
    await timers.runOut(1000);
    await deliveries.idle();
    expect(idsIn(receiver).slice(3)).toEqual(['7/1', '7/2']);
  });

  it('run at most four at once', async () => {
    const receiver = await aReceiver(() => null);
    const { deliveries, timers } = deliverTo(receiver.url);
    deliveries.add(Array.from({ length: 9 }, (_, id) => aMatch(id)));
    await receiver.has(4);
    expect(timers.running()).toHaveLength(4);
    expect(deliveries.waiting()).toBe(9);
  });

  it('are aborted when they are withdrawn: attempts, retries and queued ones', async () => {
    const receiver = await aReceiver((index) => (index === 0 ? 500 : null));
    const { deliveries, timers } = deliverTo(receiver.url);
    deliveries.add([aMatch(1, 1)]);
    await receiver.has(1);
    deliveries.add([aMatch(1, 2), aMatch(2), aMatch(3)]);
    await receiver.has(3);
    deliveries.withdraw(({ id }) => id === 3);
    expect(deliveries.waiting()).toBe(1);
    deliveries.withdraw(() => false);
    await deliveries.idle();
    await deliveries.stop();
    expect(timers.running()).toEqual([]);
    expect(deliveries.recent().map(({ state }) => state)).toEqual(Array(4).fill('withdrawn'));
    expect(receiver.received).toHaveLength(3);
  });

  it('drop the oldest one without an attempt when the queue is full', () => {
    const hang = ({ signal }: Post): Promise<number> =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          reject(new Error('broken off'));
        });
      });
    const { deliveries } = deliverTo('http://127.0.0.1:1/', hang);
    const all = Array.from({ length: CAPACITY }, (_, id) => aMatch(id));
    deliveries.add(all.slice(0, 6));
    const early = deliveries.recent();
    deliveries.add(all.slice(6));
    deliveries.add([aMatch(CAPACITY)]);
    expect(deliveries.waiting()).toBe(CAPACITY);
    expect(early.map(({ news, state }) => [news.id, state])).toEqual([
      [5, 'waiting'],
      [4, 'dropped'],
      [3, 'sending'],
      [2, 'sending'],
      [1, 'sending'],
      [0, 'sending'],
    ]);
  });
});
