import { afterEach, expect, it, vi } from 'vitest';
import { startPostgres } from '../store/postgres.ts';
import { again, IS_SHORT } from './again.ts';
import { openCrowd, type Crowd } from './crowd.ts';
import { noteCrowd, noteRow } from './reliability.ts';

const PROCESSES = 3;

const SIZE = IS_SHORT
  ? { servers: 600, shards: 6, followers: 300, heartbeatMs: 3_000 }
  : { servers: 100_000, shards: 40, followers: 5_000, heartbeatMs: 15_000 };

const WAIT_OPTIONS = { timeout: 180_000, interval: 30 };

const afterwards: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const undo of afterwards.splice(0).reverse()) await undo();
});

/** How many shards each process serves when they are divided evenly, the largest share first. */
const fairShares = (processes: number): readonly number[] =>
  Array.from({ length: processes }, (_, place) => Math.ceil((SIZE.shards - place) / processes));

/** Resolves when this many processes serve all shards evenly, each shard exactly once. */
const divided = (crowd: Crowd, processes: number): Promise<void> =>
  vi.waitFor(async () => {
    expect(await crowd.shares()).toEqual(fairShares(processes));
    const served = crowd.attendance().filter(({ connected }) => connected === 1);
    expect(served).toHaveLength(SIZE.shards);
  }, WAIT_OPTIONS);

/** Resolves when the processes have received all servers from the gateway. */
const known = (crowd: Crowd): Promise<void> =>
  vi.waitFor(() => {
    expect(crowd.attendance().filter(({ isUpToDate }) => !isUpToDate)).toEqual([]);
  }, WAIT_OPTIONS);

it('serves each shard and alerts each server once when one of three processes dies', async () => {
  const postgres = await startPostgres();
  afterwards.push(postgres.stop);
  const databaseUrl = postgres.url('postgres');
  const crowd = await openCrowd({ databaseUrl, processes: PROCESSES, ...SIZE });
  afterwards.push(crowd.stop);
  await vi.waitFor(crowd.ready, WAIT_OPTIONS);
  await divided(crowd, PROCESSES);
  await known(crowd);
  const held = await Promise.all(crowd.members.map((member) => member.megabytes()));

  await crowd.playToResult();
  await vi.waitFor(() => {
    expect(crowd.delivered()).toBeGreaterThan(SIZE.followers / 3);
  }, WAIT_OPTIONS);
  const killed = crowd.lastWriter();
  await killed.end('SIGKILL');
  const killedAt = performance.now();
  await divided(crowd, PROCESSES - 1);
  const takenOverAfter = (performance.now() - killedAt) / 1_000;
  await known(crowd);
  await killed.start();
  await divided(crowd, PROCESSES);
  await known(crowd);

  await vi.waitFor(() => {
    expect(crowd.delivered()).toBe(SIZE.followers);
  }, WAIT_OPTIONS);
  await vi.waitFor(crowd.requireSettled, WAIT_OPTIONS);
  const verdict = await crowd.verdict();
  expect(verdict, again('crowd.test.ts')).toMatchObject({ lost: [], twice: [], wrong: [] });
  await noteRow('crowd', SIZE.servers, verdict);
  await noteCrowd({ held, takenOverAfter });
}, 900_000);
