import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ShutdownError } from '#src/lib/shutdown.ts';
import type { Lease } from '#src/processes/leases.ts';
import type { ShardServer } from '#src/processes/shards.ts';
import { aFastClock } from '../lib/fast-clock.ts';
import { FEED, useCluster, type Member } from './cluster.ts';

const cluster = useCluster();
beforeEach(cluster.begin);
// Each process refreshes its leases every quarter of a second.
beforeEach(() => {
  aFastClock({ speed: 5 });
});
afterEach(cluster.end);

const POLLING = { interval: 20 };

/** A member that takes a role whenever the lease of the role is free. */
const withRole = async (id: string, roleName = 'sender') => {
  const member = await cluster.join(id);
  const leases: Lease[] = [];
  const role = member.processes.role<string>(roleName);
  role.acquire((lease) => {
    leases.push(lease);
    return Promise.resolve(`${roleName} of ${id}`);
  });
  await member.processes.settled();
  return { ...member, role, leases };
};

const leaseLostBy = async ({ processes }: Member): Promise<string> =>
  (await processes.leaseLost).why;

describe('the role of one process', () => {
  it('goes to the first process, and to the next when that releases it', async () => {
    const one = await withRole('one');
    const two = await withRole('two');
    expect([one.role.current(), two.role.current()]).toEqual(['sender of one', null]);
    expect(one.leases[0]?.msSinceReleased).toBeNull();
    await one.stop();
    await expect.poll(two.role.current, POLLING).toBe('sender of two');
    expect(two.leases[0]?.msSinceReleased).toBeGreaterThanOrEqual(0);
    expect(two.leases[0]?.msSinceReleased).toBeLessThan(5_000);
  });

  it('goes to another process at once when its process loses the database connection', async () => {
    const one = await withRole('one');
    const two = await withRole('two');
    await cluster.kill(one);
    expect(await leaseLostBy(one)).toBe('the connection to the database was lost');
    expect(one.leases[0]?.isHeld()).toBe(false);
    await expect.poll(two.role.current, POLLING).toBe('sender of two');
    expect(two.leases[0]?.msSinceReleased).toBe(0);
  });

  it('is not taken by a process that drains, but by the next one', async () => {
    const one = await withRole('one');
    const two = await withRole('two');
    two.processes.drain();
    await one.stop();
    // It refreshes its leases, and does not take the role.
    await two.processes.settled();
    expect(two.role.current()).toBeNull();
    const three = await withRole('three');
    expect(three.role.current()).toBe('sender of three');
  });

  it('is no longer held by a process that resumes after its lease expired', async () => {
    const one = await withRole('one');
    const [lease] = one.leases;
    expect(lease?.isHeld()).toBe(true);
    one.freeze(5_000);
    expect(lease?.isHeld()).toBe(false);
    expect(await leaseLostBy(one)).toBe('a lease expired');
  });

  it('says how long ago it was renewed when it is lost', async () => {
    const one = await withRole('one');
    one.freeze(5_000);
    const { msSinceRenewed } = await one.processes.leaseLost;
    expect(msSinceRenewed).toBeGreaterThanOrEqual(5_000);
  });

  it('ends no process with the same id on another database of the server', async () => {
    const elsewhere = await cluster.join('one');
    await cluster.begin();
    const one = await withRole('one');
    const two = await withRole('two');
    await cluster.later(two, 5_000);
    await expect.poll(two.role.current, POLLING).toBe('sender of two');
    await leaseLostBy(one);
    expect(await elsewhere.session.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('goes to another process when not renewed in time, and open transactions are rolled back', async () => {
    const one = await withRole('one');
    const two = await cluster.join('two');
    const taken = Promise.withResolvers<undefined>();
    // Frozen in the middle of a transaction, until the other process has the role.
    const begun = one.db.transaction().execute(async (tx) => {
      await tx.insertInto('checkpoints').values({ name: 'late', at: 1 }).execute();
      await taken.promise;
      await sql`select 1`.execute(tx);
    });
    const ended = begun.catch((error: unknown) => error);
    const role = two.processes.role<string>('sender');
    role.acquire(() => Promise.resolve('sender of two'));
    await cluster.later(two, 5_000);
    await expect.poll(role.current, POLLING).toBe('sender of two');
    taken.resolve(undefined);
    expect(await leaseLostBy(one)).toMatch(
      /another process took the lease|connection to the database was lost/,
    );
    expect(await ended).toBeInstanceOf(Error);
    const checkpoints = await two.db.selectFrom('checkpoints').select('name').execute();
    expect(checkpoints).toEqual([]);
  });
});

describe('the communication between processes', () => {
  it('delivers a notification once to each subscriber', async () => {
    const [one, two] = [await cluster.join('one'), await cluster.join('two')];
    const received: string[] = [];
    one.processes.topic('news').subscribe((words) => received.push(`one: ${words}`));
    two.processes.topic('news').subscribe((words) => received.push(`two: ${words}`));
    two.processes.topic('other').subscribe(() => received.push('never'));
    one.processes.topic('news').publish('a set has ended');
    one.processes.topic('news').publish();
    await expect.poll(() => received.length, POLLING).toBe(4);
    expect(received.toSorted()).toEqual([
      'one: ',
      'one: a set has ended',
      'two: ',
      'two: a set has ended',
    ]);
  });

  it('sends a call to the process with the role, and returns its response', async () => {
    const one = await withRole('one', 'feed');
    const two = await withRole('two', 'feed');
    one.processes.handle(FEED, (request) => Promise.resolve({ one: request }));
    two.processes.handle(FEED, (request) => Promise.resolve({ two: request }));
    const calls = Array.from({ length: 20 }, (_, n) => two.processes.call(FEED, { n }));
    expect(await Promise.all(calls)).toEqual(
      Array.from({ length: 20 }, (_, n) => ({ one: { n } })),
    );
    expect(await two.db.selectFrom('rpcRequests').select('id').execute()).toEqual([]);
  });

  it('returns the error of the process with the role, without waiting for a timeout', async () => {
    const one = await withRole('one', 'feed');
    const two = await withRole('two', 'feed');
    one.processes.handle(FEED, () => Promise.reject(new Error('no such channel')));
    await expect(two.processes.call(FEED, {})).rejects.toThrow('no such channel');
  });

  it('passes a call to the next process with the role when the first one stops', async () => {
    const one = await withRole('one', 'feed');
    const two = await withRole('two', 'feed');
    const three = await cluster.join('three');
    const requested = Promise.withResolvers<undefined>();
    one.processes.handle(FEED, () => {
      requested.resolve(undefined);
      return Promise.reject(new ShutdownError('the sender has stopped'));
    });
    two.processes.handle(FEED, () => Promise.resolve('done'));
    const response = three.processes.call(FEED, {});
    await requested.promise;
    await one.stop();
    expect(await response).toBe('done');
  });

  it('shares the report of the process with the role', async () => {
    const one = await withRole('one', 'feed');
    const two = await withRole('two', 'feed');
    let left = 60;
    one.processes.report(FEED, () => ({ left }));
    // The report is stored every second.
    one.freeze(1_000);
    await expect.poll(() => two.processes.reported(FEED), POLLING).toEqual({ left: 60 });
    left = 59;
    one.freeze(1_000);
    await expect.poll(() => two.processes.reported(FEED), POLLING).toEqual({ left: 59 });
  });
});

describe('the shards of the gateway', () => {
  /** Records which process serves each shard, and the shards that two serve at once. */
  const servers = () => {
    const servedBy = new Map<number, string>();
    const twice: number[] = [];
    const serverOf = (id: string): ShardServer => ({
      serve: (shard) => {
        if (servedBy.has(shard)) twice.push(shard);
        servedBy.set(shard, id);
        return Promise.resolve();
      },
      leave: (shard) => {
        servedBy.delete(shard);
        return Promise.resolve();
      },
    });
    const counts = () =>
      [...Map.groupBy(servedBy.values(), (id) => id).values()].map((ids) => ids.length).sort();
    return { servedBy, twice, serverOf, counts };
  };

  const serving = async (id: string, server: ShardServer) => {
    const member = await cluster.join(id);
    await member.processes.settled();
    await member.processes.shards.divide(7, server);
    return member;
  };

  it('are divided among the running processes, and each is served by one of them', async () => {
    const { servedBy, twice, serverOf, counts } = servers();
    const one = await serving('one', serverOf('one'));
    expect(counts()).toEqual([7]);
    await serving('two', serverOf('two'));
    await expect.poll(counts, POLLING).toEqual([3, 4]);
    await serving('three', serverOf('three'));
    await expect.poll(counts, POLLING).toEqual([2, 2, 3]);
    expect(twice).toEqual([]);

    await cluster.kill(one);
    await leaseLostBy(one);
    for (const [shard, id] of servedBy) if (id === 'one') servedBy.delete(shard);
    await expect.poll(counts, POLLING).toEqual([3, 4]);
    expect(twice).toEqual([]);
  });

  it('go to the first processes by name when there are fewer shards than processes', async () => {
    const { servedBy, serverOf } = servers();
    const divided = async (id: string) => {
      const { processes } = await cluster.join(id);
      await processes.settled();
      return () => processes.shards.divide(2, serverOf(id));
    };
    // The last by name, and thus without a share as soon as it sees the others.
    await (
      await divided('three')
    )();
    const others = [await divided('one'), await divided('six')];
    await Promise.all(others.map((divide) => divide()));
    await expect.poll(() => [...servedBy.values()].sort(), POLLING).toEqual(['one', 'six']);
  });

  it('that one process cannot serve are served by others, without an immediate retry', async () => {
    const { servedBy, serverOf } = servers();
    const tries: number[] = [];
    await serving('one', {
      ...serverOf('one'),
      serve: (shard) => {
        tries.push(shard);
        return Promise.reject(new Error('Discord does not take it'));
      },
    });
    await serving('two', serverOf('two'));
    await expect.poll(() => servedBy.size, POLLING).toBeGreaterThanOrEqual(3);
    expect(new Set(tries).size).toBe(tries.length);
  });

  it('that fail with the connection do not crash the process, nor does a later call', async () => {
    const one = await cluster.join('one');
    await one.processes.settled();
    let isKilled = false;
    const serve = async (): Promise<void> => {
      if (!isKilled) {
        isKilled = true;
        await cluster.kill(one);
        await leaseLostBy(one);
      }
      throw new Error('Discord does not take it');
    };
    await one.processes.shards.divide(3, { serve, leave: () => Promise.resolve() });
    await one.db.destroy();
    await expect(one.processes.call(FEED, {})).rejects.toThrow('destroyed');
  });

  it('identify once per five seconds and bucket, across all processes', async () => {
    const [one, two] = [await cluster.join('one'), await cluster.join('two')];
    const signal = new AbortController().signal;
    const turns: string[] = [];
    const identify = (member: Member, shard: number) =>
      member.processes.shards.identify?.(shard, 2, signal).then(() => turns.push(`shard ${shard}`));
    await identify(one, 0);
    const delayed = identify(two, 2);
    await identify(two, 1);
    expect(turns).toEqual(['shard 0', 'shard 1']);
    await cluster.later(one, 5_000);
    await delayed;
    expect(turns.at(-1)).toBe('shard 2');
  });
});
