import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ShutdownError } from '#src/lib/shutdown.ts';
import type { Lease } from '#src/processes/leases.ts';
import type { ShardServer } from '#src/processes/shards.ts';
import { refreshCardsShownSince } from '#src/store/cards/refresh-cards.ts';
import { aFastClock } from '../lib/fast-clock.ts';
import { FEED, useCluster, type Member } from './cluster.ts';

const cluster = useCluster();
beforeEach(cluster.begin);
// Each looks every quarter of a second.
beforeEach(() => {
  aFastClock({ speed: 5 });
});
afterEach(cluster.end);

const PATIENCE = { timeout: 5_000, interval: 20 };

/** A member that does a part whenever it falls to it. */
const doing = async (id: string, part = 'sender') => {
  const member = await cluster.join(id);
  const leases: Lease[] = [];
  const role = member.processes.role<string>(part);
  role.acquire((lease) => {
    leases.push(lease);
    return Promise.resolve(`${part} of ${id}`);
  });
  await member.processes.settled();
  return { ...member, role, leases };
};

const lostBy = async ({ processes }: Member): Promise<string> => (await processes.leaseLost).why;

describe('a part that one process does', () => {
  it('falls to the first, and to the next when that gives it back', async () => {
    const one = await doing('one');
    const two = await doing('two');
    expect([one.role.current(), two.role.current()]).toEqual(['sender of one', null]);
    expect(one.leases[0]?.msSinceReleased).toBeNull();
    await one.stop();
    await expect.poll(two.role.current, PATIENCE).toBe('sender of two');
    expect(two.leases[0]?.msSinceReleased).toBeGreaterThanOrEqual(0);
    expect(two.leases[0]?.msSinceReleased).toBeLessThan(5_000);
  });

  it('falls to another at once when the database sees its process end, which then knows', async () => {
    const one = await doing('one');
    const two = await doing('two');
    await cluster.kill(one);
    expect(await lostBy(one)).toBe('the connection to the database was lost');
    expect(one.leases[0]?.isHeld()).toBe(false);
    await expect.poll(two.role.current, PATIENCE).toBe('sender of two');
    expect(two.leases[0]?.msSinceReleased).toBe(0);
  });

  it('is left by a process that is about to end to whoever comes next', async () => {
    const one = await doing('one');
    const two = await doing('two');
    two.processes.drain();
    await one.stop();
    // It looks, and goes by.
    await two.processes.settled();
    expect(two.role.current()).toBeNull();
    const three = await doing('three');
    expect(three.role.current()).toBe('sender of three');
  });

  it('is not done any more by a process that wakes up after its time', async () => {
    const one = await doing('one');
    const [lease] = one.leases;
    expect(lease?.isHeld()).toBe(true);
    one.freeze(5_000);
    expect(lease?.isHeld()).toBe(false);
    expect(await lostBy(one)).toBe('a lease expired');
  });

  it('is begun anew by a process that has lost it, with the cards that it was not sure of', async () => {
    const one = await doing('one');
    one.freeze(5_000);
    const { msSinceRenewed } = await one.processes.leaseLost;
    expect(msSinceRenewed).toBeGreaterThanOrEqual(5_000);
    const again = await doing('again');
    expect(await refreshCardsShownSince(again.db, Date.now() - msSinceRenewed)).toBe(0);
  });

  it('ends no process of the same name at another database of the server', async () => {
    const elsewhere = await cluster.join('one');
    await cluster.begin();
    const one = await doing('one');
    const two = await doing('two');
    await cluster.later(two, 5_000);
    await expect.poll(two.role.current, PATIENCE).toBe('sender of two');
    await lostBy(one);
    expect(await elsewhere.session.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('falls to another when it was not renewed in time, and what its process had begun is undone', async () => {
    const one = await doing('one');
    const two = await cluster.join('two');
    const taken = Promise.withResolvers<undefined>();
    // Frozen in the middle of a transaction, until the other does its part.
    const begun = one.db.transaction().execute(async (tx) => {
      await tx.insertInto('checkpoints').values({ name: 'late', at: 1 }).execute();
      await taken.promise;
      await sql`select 1`.execute(tx);
    });
    const ended = begun.catch((error: unknown) => error);
    const role = two.processes.role<string>('sender');
    role.acquire(() => Promise.resolve('sender of two'));
    await cluster.later(two, 5_000);
    await expect.poll(role.current, PATIENCE).toBe('sender of two');
    taken.resolve(undefined);
    expect(await lostBy(one)).toMatch(
      /another process took the lease|connection to the database was lost/,
    );
    expect(await ended).toBeInstanceOf(Error);
    const marks = await two.db.selectFrom('checkpoints').select('name').execute();
    expect(marks).toEqual([]);
  });
});

describe('what processes tell one another', () => {
  it('is heard once by each of them', async () => {
    const [one, two] = [await cluster.join('one'), await cluster.join('two')];
    const heard: string[] = [];
    one.processes.topic('news').subscribe((words) => heard.push(`one: ${words}`));
    two.processes.topic('news').subscribe((words) => heard.push(`two: ${words}`));
    two.processes.topic('other').subscribe(() => heard.push('never'));
    one.processes.topic('news').publish('a set has ended');
    one.processes.topic('news').publish();
    await expect.poll(() => heard.length, PATIENCE).toBe(4);
    expect(heard.toSorted()).toEqual([
      'one: ',
      'one: a set has ended',
      'two: ',
      'two: a set has ended',
    ]);
  });

  it('is asked of whoever does a part, and answered', async () => {
    const one = await doing('one', 'feed');
    const two = await doing('two', 'feed');
    one.processes.handle(FEED, (request) => Promise.resolve({ one: request }));
    two.processes.handle(FEED, (request) => Promise.resolve({ two: request }));
    const asked = Array.from({ length: 20 }, (_, n) => two.processes.call(FEED, { n }));
    expect(await Promise.all(asked)).toEqual(
      Array.from({ length: 20 }, (_, n) => ({ one: { n } })),
    );
    expect(await two.db.selectFrom('rpc_requests').select('id').execute()).toEqual([]);
  });

  it('is refused in the words of whoever does a part, before anybody has waited for long', async () => {
    const one = await doing('one', 'feed');
    const two = await doing('two', 'feed');
    one.processes.handle(FEED, () => Promise.reject(new Error('no such channel')));
    await expect(two.processes.call(FEED, {})).rejects.toThrow('no such channel');
  });

  it('is left by whoever has stopped to whoever does the part next', async () => {
    const one = await doing('one', 'feed');
    const two = await doing('two', 'feed');
    const three = await cluster.join('three');
    const asked = Promise.withResolvers<undefined>();
    one.processes.handle(FEED, () => {
      asked.resolve(undefined);
      return Promise.reject(new ShutdownError('the sender has stopped'));
    });
    two.processes.handle(FEED, () => Promise.resolve('done'));
    const answer = three.processes.call(FEED, {});
    await asked.promise;
    await one.stop();
    expect(await answer).toBe('done');
  });

  it('is noted with a part by whoever does it', async () => {
    const one = await doing('one', 'feed');
    const two = await doing('two', 'feed');
    let left = 60;
    one.processes.report(FEED, () => ({ left }));
    // It is noted each second.
    one.freeze(1_000);
    await expect.poll(() => two.processes.reported(FEED), PATIENCE).toEqual({ left: 60 });
    left = 59;
    one.freeze(1_000);
    await expect.poll(() => two.processes.reported(FEED), PATIENCE).toEqual({ left: 59 });
  });
});

describe('the shards of the gateway', () => {
  /** Notes who serves what, and that nobody ever serves what another does. */
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

  it('are divided among those who live, and each is served by one', async () => {
    const { servedBy, twice, serverOf, counts } = servers();
    const one = await serving('one', serverOf('one'));
    expect(counts()).toEqual([7]);
    await serving('two', serverOf('two'));
    await expect.poll(counts, PATIENCE).toEqual([3, 4]);
    await serving('three', serverOf('three'));
    await expect.poll(counts, PATIENCE).toEqual([2, 2, 3]);
    expect(twice).toEqual([]);

    await cluster.kill(one);
    await lostBy(one);
    for (const [shard, id] of servedBy) if (id === 'one') servedBy.delete(shard);
    await expect.poll(counts, PATIENCE).toEqual([3, 4]);
    expect(twice).toEqual([]);
  });

  it('go to those they fall to, where there are fewer than processes', async () => {
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
    await expect.poll(() => [...servedBy.values()].sort(), PATIENCE).toEqual(['one', 'six']);
  });

  it('that cannot be served rest here, and others serve them', async () => {
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
    await expect.poll(() => servedBy.size, PATIENCE).toBeGreaterThanOrEqual(3);
    expect(new Set(tries).size).toBe(tries.length);
  });

  it('that fail as the connection is lost end no process, nor does what is asked then', async () => {
    const one = await cluster.join('one');
    await one.processes.settled();
    let isKilled = false;
    const serve = async (): Promise<void> => {
      if (!isKilled) {
        isKilled = true;
        await cluster.kill(one);
        await lostBy(one);
      }
      throw new Error('Discord does not take it');
    };
    await one.processes.shards.divide(3, { serve, leave: () => Promise.resolve() });
    await one.db.destroy();
    await expect(one.processes.call(FEED, {})).rejects.toThrow('destroyed');
  });

  it('identify themselves one in five seconds and bucket, whichever process they are of', async () => {
    const [one, two] = [await cluster.join('one'), await cluster.join('two')];
    const signal = new AbortController().signal;
    const turns: string[] = [];
    const identify = (member: Member, shard: number) =>
      member.processes.shards.identify?.(shard, 2, signal).then(() => turns.push(`shard ${shard}`));
    await identify(one, 0);
    const waits = identify(two, 2);
    await identify(two, 1);
    expect(turns).toEqual(['shard 0', 'shard 1']);
    await cluster.later(one, 5_000);
    await waits;
    expect(turns.at(-1)).toBe('shard 2');
  });
});
