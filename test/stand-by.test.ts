import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { environmentOf, spawnBot } from './e2e/process.ts';
import { startStillDemo } from './e2e/still-demo.ts';

it('a second process on the same file stands by, and takes over after a kill', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bandeja-stand-by-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const demo = await startStillDemo(folder);
  onTestFinished(demo.stop);
  const env = { ...environmentOf(demo.config), LOG_LEVEL: 'info' };
  const first = spawnBot(env);
  onTestFinished(first.stop);
  await first.up;
  const second = spawnBot(env);
  onTestFinished(second.stop);
  await expect.poll(second.said, { timeout: 120_000 }).toContain('standing by');
  expect(second.said()).not.toContain('is connected to Discord');
  first.kill();
  await second.up;
  const third = spawnBot(env);
  onTestFinished(third.stop);
  await expect.poll(third.said, { timeout: 120_000 }).toContain('standing by');
  await third.stop();
  await second.stop();
  for (const { said } of [second, third]) {
    expect(said()).toContain('"signal":"SIGTERM","msg":"bandeja is stopping"');
    expect(said()).toContain('"bandeja has stopped"');
  }
});
