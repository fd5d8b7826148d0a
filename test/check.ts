import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

/** `npm run check`: everything that must hold, and one table at the end. */
interface Suite {
  /** The npm script that runs it. */
  readonly script: string;
  readonly hasTests: boolean;
}

/** Each uses one core, so that two run at a time. */
const STATIC: readonly Suite[] = ['check:lint', 'check:imports', 'check:format'].map((script) => ({
  script,
  hasTests: false,
}));
/** Each uses all cores by itself. */
const TESTS: readonly Suite[] = [
  'test',
  'test:long',
  'test:process',
  'test:e2e',
  'test:faults',
  'test:sandbox',
].map((script) => ({ script, hasTests: true }));

/** What Vitest's JSON reporter writes, as far as the table says it. */
const report = z.object({ numTotalTests: z.number(), numPendingTests: z.number() });

interface Result {
  readonly tests: string;
  readonly seconds: number;
  readonly isFine: boolean;
}

const folder = mkdtempSync(join(tmpdir(), 'bandeja-check-'));

const countIn = (file: string): string => {
  if (!existsSync(file)) return '';
  const { numTotalTests, numPendingTests } = report.parse(JSON.parse(readFileSync(file, 'utf8')));
  return `${numTotalTests}${numPendingTests === 0 ? '' : ` (${numPendingTests} skipped)`}`;
};

const run = async ({ script, hasTests }: Suite): Promise<Result> => {
  const begun = performance.now();
  const file = join(folder, `${script.replace(':', '-')}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const words = ['run', script, ...(hasTests ? ['--', ...reporters] : [])];
  const child = spawn('npm', words, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<boolean>((resolve) => {
    child.on('error', () => {
      resolve(false);
    });
    child.on('close', (code) => {
      resolve(code === 0);
    });
  });
  const [isFine, ...said] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  const seconds = Math.round((performance.now() - begun) / 1000);
  if (!isFine) console.log(`\n== npm run ${script}\n${said.join('')}`);
  console.log(`${script}: ${isFine ? 'ok' : 'failed'} after ${seconds} s`);
  return { tests: countIn(file), seconds, isFine };
};

const results = new Map<string, Result>();
const runAll = async (suites: readonly Suite[], atOnce: number): Promise<void> => {
  const waiting = [...suites];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      results.set(next.script, await run(next));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
};
await runAll(STATIC, 2);
await runAll(TESTS, 1);
rmSync(folder, { recursive: true });

const row = (suite: string, tests: string, seconds: string, result: string): string =>
  `${suite.padEnd(14)} ${tests.padStart(18)} ${seconds.padStart(8)}  ${result}`;
console.log(`\n${row('suite', 'tests', 'seconds', 'result')}`);
for (const [script, { tests, seconds, isFine }] of results) {
  console.log(row(script, tests, String(seconds), isFine ? 'ok' : 'FAILED'));
}
const isAllFine = [...results.values()].every(({ isFine }) => isFine);
const took = Math.round(performance.now() / 1000);
console.log(row(isAllFine ? 'all is well' : 'not all is well', '', String(took), ''));
process.exitCode = isAllFine ? 0 : 1;
