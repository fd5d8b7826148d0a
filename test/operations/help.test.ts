import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { BARE_ENVIRONMENT } from '../e2e/process.ts';
import { aFolder } from '../store/database-file.ts';
import { runProgram } from './program.ts';

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

/** Those that an operator runs: `npm start` and its like, each with what it runs. */
const PROGRAMS = Object.entries(scripts).flatMap(([name, line]) => {
  const [, programme] = /^node (?:\S+ )*(src\/[a-z-]+\.ts)$/.exec(line) ?? [];
  const typed = name === 'start' ? 'npm start' : `npm run ${name}`;
  return programme === undefined ? [] : [[typed, resolve(programme)] as const];
});

it('is asked of every program', () => {
  expect(PROGRAMS.map(([typed]) => typed)).toEqual([
    'npm start',
    ...['deploy', 'doctor', 'backup', 'restore', 'copy-database'].map((name) => `npm run ${name}`),
  ]);
});

it.each(PROGRAMS)(
  '%s -- --help says how it is used, and does nothing',
  async (typed, programme) => {
    const folder = aFolder();
    const where = { cwd: folder, env: BARE_ENVIRONMENT };
    const { ended, said } = runProgram(['node', programme, '--help'], where);
    expect(await ended).toBe(0);
    const [first, blank, next] = said().split('\n');
    expect(first === typed || first?.startsWith(`${typed} -- `)).toBe(true);
    expect([blank, next]).toEqual(['', expect.stringMatching(/^ {2}[A-Z]/)]);
    expect(readdirSync(folder)).toEqual([]);
  },
);
