import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { TimeoutError } from '#src/lib/with-timeout.ts';
import { createRpc } from '#src/processes/rpc.ts';
import { aLog } from '../lib/log.ts';
import { FEED, useCluster } from './cluster.ts';

const cluster = useCluster();
beforeEach(cluster.begin);
afterEach(cluster.end);

it('a call that gets no response in time is deleted', async () => {
  const { db } = await cluster.join('one');
  const pendingCalls = async () => await db.selectFrom('rpcRequests').select('lease').execute();
  const before = Promise.withResolvers<unknown>();
  const rpc = createRpc({
    db,
    requests: {
      subscribe: () => undefined,
      publish: () => {
        before.resolve(pendingCalls());
      },
    },
    responses: { subscribe: () => undefined, publish: () => undefined },
    hasRole: () => false,
    timeoutMs: 1_000,
    log: aLog(),
  });
  onTestFinished(rpc.stop);
  const timedOut = expect(rpc.call(FEED, {})).rejects.toThrow(TimeoutError);
  expect(await before.promise).toEqual([{ lease: 'feed' }]);
  await timedOut;
  await expect.poll(pendingCalls).toEqual([]);
});
