import { expect, it, onTestFinished } from 'vitest';
import { joinLeases } from '#src/processes/leases.ts';
import type { Session } from '#src/store/session.ts';
import { aLog } from '../lib/log.ts';

type Query = (text: string, values?: readonly unknown[]) => Promise<readonly object[]>;

/** A process among others that the test plays: it answers what is asked of the database. */
const aMember = (query: Query) => {
  const session: Session = {
    id: '1:1',
    query: query as Session['query'],
    ring: () => Promise.resolve(),
    onRing: () => undefined,
    ended: new Promise(() => undefined),
    close: () => Promise.resolve(),
  };
  const clocks = { monotonic: () => 0, wall: () => 0 };
  const leases = joinLeases({ session, processId: 'one', clocks, log: aLog() });
  onTestFinished(leases.stop);
  return leases;
};

it('who looks at once waits until all was read twice, beginning then', async () => {
  const reads: PromiseWithResolvers<undefined>[] = [];
  const leases = aMember(async (text) => {
    if (!text.startsWith('select name, holder')) return [];
    const read = Promise.withResolvers<undefined>();
    reads.push(read);
    await read.promise;
    return [];
  });
  let looked = false;
  // The first reading is under way, and may have begun before what is looked for.
  const looking = leases.look().then(() => {
    looked = true;
  });
  for (const reading of [1, 2, 3]) {
    await expect.poll(() => reads.length).toBe(reading);
    expect(looked).toBe(false);
    reads.at(-1)?.resolve(undefined);
  }
  await looking;
});

it('who looks at once does not wait for a look that never comes', async () => {
  const reading = Promise.withResolvers<readonly object[]>();
  const leases = aMember(() => reading.promise);
  const looking = leases.look();
  const stopping = leases.stop();
  reading.resolve([]);
  await Promise.all([looking, stopping, leases.look()]);
});

it('a lease that is just being taken as the end begins is given back at once', async () => {
  const taking = Promise.withResolvers<undefined>();
  const answer = Promise.withResolvers<readonly object[]>();
  const returned = Promise.withResolvers<unknown>();
  const leases = aMember((text, values) => {
    if (text.includes('insert into leases')) {
      taking.resolve(undefined);
      return answer.promise;
    }
    if (text.startsWith('update leases set holder = null')) returned.resolve(values?.at(-1));
    return Promise.resolve([]);
  });
  const begun: string[] = [];
  leases.want({ names: () => ['sender'], taken: ({ name }) => begun.push(name) });
  await taking.promise;
  leases.standBack();
  answer.resolve([{ epoch: 1, former: null }]);
  expect(await returned.promise).toEqual(['sender']);
  expect(begun).toEqual([]);
  expect([...leases.standing().held]).toEqual([]);
});
