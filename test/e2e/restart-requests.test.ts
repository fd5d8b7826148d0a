import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '#src/store/connection/database.ts';
import { startStillDemo } from './still-demo.ts';
import { aLog } from '../lib/log.ts';

const WAIT_OPTIONS = { timeout: 25_000, interval: 100 };

it('a restart with a fresh database sends at most three requests', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bandeja-restart-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const demo = await startStillDemo(folder);
  onTestFinished(demo.stop);
  const { db, close } = await openStore(demo.config.databaseUrl, aLog());
  onTestFinished(close);
  const checkpoints = async (): Promise<readonly string[]> =>
    (await db.selectFrom('checkpoints').select('name').execute()).map(({ name }) => name);
  const sent = async (): Promise<number> => {
    const rows = await db.selectFrom('requestCounts').select('requests').execute();
    return rows.reduce((sum, { requests }) => sum + requests, 0);
  };
  const health = async (origin: string | null): Promise<unknown> =>
    (await fetch(`${origin ?? ''}/health`)).json();

  const first = await demo.startBot();
  await expect
    .poll(checkpoints, WAIT_OPTIONS)
    .toEqual(
      expect.arrayContaining([
        'schedule-read',
        'names-of-player',
        'names-of-tournament',
        'names-of-pair',
      ]),
    );
  // The first start reads the chances of each live match.
  const withoutChances = () =>
    db
      .selectFrom('matches')
      .select('id')
      .where('phase', '=', 'playing')
      .where('chances', 'is', null)
      .execute();
  await expect.poll(withoutChances, WAIT_OPTIONS).toEqual([]);
  await first.stop();

  const before = await sent();
  expect(before).toBeGreaterThan(10);
  const second = await demo.startBot();
  await expect
    .poll(() => health(second.httpOrigin), WAIT_OPTIONS)
    .toMatchObject({ parts: { feed: { ok: true } } });
  expect((await sent()) - before).toBeLessThanOrEqual(3);
});
