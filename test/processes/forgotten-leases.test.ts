import { afterEach, beforeEach, expect, it } from 'vitest';
import { MINUTE } from '#src/lib/time.ts';
import { useCluster, type Member } from './cluster.ts';

const cluster = useCluster();
beforeEach(cluster.begin);
afterEach(cluster.end);

const joined = async (id: string): Promise<Member> => {
  const member = await cluster.join(id);
  await member.processes.settled();
  return member;
};

it('the lease of an ended process is deleted after an hour; that of a frozen process stays', async () => {
  await (await joined('ended')).stop();
  const frozen = await joined('frozen');
  const names = async () => {
    const leases = await frozen.db.selectFrom('leases').select('name').orderBy('name').execute();
    return leases.map(({ name }) => name);
  };
  await cluster.later(frozen, 59 * MINUTE);
  await joined('early');
  expect(await names()).toEqual(['process:early', 'process:ended', 'process:frozen']);
  await cluster.later(frozen, MINUTE);
  await joined('late');
  expect(await names()).toEqual(['process:early', 'process:frozen', 'process:late']);
});
