import { spawn, type StdioOptions } from 'node:child_process';
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

/** What `npm run check -- NAME` runs; further arguments are handed on. */
const PARTS = {
  lint: 'oxlint .',
  imports: 'depcruise --config .dependency-cruiser.js src commands sandbox test bench',
  format: 'oxfmt --check .',
  long: 'vitest run --project long',
  process: 'vitest run --project process',
  sandbox: 'vitest run --project sandbox',
  e2e: 'vitest run --project e2e test/e2e',
  faults: 'vitest run --project e2e test/faults',
  reliability:
    'vitest run test/faults property fuzz hostile --mode reliability --no-file-parallelism',
  mutation: 'node --import ./src/require-node.js test/mutation/main.ts',
  planted: 'node --import ./src/require-node.js test/planted-faults/main.ts',
  docs: 'vitest run commands/reference operations/stored-data --update',
  gallery: 'vitest run test/gallery/gallery.test.ts --mode gallery',
  screenshots:
    'vitest run e2e/browser e2e/members e2e/moderators --mode screenshots --no-file-parallelism',
} as const satisfies Readonly<Record<string, string>>;

/** The parts that check the source text. */
const CHECKS = ['lint', 'imports', 'format'] as const;

const secondsSince = (begun: number): number => (performance.now() - begun) / 1_000;

/** Starts a part; `code` is its exit code, 1 where it did not start or was killed. */
const start = (command: string, handedOn: readonly string[], stdio: StdioOptions) => {
  const [program = '', ...args] = command.split(' ');
  const child = spawn(program, [...args, ...handedOn], { stdio });
  const code = new Promise<number>((resolve) => {
    child.on('error', () => {
      resolve(1);
    });
    child.on('close', (ended) => {
      resolve(ended ?? 1);
    });
  });
  return { child, code };
};

const runCheck = async (name: (typeof CHECKS)[number]): Promise<Row> => {
  const begun = performance.now();
  const { child, code } = start(PARTS[name], [], ['ignore', 'pipe', 'pipe']);
  const outputs = [child.stdout, child.stderr].map((each) =>
    each === null ? Promise.resolve('') : text(each),
  );
  const isFine = (await code) === 0;
  if (!isFine) console.log(`\n== ${name}\n${(await Promise.all(outputs)).join('')}`);
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
  const rows = [...(await Promise.all(CHECKS.map(runCheck))), ...(await runTests())];

  console.log(`\n${'suite'.padEnd(15)} ${'tests'.padStart(18)} ${'seconds'.padStart(8)}  result`);
  for (const { name, tests, seconds, isFine } of rows) {
    console.log(line(name, tests, seconds, isFine ? 'ok' : 'FAILED'));
  }
  const isAllFine = rows.every(({ isFine }) => isFine);
  console.log(line(isAllFine ? 'all is well' : 'not all is well', '', secondsSince(0), ''));
  process.exitCode = isAllFine ? 0 : 1;
};

const [asked, ...args] = process.argv.slice(2);
const command = Object.entries(PARTS).find(([name]) => name === asked)?.[1];
if (asked === undefined) await checkAll();
else if (asked === 'house') printHouse();
else if (command !== undefined) process.exitCode = await start(command, args, 'inherit').code;
else {
  const names = ['house', ...Object.keys(PARTS)].join(', ');
  console.error(`"${asked}" is no part of the check. These are: ${names}.`);
  process.exitCode = 2;
}
