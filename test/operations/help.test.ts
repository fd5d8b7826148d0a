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

/** The npm scripts of a folder, each as it is typed and with the file that it runs. */
const programsIn = (room: string) =>
  Object.entries(scripts).flatMap(([name, line]) => {
    const [, programme] = new RegExp(`^node (?:\\S+ )*(${room}/[a-z/-]+\\.ts)$`).exec(line) ?? [];
    const typed = name === 'start' ? 'npm start' : `npm run ${name}`;
    return programme === undefined ? [] : [[typed, resolve(programme)] as const];
  });

const PROGRAMS = programsIn('src');

it('the tests below cover every program for operators', () => {
  expect(PROGRAMS.map(([typed]) => typed)).toEqual([
    'npm start',
    ...['deploy', 'doctor', 'backup', 'operator', 'copy-database'].map((name) => `npm run ${name}`),
  ]);
});

it.each(PROGRAMS)(
  '%s -- --help prints its usage and does nothing else',
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

it.each([...PROGRAMS, ...programsIn('sandbox')])(
  '%s exits with 2 for an option that it does not know, and names it',
  async (_typed, programme) => {
    const where = { cwd: aFolder(), env: BARE_ENVIRONMENT };
    const { ended, said } = runProgram(['node', programme, '--unknown'], where);
    expect(await ended).toBe(2);
    expect(said()).toContain("Unknown option '--unknown'");
  },
);
