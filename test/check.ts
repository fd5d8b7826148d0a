import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { startVitest } from 'vitest/node';
import { printHouse } from './house.ts';

/** A row of the table with which `npm run check`, the run of all checks and tests, ends. */
interface Row {
  readonly name: string;
  /** How many tests it has; empty for a check of the source text. */
  readonly tests: string;
  readonly seconds: number;
  readonly isFine: boolean;
}

/** The npm scripts that check the source text. */
const CHECKS = ['check:lint', 'check:imports', 'check:format'] as const;

const secondsSince = (begun: number): number => (performance.now() - begun) / 1_000;

const runScript = async (name: string): Promise<Row> => {
  const begun = performance.now();
  const child = spawn('npm', ['run', name], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<boolean>((resolve) => {
    child.on('error', () => {
      resolve(false);
    });
    child.on('close', (code) => {
      resolve(code === 0);
    });
  });
  const [isFine, ...output] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  if (!isFine) console.log(`\n== npm run ${name}\n${output.join('')}`);
  return { name, tests: '', seconds: secondsSince(begun), isFine };
};

/**
 * Runs the tests of all projects in one pool of workers: while one project waits for its last file,
 * the next one begins.
 */
const runTests = async (): Promise<readonly Row[]> => {
  const begun = performance.now();
  const vitest = await startVitest([], { watch: false, reporters: ['minimal'] });
  const rows = vitest.projects.map(({ name }): Row => {
    const files = vitest.state.getTestModules().filter(({ project }) => project.name === name);
    const tests = files.flatMap((file) => [...file.children.allTests()]);
    const skipped = tests.filter((test) => test.result().state === 'skipped').length;
    const durations = files.map((file) => file.diagnostic().duration);
    return {
      name,
      tests: `${tests.length}${skipped === 0 ? '' : ` (${skipped} skipped)`}`,
      // The sum of all its files, because it shares the workers with other projects.
      seconds: durations.reduce((sum, duration) => sum + duration, 0) / 1_000,
      isFine: files.length > 0 && files.every((file) => file.ok()),
    };
  });
  const errors = vitest.state.getUnhandledErrors().length;
  await vitest.close();
  const together = { name: 'all tests', tests: '', seconds: secondsSince(begun) };
  return [...rows, { ...together, isFine: errors === 0 }];
};

const line = (name: string, tests: string, seconds: number, result: string): string =>
  `${name.padEnd(15)} ${tests.padStart(18)} ${seconds.toFixed(0).padStart(8)}  ${result}`;

const checkAll = async (): Promise<void> => {
  const rows = [...(await Promise.all(CHECKS.map(runScript))), ...(await runTests())];

  console.log(`\n${'suite'.padEnd(15)} ${'tests'.padStart(18)} ${'seconds'.padStart(8)}  result`);
  for (const { name, tests, seconds, isFine } of rows) {
    console.log(line(name, tests, seconds, isFine ? 'ok' : 'FAILED'));
  }
  const isAllFine = rows.every(({ isFine }) => isFine);
  console.log(line(isAllFine ? 'all is well' : 'not all is well', '', secondsSince(0), ''));
  process.exitCode = isAllFine ? 0 : 1;
};

const [asked] = process.argv.slice(2);
if (asked === undefined) await checkAll();
else if (asked === 'house') printHouse();
else {
  console.error(
    `"${asked}" is no part of the check: write "npm run check" or "npm run check -- house".`,
  );
  process.exitCode = 2;
}
