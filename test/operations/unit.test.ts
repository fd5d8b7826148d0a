import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import lockfile from '../../package-lock.json' with { type: 'json' };
import packageFile from '../../package.json' with { type: 'json' };

const UNIT = 'docs/operations/bandeja.service';
const text = readFileSync(UNIT, 'utf8');

const valuesOf = (name: string): readonly string[] =>
  [...text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);

const ANALYZE = '/usr/bin/systemd-analyze';

/** The unit with the paths of this machine, which has nothing in /opt. */
const unitHere = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'bandeja-unit-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const file = join(folder, 'bandeja.service');
  const [command = ''] = /^\S+/.exec(valuesOf('ExecStart')[0] ?? '') ?? [];
  writeFileSync(file, text.replace(command, process.execPath).replaceAll('/opt/bandeja', folder));
  return file;
};

describe('the systemd unit', () => {
  it('runs what npm start runs', () => {
    const [, ...words] = (valuesOf('ExecStart')[0] ?? '').split(' ');
    expect(['node', ...words].join(' ')).toBe(packageFile.scripts.start);
  });

  it('runs the Node of the lockfile, which is no development package', () => {
    const [command] = (valuesOf('ExecStart')[0] ?? '').split(' ');
    expect(command).toBe(`${valuesOf('WorkingDirectory')[0]}/node_modules/.bin/node`);
    expect(text).toContain('npm ci --omit=dev');
    for (const arch of ['x64', 'arm64'] as const) {
      const { version, integrity, libc } = lockfile.packages[`node_modules/node-linux-${arch}`];
      // On musl it would not run, and hide the Node of the system: npm leaves it out there. Each new
      // version of it in the lockfile needs this line again, since its package does not have it.
      expect([version, integrity, libc]).toEqual([
        packageFile.optionalDependencies[`node-linux-${arch}`],
        expect.stringMatching(/^sha512-/),
        ['glibc'],
      ]);
    }
  });

  it('writes no core dump, which would hold the tokens', () => {
    expect(valuesOf('LimitCORE')).toEqual(['0']);
  });

  it('limits the memory to at least twice the heap at which V8 must collect', () => {
    const [limit = ''] = valuesOf('MemoryMax');
    expect(valuesOf('ExecStart').join(' ')).toContain('--max-old-space-size=384 ');
    expect(Number(limit.replace('M', ''))).toBeGreaterThanOrEqual(2 * 384);
  });

  it('gives the bot time to stop, and restarts it only after failures, without limit', () => {
    expect(Number(valuesOf('TimeoutStopSec'))).toBeGreaterThan(8);
    expect(valuesOf('Restart')).toEqual(['on-failure']);
    // A database may be down for longer than any limited number of restarts takes.
    expect(valuesOf('StartLimitIntervalSec')).toEqual(['0']);
    expect(Number(valuesOf('RestartSec'))).toBeGreaterThan(0);
  });

  it('keeps the database in the only folder where the bot may write', () => {
    const [database = ''] = valuesOf('Environment').filter((each) =>
      each.startsWith('DATABASE_URL='),
    );
    expect(database).toMatch(
      new RegExp(`^DATABASE_URL=file:/var/lib/${valuesOf('StateDirectory')[0]}/`),
    );
    expect(valuesOf('ProtectSystem')).toEqual(['strict']);
    expect(valuesOf('DynamicUser')).toEqual(['yes']);
  });

  it.runIf(existsSync(ANALYZE))('is valid for systemd, and has a low exposure', async () => {
    const file = unitHere();
    const run = promisify(execFile);
    const { stdout, stderr } = await run(ANALYZE, ['verify', '--man=no', file]);
    expect(stdout + stderr).toBe('');
    // Fails when the exposure is above 2.0 of 10.
    await run(ANALYZE, ['security', '--offline=yes', '--threshold=20', file]);
  });
});
