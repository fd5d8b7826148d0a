import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readArguments } from '#src/doctor/command-line.ts';
import { BARE_ENVIRONMENT } from '../e2e/process.ts';
import { useWorld } from './stage.ts';

const world = useWorld();

/** Runs `npm run doctor` in a folder without `.env`. */
const run = async (variables: Readonly<Record<string, string>>, ...line: readonly string[]) => {
  const child = spawn(process.execPath, [resolve('src/operator/doctor.ts'), ...line], {
    cwd: world().folder,
    env: { ...BARE_ENVIRONMENT, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, exit] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code: exit[0] as unknown, stdout, stderr };
};

const report = z.object({
  sound: z.boolean(),
  findings: z.array(z.object({ verdict: z.string(), about: z.string(), says: z.string() })),
});

describe.concurrent('npm run doctor', () => {
  it('exits with 0 and prints JSON when nothing is wrong', async () => {
    // Points are played: one is pushed before the doctor gives up.
    await world().padel.steer({ speed: 60 });
    const { code, stdout, stderr } = await run(world().variables, '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { sound, findings } = report.parse(JSON.parse(stdout));
    expect(sound).toBe(true);
    expect(findings.length).toBeGreaterThan(15);
  });

  it('exits with 1 and prints a line for each required variable when none is set', async () => {
    const { code, stdout, stderr } = await run({});
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    for (const name of ['DISCORD_TOKEN', 'PADEL_API_URL', 'PADEL_API_TOKEN', 'REALTIME_APP_KEY']) {
      expect(stdout).toMatch(new RegExp(`^✗ Configuration {4}${name} is missing: `, 'm'));
    }
    expect(stdout).toMatch(/\n4 problems to fix\.\n$/);
  });

  it('explains its options when one of them is wrong', async () => {
    const { code, stdout, stderr } = await run({}, '--webhook', 'localhost');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(
      'Bandeja: --webhook should be like https://your.host/webhooks/padel. See --help.\n',
    );
  });
});

it('accepts only a number for --subscription', () => {
  expect(readArguments({ subscription: '17' })).toEqual({ webhook: null, subscription: 17 });
  expect(() => readArguments({ subscription: 'mine' })).toThrow(
    '--subscription should be a number',
  );
});
