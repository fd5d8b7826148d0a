import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { Demo } from '#sandbox/demo/world.ts';
import { environmentOf } from '../e2e/process.ts';
import { startStillDemo } from '../e2e/still-demo.ts';
import { startPostgres, type Cluster } from '../store/postgres.ts';
import { openDam, type Dam } from './dam.ts';
import { runProgram } from './program.ts';

let folder: string;
let demo: Demo;
let cluster: Cluster;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bandeja-stop-'));
  cluster = await startPostgres();
  demo = await startStillDemo(folder);
});

afterAll(async () => {
  await demo.stop();
  await cluster.stop();
  rmSync(folder, { recursive: true });
});

const aDam = async (url: URL): Promise<Dam> => {
  const dam = await openDam(Number(url.port));
  onTestFinished(dam.stop);
  return dam;
};

it('the bot stops by itself before it is killed, even if everything outside hangs', async () => {
  const { discord, padel } = demo.config;
  const [toDiscord, toPadel, toDatabase] = await Promise.all(
    [discord.apiUrl, padel.apiUrl, cluster.url('postgres')].map((url) => aDam(new URL(url))),
  );
  if (toDiscord === undefined || toPadel === undefined || toDatabase === undefined)
    throw new Error();
  const through = (url: string, { port }: Dam): string => {
    const other = new URL(url);
    other.port = String(port);
    return other.href;
  };
  const env = environmentOf({
    ...demo.config,
    discord: { ...discord, apiUrl: through(discord.apiUrl, toDiscord) },
    padel: { ...padel, apiUrl: through(padel.apiUrl, toPadel) },
    databaseUrl: through(cluster.url('postgres'), toDatabase),
  });
  const bot = runProgram(['node', 'src/main.ts'], { cwd: process.cwd(), env });
  await expect.poll(bot.said, { timeout: 120_000 }).toContain('is connected to Discord');
  // The database comes after the data service: without it, the bot sends no requests any more.
  for (const dam of [toPadel, toDatabase]) {
    dam.shut();
    await expect.poll(dam.held, { timeout: 30_000 }).toBeGreaterThan(0);
  }
  toDiscord.shut();
  expect(await bot.supervisedEnd()).toBe(0);
}, 90_000);
