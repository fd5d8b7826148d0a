import { expect, it, onTestFinished } from 'vitest';
import { joinLeases, type Lease } from '#src/processes/leases.ts';
import type { PostgresSession } from '#src/store/migrations/postgres-session.ts';
import { aLog } from '../lib/log.ts';

type Query = (text: string, values?: readonly unknown[]) => Promise<readonly object[]>;

/** The leases of one process; the test responds to its queries in place of the database. */
const aMember = (query: Query, monotonic = () => 0) => {
  const session: PostgresSession = {
    id: '1:1',
    query: query as PostgresSession['query'],
    notify: () => Promise.resolve(),
    onNotification: () => undefined,
    ended: new Promise(() => undefined),
    close: () => Promise.resolve(),
  };
  const clocks = { monotonic, wall: () => 0 };
  const leases = joinLeases({ session, processId: 'one', clocks, log: aLog() });
  onTestFinished(leases.stop);
  return leases;
};

it('a refresh resolves after two complete reads that begin after it', async () => {
  const reads: PromiseWithResolvers<undefined>[] = [];
  const leases = aMember(async (text) => {
    if (!text.startsWith('select name, holder')) return [];
    const read = Promise.withResolvers<undefined>();
    reads.push(read);
    await read.promise;
    return [];
  });
  let refreshed = false;
  // The first read is in progress, and may have begun before the change that the refresh is for.
  const refreshing = leases.refresh().then(() => {
    refreshed = true;
  });
  for (const count of [1, 2, 3]) {
    await expect.poll(() => reads.length).toBe(count);
    expect(refreshed).toBe(false);
    reads.at(-1)?.resolve(undefined);
  }
  await refreshing;
});

it('a refresh does not wait for a read that a stop prevents', async () => {
  const reading = Promise.withResolvers<readonly object[]>();
  const leases = aMember(() => reading.promise);
  const refreshing = leases.refresh();
  const stopping = leases.stop();
  reading.resolve([]);
  await Promise.all([refreshing, stopping, leases.refresh()]);
});

it('a lease that is acquired when the process drains is released at once', async () => {
  const taking = Promise.withResolvers<undefined>();
  const response = Promise.withResolvers<readonly object[]>();
  const returned = Promise.withResolvers<unknown>();
  const leases = aMember((text, values) => {
    if (text.includes('insert into leases')) {
      taking.resolve(undefined);
      return response.promise;
    }
    if (text.startsWith('update leases set holder = null')) returned.resolve(values?.at(-1));
    return Promise.resolve([]);
  });
  const begun: string[] = [];
  leases.claim({ names: () => ['sender'], taken: ({ name }) => begun.push(name) });
  await taking.promise;
  leases.drain();
  response.resolve([{ epoch: 1, former: null }]);
  expect(await returned.promise).toEqual(['sender']);
  expect(begun).toEqual([]);
  expect([...leases.snapshot().held]).toEqual([]);
});

it('isHeld never loses a lease; its expiry does, and a late renewal does not restore it', async () => {
  let now = 0;
  const renewing = Promise.withResolvers<undefined>();
  const renewed = Promise.withResolvers<readonly object[]>();
  const leases = aMember(
    (text) => {
      if (text.includes('insert into leases')) return Promise.resolve([{ epoch: 1 }]);
      if (!text.includes('set renewed_at')) return Promise.resolve([]);
      renewing.resolve(undefined);
      return renewed.promise;
    },
    () => now,
  );
  const taken = Promise.withResolvers<Lease>();
  leases.claim({ names: () => ['sender'], taken: taken.resolve });
  const lease = await taken.promise;
  let isLost = false;
  void leases.leaseLost.then(() => {
    isLost = true;
  });
  now = 1_000;
  await renewing.promise;
  now = 5_000;
  expect(lease.isHeld()).toBe(false);
  await Promise.resolve();
  expect(isLost).toBe(false);
  renewed.resolve([{ name: 'sender' }]);
  expect(await leases.leaseLost).toEqual({ why: 'a lease expired', msSinceRenewed: 5_000 });
  expect(lease.isHeld()).toBe(false);
});
