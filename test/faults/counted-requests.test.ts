import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLog } from '#src/log.ts';
import { randomFrom, wholeBetween } from '#sandbox/padel-service/world/random.ts';
import { openStore } from '#src/store/connection/database.ts';
import { aService, says } from '../padel-api/service.ts';
import { startPostgres } from '../store/postgres.ts';
import { again, IS_SHORT, SEED } from './again.ts';

/** Concurrent requests of a process: so many may be counted but not yet sent when it is killed. */
const AT_ONCE = 4;

/** A process is killed at most so many milliseconds after its first request has arrived. */
const KILLED_WITHIN_MS = 150;

/** A data service that counts the requests it receives, and a temporary folder. */
const openWorld = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bandeja-counted-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const { origin, received } = await aService((response, request) => {
    const id = Number(/\d+$/.exec(request.url ?? '')?.[0]);
    says(response, 200, { id, name: 'Ana Vega' });
  });
  const start = (databaseUrl: string): ChildProcess =>
    spawn(
      process.execPath,
      ['test/faults/counting-child.ts', databaseUrl, `${origin}/api`, String(AT_ONCE)],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
  return { folder, start, arrived: () => received.length };
};

type World = Awaited<ReturnType<typeof openWorld>>;

/** Starts a process, and kills it at a random moment while it sends requests. */
const startAndKill = async (world: World, databaseUrl: string, random: () => number) => {
  const before = world.arrived();
  const child = world.start(databaseUrl);
  const gone = once(child, 'exit');
  await expect.poll(world.arrived, { timeout: 20_000, interval: 5 }).toBeGreaterThan(before);
  await pause(wholeBetween(random, 0, KILLED_WITHIN_MS));
  child.kill('SIGKILL');
  await gone;
};

const countedIn = async (databaseUrl: string): Promise<number> => {
  const { db, close } = await openStore(databaseUrl, createLog('silent'));
  const rows = await db.selectFrom('requestDays').select('requests').execute();
  await close();
  return rows.reduce((sum, { requests }) => sum + requests, 0);
};

describe('the stored request count after kill -9', () => {
  it('misses no request and has at most those in flight too many, with SQLite', async () => {
    const world = await openWorld();
    const databaseUrl = `file:${join(world.folder, 'counted.sqlite')}`;
    const random = randomFrom(SEED, 'counted in a file');
    for (let kills = 1; kills <= (IS_SHORT ? 3 : 10); kills += 1) {
      await startAndKill(world, databaseUrl, random);
      const counted = await countedIn(databaseUrl);
      expect(counted, again('counted-requests.test.ts')).toBeGreaterThanOrEqual(world.arrived());
      expect(counted - world.arrived(), again('counted-requests.test.ts')).toBeLessThanOrEqual(
        kills * AT_ONCE,
      );
    }
  });

  it('is as exact with three processes on PostgreSQL', async () => {
    const world = await openWorld();
    const postgres = await startPostgres();
    onTestFinished(postgres.stop);
    const databaseUrl = postgres.url('postgres');
    expect(await countedIn(databaseUrl)).toBe(0);
    const kills = IS_SHORT ? 1 : 3;
    const one = async (name: string): Promise<void> => {
      const random = randomFrom(SEED, name);
      for (let killed = 0; killed < kills; killed += 1) {
        await startAndKill(world, databaseUrl, random);
      }
    };
    await Promise.all(['first', 'second', 'third'].map(one));
    const counted = await countedIn(databaseUrl);
    expect(counted, again('counted-requests.test.ts')).toBeGreaterThanOrEqual(world.arrived());
    expect(counted - world.arrived(), again('counted-requests.test.ts')).toBeLessThanOrEqual(
      3 * kills * AT_ONCE,
    );
  });
});
