import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startApp, type App } from '#src/app.ts';
import type { Config } from '#src/config.ts';
import { registerCommands } from '#src/discord/registered.ts';
import { commands } from '../../commands/index.ts';
import { aLocalDiscord, control } from '../../sandbox/test/discord/setup.ts';
import { aFolder } from '../../sandbox/test/folder.ts';
import { startStillDemo } from '../e2e/still-demo.ts';
import { aLog } from '../lib/log.ts';
import { openDatabases, type Databases } from '../store/postgres-databases.ts';

const PATIENCE = { timeout: 40_000, interval: 50 };

let databases: Databases;

beforeAll(async () => {
  databases = await openDatabases();
});
afterAll(() => databases.stop());

/** One process of the bot, which starts again when it must, as src/main.ts does. */
const aProcess = async (config: Config) => {
  const log = aLog();
  const restarts: string[] = [];
  let hasEnded = false;
  let running: Promise<App> = startApp({ config, log });
  const startAgain = async (app: App): Promise<App> => {
    const { why } = await app.mustRestart;
    restarts.push(why);
    await app.stop();
    return hasEnded ? app : await startApp({ config, log });
  };
  const keepUp = async (): Promise<void> => {
    while (!hasEnded) {
      const again = startAgain(await running);
      again.catch(() => undefined);
      await (
        await running
      ).mustRestart;
      running = again;
    }
  };
  await running;
  void keepUp();
  const stop = async (): Promise<void> => {
    hasEnded = true;
    await (await running).stop();
  };
  return { restarts, log, stop };
};

/** A Discord whose shards take ten servers each: two are full, and one more server needs a third. */
const aFullDiscord = async () => {
  const local = await aLocalDiscord({
    crowd: 20,
    limits: {
      serversPerShard: 10,
      maxConcurrency: 16,
      acknowledgeMs: 10_000,
      deferredAnswerMs: 60_000,
    },
  });
  /** The connected shards, as `0/2`. */
  const connected = (): readonly string[] =>
    local
      .attendance()
      .flatMap((of) => (of.connected > 0 ? [of.shard.join('/')] : []))
      .toSorted();
  return { local, connected };
};

it('all processes go on with more shards, and answer, when Discord requires them of one (4011)', async () => {
  const demo = await startStillDemo(aFolder());
  onTestFinished(demo.stop);
  const { local, connected } = await aFullDiscord();
  await control(local).remove();
  const config: Config = {
    ...demo.config,
    discord: { ...demo.config.discord, apiUrl: local.apiUrl, token: local.token },
    databaseUrl: await databases.migrated(),
  };
  await registerCommands({ ...config.discord, commands });
  const processes = [await aProcess(config), await aProcess(config)];
  onTestFinished(async () => {
    await Promise.all(processes.map(({ stop }) => stop()));
  });
  await expect.poll(connected, PATIENCE).toEqual(['0/2', '1/2']);

  await control(local).invite();
  await control(local).cut({ forget: true });
  await expect.poll(connected, PATIENCE).toEqual(['0/3', '1/3', '2/3']);

  const why = 'Discord requires more shards than 2 for this number of servers';
  // On a busy machine a lease may expire, too.
  expect(processes.flatMap(({ restarts }) => restarts)).toContain(why);
  for (const { restarts } of processes) expect(restarts).not.toEqual([]);
  expect(processes.flatMap(({ log }) => log.lines).join('\n')).not.toContain('DISCORD_TOKEN');
  const answered = async () => (await control(local).run('/follow')).status;
  await expect.poll(answered, PATIENCE).toBe('answered');
});
