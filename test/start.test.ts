import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLocalDiscord } from '#sandbox/discord/index.ts';
import type { Demo } from '#sandbox/demo/world.ts';
import { BARE_ENVIRONMENT, environmentOf, spawnBot } from './e2e/process.ts';
import { freePort } from './free-port.ts';
import { startStillDemo } from './e2e/still-demo.ts';
import { control } from '../sandbox/test/discord/setup.ts';

/** What `npm start` runs, with absolute paths so that it works in a folder without `.env`. */
const PROGRAMME = ['--import', resolve('src/require-node.js'), resolve('src/main.ts')];

let folder: string;
let demo: Demo;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bandeja-start-'));
  demo = await startStillDemo(folder);
});

afterAll(async () => {
  await demo.stop();
  rmSync(folder, { recursive: true });
});

type Environment = NodeJS.ProcessEnv;

const run = async (environment: Environment) => {
  const child = spawn(process.execPath, PROGRAMME, {
    cwd: folder,
    env: { ...BARE_ENVIRONMENT, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, exit] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code: exit[0] as unknown, output: stdout + stderr, stderr };
};

let runs = 0;

/** Correct variables with a new database; each test then breaks one of them. */
const complete = (): Environment => ({
  ...environmentOf(demo.config),
  DATABASE_URL: `file:${join(folder, `${(runs += 1)}.sqlite`)}`,
  LOG_LEVEL: 'debug',
});

const SECRET = 'hunter2-hunter2';

describe.concurrent('npm start', () => {
  it('without any configuration names every required variable, and the demo', async () => {
    const { code, stderr } = await run({});
    expect(code).toBe(1);
    for (const name of ['DISCORD_TOKEN', 'PADEL_API_URL', 'PADEL_API_TOKEN', 'REALTIME_APP_KEY']) {
      expect(stderr).toMatch(new RegExp(`${name} is missing: \\w`));
    }
    expect(stderr).toContain('npm run demo');
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it('on another Node says which ones it needs, before it runs anything', async () => {
    const older = 'Object.defineProperty(process, "versions", { value: { node: "22.1.0" } })';
    const first = `data:text/javascript,${encodeURIComponent(older)}`;
    const { code, output } = await run({ NODE_OPTIONS: `--import ${first}` });
    expect(code).toBe(1);
    expect(output).toMatch(/^Bandeja needs Node 24 or 26; this is Node 22\.1\.0\. .*glibc.*\n$/);
  });

  it.each<[string, () => Environment, string]>([
    [
      'a Discord token that Discord refuses',
      () => ({ DISCORD_TOKEN: SECRET }),
      'DISCORD_TOKEN is refused',
    ],
    [
      'a database that does not answer',
      () => ({ DATABASE_URL: `postgres://bandeja:${SECRET}@127.0.0.1:1/bandeja` }),
      'DATABASE_URL names a database that cannot be opened: no server is running there (ECONNREFUSED). npm run doctor tells more.',
    ],
    [
      'a password that is not percent-encoded',
      () => ({ DATABASE_URL: `postgres://bandeja:${SECRET}/@127.0.0.1/bandeja` }),
      'special characters of the password percent-encoded',
    ],
    [
      'a database file that is a folder',
      () => ({ DATABASE_URL: `file:${folder}` }),
      'cannot be opened: the file cannot be opened (SQLITE_CANTOPEN). npm run doctor',
    ],
    [
      'a table of broadcasters that is not there',
      () => ({ WHERE_TO_WATCH: join(folder, 'none.json') }),
      'WHERE_TO_WATCH names a file that cannot be read (ENOENT): give the path of a JSON file',
    ],
  ])('with %s names the variable to fix, and shows no secret', async (_case, broken, words) => {
    const { code, output, stderr } = await run({ ...complete(), ...broken() });
    expect(code).toBe(1);
    const said = stderr.split('\n').filter((line) => !line.startsWith('{'));
    expect(said.join('\n')).toContain(words);
    expect(said.join('\n')).not.toMatch(/\n\s+at /);
    expect(stderr).not.toContain('"stack"');
    for (const secret of [SECRET, demo.discord.token, 'sandbox-pro']) {
      expect(output).not.toContain(secret);
    }
  });
});

it('goes on with more shards when Discord requires them, and the log says why', async () => {
  const crowded = await startLocalDiscord({ port: 0, crowd: 15, limits: { serversPerShard: 15 } });
  await control(crowded).remove();
  const bot = spawnBot({ ...complete(), DISCORD_API_URL: crowded.apiUrl });
  try {
    await bot.up;
    await control(crowded).invite();
    await control(crowded).cut({ forget: true });
    const shards = () =>
      crowded.attendance().flatMap(({ shard, connected }) => (connected === 1 ? [shard] : []));
    await expect.poll(shards, { timeout: 50_000 }).toEqual([
      [0, 2],
      [1, 2],
    ]);
    expect(bot.said()).toContain('Discord requires more shards than 1 for this number of servers');
    expect(bot.said()).toContain('bandeja restarts');
    expect(bot.said()).not.toContain('DISCORD_TOKEN');
  } finally {
    await bot.stop();
    await crowded.stop();
  }
});

describe('npm start without an outside service', () => {
  it('goes on without Discord, and reports it in the log and at /health', async () => {
    const port = await freePort();
    const bot = spawnBot({
      ...complete(),
      DISCORD_API_URL: 'http://127.0.0.1:1/api',
      DISCORD_TOKEN: SECRET,
      HTTP_PORT: String(port),
    });
    try {
      await expect.poll(bot.said, { timeout: 20_000 }).toContain('Discord unreachable');
      const health = async (): Promise<string> =>
        await fetch(`http://127.0.0.1:${port}/health`).then(
          (response) => response.text(),
          () => 'nothing listens',
        );
      await expect.poll(health).toContain("Discord's gateway is not connected.");
      expect(bot.said()).not.toContain(SECRET);
    } finally {
      await bot.stop();
    }
  });

  it.each<[string, () => Environment, string]>([
    [
      'a token that the data service refuses',
      () => ({ PADEL_API_TOKEN: SECRET }),
      'PADEL_API_TOKEN is refused by the padel data service',
    ],
    [
      'a key that the realtime server refuses',
      () => ({ REALTIME_APP_KEY: SECRET }),
      'the realtime server refuses us (4001): the key is unknown there, retrying. Check REALTIME_APP_KEY',
    ],
    [
      'a variable that nothing reads',
      () => ({ PADEL_PASSWORD: SECRET }),
      'PADEL_PASSWORD is not known: nothing reads it',
    ],
  ])(
    'goes on with %s, logs the variable to fix, and shows no secret',
    async (_case, broken, words) => {
      const bot = spawnBot({ ...complete(), ...broken() });
      try {
        await bot.up;
        await expect.poll(bot.said, { timeout: 20_000 }).toContain(words);
        expect(bot.said()).not.toContain(SECRET);
      } finally {
        await bot.stop();
      }
    },
  );
});
