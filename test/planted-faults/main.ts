import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { z } from 'zod';
import { FAULTS, type Fault } from './faults.ts';

/**
 * `npm run check -- planted`: plants one fault after the other in a copy of the tree, and runs the
 * test that must notice it. An argument selects the faults whose file or test contains it.
 */
const [, , word = ''] = process.argv;

const root = join(import.meta.dirname, '../..');
const copy = mkdtempSync(join(tmpdir(), 'bandeja-planted-'));
const LEFT_OUT = ['node_modules', '.git', 'docs', 'out'];

/** The fields of Vitest's JSON report that are used here. */
const report = z.object({ numFailedTests: z.number(), numTotalTests: z.number() });

const failedTests = ({ test, project }: Fault): number => {
  const out = join(copy, 'report.json');
  rmSync(out, { force: true });
  const reporter = ['--reporter=json', `--outputFile=${out}`];
  const command = ['exec', '--', 'vitest', 'run', test, '--project', project, ...reporter];
  const env = { ...process.env, NODE_COMPILE_CACHE: join(copy, 'compiled') };
  const { stdout, stderr } = spawnSync('npm', command, { cwd: copy, encoding: 'utf8', env });
  if (!existsSync(out)) throw new Error(`${test} did not run: ${stdout}${stderr}`);
  const { numFailedTests, numTotalTests } = report.parse(JSON.parse(readFileSync(out, 'utf8')));
  if (numTotalTests === 0) throw new Error(`${project} has no ${test}`);
  return numFailedTests;
};

/** Plants the fault, and returns how many tests fail with it. */
const plant = (fault: Fault): number => {
  const file = join(copy, fault.file);
  const text = readFileSync(file, 'utf8');
  const [before = '', after, ...more] = text.split(fault.find);
  if (after === undefined || more.length > 0) {
    throw new Error(`${fault.file} has not exactly one "${fault.find}"`);
  }
  writeFileSync(file, before + fault.replacement + after);
  try {
    return failedTests(fault);
  } finally {
    writeFileSync(file, text);
  }
};

try {
  cpSync(root, copy, {
    recursive: true,
    filter: (path) => path === root || !LEFT_OUT.includes(basename(relative(root, path))),
  });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const chosen = FAULTS.filter(({ file, test }) => `${file} ${test}`.includes(word));
  let missed = 0;
  for (const fault of chosen) {
    const failed = plant(fault);
    if (failed === 0) missed += 1;
    console.log(`${failed === 0 ? 'MISSED' : 'caught'}  ${fault.file}: ${fault.breaks}`);
  }
  console.log(`${chosen.length - missed} of ${chosen.length} planted faults are caught`);
  process.exitCode = missed === 0 ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true });
}
