import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createLog } from '#src/log.ts';
import { LIVE_EVENT } from '#src/sandbox/padel-service/index.ts';
import { startDemo } from '#src/sandbox/demo/world.ts';
import { environmentOf, spawnBot } from './e2e/process.ts';

it('a second process on the same file says so, stands by, and takes over when the first was killed; each says that it stops', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bandeja-stand-by-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const world = { port: 0, padelPort: 0, speed: 0, seed: 1, requestsPerMinute: 100_000 };
  const demo = await startDemo({ folder, ...world, log: createLog('silent') });
  onTestFinished(demo.stop);
  const env = {
    ...environmentOf({
      discord: { token: demo.discord.token, apiUrl: demo.discord.apiUrl },
      padel: { token: 'sandbox-pro', apiUrl: demo.padel.apiUrl },
      realtime: {
        appKey: 'sandbox',
        cluster: 'eu',
        event: LIVE_EVENT,
        server: { host: '127.0.0.1', port: demo.padel.port, tls: false },
      },
      databaseUrl: `file:${join(folder, 'shared.sqlite')}`,
      logLevel: 'info',
    }),
    LOG_LEVEL: 'info',
  };
  const first = spawnBot(env);
  onTestFinished(first.stop);
  await first.up;
  const second = spawnBot(env);
  onTestFinished(second.stop);
  await expect.poll(second.said, { timeout: 20_000 }).toContain('standing by until it has ended');
  expect(second.said()).not.toContain('is connected to Discord');
  first.kill();
  await second.up;
  const third = spawnBot(env);
  onTestFinished(third.stop);
  await expect.poll(third.said, { timeout: 20_000 }).toContain('standing by until it has ended');
  await third.stop();
  await second.stop();
  for (const { said } of [second, third]) {
    expect(said()).toContain('"signal":"SIGTERM","msg":"bandeja is stopping"');
    expect(said()).toContain('"bandeja has stopped"');
  }
}, 60_000);
