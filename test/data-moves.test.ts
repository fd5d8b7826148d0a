import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '#src/store/connection/database.ts';
import { aLog } from './lib/log.ts';
import { BARE_ENVIRONMENT } from './e2e/process.ts';
import { aFolder, aStoreAt } from './store/database-file.ts';
import { startPostgres } from './store/postgres.ts';
import { aChannel, aPlayer, follow } from './store/rows.ts';

/** Runs a program of the operator in a folder without `.env`. */
const run = async (
  script: string,
  folder: string,
  options: readonly string[] = [],
  environment: NodeJS.ProcessEnv = {},
) => {
  const programme = [
    '--import',
    resolve('src/require-node.js'),
    resolve(`src/operator/${script}.ts`),
  ];
  const child = spawn(process.execPath, [...programme, ...options], {
    cwd: folder,
    env: { ...BARE_ENVIRONMENT, DATABASE_URL: 'file:data/bandeja.sqlite', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, error, exit] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code: exit[0] as unknown, out, error };
};

/** A folder with the database of a stopped bot: one channel, one follow. */
const aHome = async (): Promise<string> => {
  const folder = aFolder();
  const { db, close } = await aStoreAt(join(folder, 'data', 'bandeja.sqlite'));
  await follow(db, await aChannel(db, 1), aPlayer(5));
  await close();
  return folder;
};

const NO_DATABASE = { DATABASE_URL: 'mysql://db' };

describe('npm run backup', () => {
  it('writes a backup, and finds it sound', async () => {
    const folder = await aHome();
    const backups = join(folder, 'data', 'backups');
    const made = await run('backup', folder, ['--keep', '1']);
    expect(made).toMatchObject({ code: 0, error: '' });
    expect(made.out).toMatch(
      /^Backup written and verified: data\/backups\/bandeja-\d{8}T\d{6}Z\.sqlite \(1 channel, 1 follow, schema/,
    );
    const [name = ''] = readdirSync(backups);
    const checked = await run('backup', folder, ['--check', join('data', 'backups', name)]);
    expect(checked).toMatchObject({ code: 0, error: '' });
    expect(checked.out).toMatch(/^The backup is sound: data.* \(1 channel, 1 follow, schema/);
  });

  it.each([
    ['backup', 2, ['--check', 'a.sqlite', '--keep', '3'], /--check stands alone/],
    ['backup', 1, ['--check', 'nowhere.sqlite'], /there is no backup nowhere\.sqlite/],
    ['backup', 1, ['--check', 'data'], /there is no backup data/],
    ['backup', 2, ['--into', 'x'], /--into.*\n\n {2}npm run backup -- /s],
    ['backup', 2, ['--keep', 'all'], /--keep must be/],
    ['backup', 2, ['--to', 'one.sqlite', '--keep', '3'], /--keep must be/],
    [
      'copy-database',
      1,
      ['--from', 'file:data/bandeja.sqlite', '--to', 'file:./data/../data/bandeja.sqlite'],
      /both databases are the same/,
    ],
    [
      'copy-database',
      2,
      ['--to', 'file:x.sqlite'],
      /--from and --to are required: .*--replace]\n$/,
    ],
    [
      'copy-database',
      1,
      ['--from', 'postgres://bandeja@127.0.0.1:1/b', '--to', 'file:x.sqlite'],
      /: postgres:\/\/127\.0\.0\.1:1\/b: it cannot be opened \(ECONNREFUSED\)\. npm run doctor/,
    ],
  ] as const)(
    'say what is wrong, and exit with 2 for wrong arguments: %s %i %j',
    async (script, expected, options, words) => {
      const folder = await aHome();
      const { code, error, out } = await run(script, folder, options);
      expect([code, out]).toEqual([expected, '']);
      expect(error).toMatch(words);
      expect(existsSync(join(folder, 'data', 'backups'))).toBe(false);
    },
  );
});

describe('a program without its configuration', () => {
  it.each([
    ['../main', {}, 'Bandeja cannot start:\n  DISCORD_TOKEN is missing'],
    ['deploy', {}, 'Bandeja cannot register its commands:\n  DISCORD_TOKEN is missing'],
    ['backup', NO_DATABASE, 'Bandeja cannot back up its database:\n  DATABASE_URL should'],
  ] as const)('says what it cannot do: %s', async (script, environment, words) => {
    const { code, error } = await run(script, aFolder(), [], environment);
    expect(error.slice(0, words.length)).toBe(words);
    expect(code).toBe(1);
  });

  it('names apart what is no reason not to start: a variable that nothing reads', async () => {
    const { error } = await run('../main', aFolder(), [], { PADEL_PLAN: 'business' });
    const [reasons, warning] = error.split('\n\n');
    expect(reasons).not.toContain('PADEL_PLAN');
    expect(warning).toBe('! PADEL_PLAN is not known; did you mean PADEL_API_PLAN?');
  });
});

describe('npm run copy-database', () => {
  it('prints what it copied, and refuses a target that is not empty', async () => {
    const folder = await aHome();
    const there = ['--from', 'file:data/bandeja.sqlite', '--to', 'file:data/copy.sqlite'];
    const { code, out, error } = await run('copy-database', folder, there);
    expect([code, error]).toEqual([0, '']);
    expect(out).toMatch(/^follows +1 {2}[0-9a-f]{32} {2}same$/m);
    expect(out).toMatch(/^Copied and compared 2 rows of \d+ tables to file:data\/copy\.sqlite\.$/m);
    const again = await run('copy-database', folder, there);
    expect([again.code, again.out]).toEqual([1, '']);
    expect(again.error).toMatch(/is not empty; --replace/);
  });

  it.each(['source', 'target'])(
    'exits with a one-line error when PostgreSQL ends its connection: %s',
    async (ended) => {
      const cluster = await startPostgres();
      onTestFinished(cluster.stop);
      const [source, target] = [cluster.url('source'), cluster.url('target')];
      const admin = new pg.Client(cluster.url('postgres'));
      await admin.connect();
      for (const name of ['source', 'target']) await admin.query(`create database ${name}`);
      const { close } = await openStore(source, aLog());
      await close();
      const reader = new pg.Client(source);
      await reader.connect();
      // The copy waits for this lock with an open transaction on both databases.
      await reader.query('begin; lock table channels');
      const running = run('copy-database', aFolder(), ['--from', source, '--to', target]);
      const waits = async (): Promise<number | null> =>
        (await admin.query("select 1 from pg_stat_activity where wait_event_type = 'Lock'"))
          .rowCount;
      await expect.poll(waits, { timeout: 20_000 }).toBe(1);
      await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = $1 and pid <> $2`,
        [
          ended,
          (await reader.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid,
        ],
      );
      await reader.end();
      await admin.end();
      const { code, error } = await running;
      expect(error).toMatch(/^Bandeja: [^\n]+\n$/);
      expect(code).toBe(1);
    },
  );
});
