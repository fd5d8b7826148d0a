import { execFile, spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const RULES = 'docs/operations/prometheus-rules.yml';
const FILES = globSync('test/operations/rules/*.yml').toSorted();

/** Where `.ci/run` unpacks promtool when the machine has none. */
const UNPACKED = '.ci/bin/promtool';
const promtool = existsSync(UNPACKED) ? UNPACKED : 'promtool';
const isThere = spawnSync(promtool, ['--version']).error === undefined;

if (!isThere) {
  console.warn(
    'SKIPPED: the alert rules are not tested, because promtool is missing. ' +
      'It is in the package "prometheus" of Debian and Ubuntu.',
  );
}

const alertName = z.object({ alert: z.string() });
const rulesFile = z.object({
  groups: z.array(z.object({ rules: z.array(alertName) })),
});

describe('the alert rules', () => {
  it('have a test each', () => {
    const names = rulesFile
      .parse(parse(readFileSync(RULES, 'utf8')))
      .groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
    const tests = FILES.map((file) => readFileSync(file, 'utf8')).join('\n');
    const tested = [...tests.matchAll(/alertname="(\w+)"/g)].map(([, name]) => name);
    expect(new Set(tested)).toEqual(new Set(names));
  });

  it.runIf(isThere)(
    'fire when they must, and are silent otherwise',
    async () => {
      // Otherwise promtool would take all cores from the tests that run at the same time.
      const env = { ...process.env, GOMAXPROCS: '1' };
      const run = promisify(execFile);
      await run(promtool, ['check', 'rules', '--lint-fatal', RULES], { env });
      await run(promtool, ['test', 'rules', ...FILES], { env });
    },
    60_000,
  );
});
