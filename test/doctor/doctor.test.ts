import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commands } from '#commands/index.ts';
import { UNKNOWN_SERVICE } from '#src/domain/quota.ts';
import { registerCommands } from '#src/discord/registered.ts';
import type { ExamineOptions } from '#src/doctor/examine.ts';
import { HOUR } from '#src/lib/time.ts';
import { openStore } from '#src/store/connection/database.ts';
import type { BotVitals } from '#src/http/vitals.ts';
import { startPadelProxy } from '../e2e/padel-proxy.ts';
import { freePort } from '../free-port.ts';
import { aLog } from '../lib/log.ts';
import { aService } from '../padel-api/service.ts';
import { NOON } from '../store/rows.ts';
import { aHouse, anEndpoint } from '../http/stage.ts';
import { aProxy, type Passing } from './proxy.ts';
import { complaintsOf, linesOf, useWorld, type Variables, type World } from './stage.ts';

const world = useWorld();

describe('the doctor when nothing is wrong', () => {
  it('approves every point, before the first start, and shows no secret', async () => {
    const { variables, port } = world();
    const lines = await linesOf(variables, { webhook: new URL(`http://127.0.0.1:${port}`) });
    expect(lines.filter((line) => !line.startsWith('✓'))).toEqual([]);
    expect(lines.map((line) => line.slice(2, 17).trim())).toEqual([
      ...['Node', 'Memory', 'Configuration', 'Database', 'Tables', 'Disk', 'Discord token'],
      ...['Intents', 'Gateway', 'Commands', 'Servers', 'Invite link', 'Clock', 'Data service'],
      ...['Requests', 'Plan', 'Quota', 'Live socket', 'HTTP port', 'Webhook secret'],
      'Webhook address',
    ]);
    const { DISCORD_TOKEN = '', PADEL_API_TOKEN = '', WEBHOOK_SECRET } = variables;
    for (const secret of [DISCORD_TOKEN, PADEL_API_TOKEN, WEBHOOK_SECRET]) {
      expect(secret).not.toBe('');
      expect(lines.join('\n')).not.toContain(secret);
    }
  });

  it('approves a database that the bot has used', async () => {
    const { variables, folder } = world();
    const url = `file:${join(folder, 'used.sqlite')}`;
    const store = await openStore(url, aLog());
    onTestFinished(store.close);
    const lines = await linesOf({ ...variables, DATABASE_URL: url });
    expect(lines.filter((line) => /^. (Database|Tables)/.test(line))).toEqual([
      expect.stringMatching(/^✓ Database .*used\.sqlite, \d MB, journal wal; writable\.$/),
      '✓ Tables           Up to date.',
    ]);
  });

  it('tests an unsigned webhook, and expects none when none is configured', async () => {
    const { port, variables: all } = world();
    const { WEBHOOK_SECRET: _secret, HTTP_PORT, ...variables } = all;
    const path = '/hooks/0123456789abcdef0123456789abcdef';
    const unsigned = { ...variables, HTTP_PORT, WEBHOOK_UNSIGNED: 'yes', WEBHOOK_PATH: path };
    const webhook = new URL(`http://127.0.0.1:${port}`);
    const lines = await linesOf(unsigned, { webhook });
    expect(lines.slice(-2)).toEqual([
      '✓ Webhook secret   None: anyone who knows the path can deliver.',
      '✓ Webhook address  It reaches the bot, and deliveries arrive unchanged.',
    ]);
    expect(lines.join('\n')).not.toContain(path);
    expect((await linesOf(variables)).at(-1)).toBe(
      '✓ HTTP port        None: no /health and no webhook; changes are noticed at the next sync.',
    );
  });

  it('sends at most eleven requests to the data service', async () => {
    const { variables, padel } = world();
    const asked: string[] = [];
    const { apiUrl, stop } = await startPadelProxy(padel.url, (body, path) => {
      asked.push(path);
      return body;
    });
    onTestFinished(stop);
    expect(await complaintsOf({ ...variables, PADEL_API_URL: apiUrl })).toEqual([]);
    expect(asked).toContain('/live?per_page=1');
    expect(asked.length).toBeLessThanOrEqual(11);
  });
});

it('the doctor names a field that the answers of the data service lack', async () => {
  const { variables, padel } = world();
  const { apiUrl, stop } = await startPadelProxy(padel.url, (body, path) =>
    path.startsWith('/matches?') ? body.replaceAll('"court":', '"pista":') : body,
  );
  onTestFinished(stop);
  expect(await complaintsOf({ ...variables, PADEL_API_URL: apiUrl })).toEqual([
    '! Data service     Its answers are not as expected: matches: 0 of 20 rows with court (expected text). → The bot goes on with the rest. Is there an update of it?',
  ]);
});

/** What is wrong, the variables that make it so, every line that is not ✓, and what else is special. */
type Mistake = readonly [
  what: string,
  wrong: Variables | ((world: World) => Variables | Promise<Variables>),
  lines: string | readonly string[],
  options?: Partial<ExamineOptions>,
];

const MISTAKES: readonly Mistake[] = [
  [
    'a missing Discord token, and a port that is not a number',
    { DISCORD_TOKEN: '', HTTP_PORT: 'eighty' },
    [
      '✗ Configuration    DISCORD_TOKEN is missing: the bot token from the Discord developer portal. → Edit the file .env beside package.json (see .env.example).',
      '✗ Configuration    HTTP_PORT should be a port number from 1 to 65535, not "eighty". → Edit the file .env beside package.json (see .env.example).',
    ],
  ],
  [
    'an optional variable with a slip in its name',
    { LOG_LEVLE: 'debug' },
    '! Configuration    LOG_LEVLE is not known; did you mean LOG_LEVEL? → Edit the file .env beside package.json (see .env.example).',
  ],
  [
    'variables that begin as ours do, and that nothing reads',
    { PADEL_PLAN: 'business', DATABASE_PASSWORD: 'x', HTTP_PROXY: 'x' },
    [
      '! Configuration    PADEL_PLAN is not known; did you mean PADEL_API_PLAN? → Edit the file .env beside package.json (see .env.example).',
      '! Configuration    DATABASE_PASSWORD is not known: nothing reads it. → Edit the file .env beside package.json (see .env.example).',
    ],
  ],
  [
    'a Discord token with a slip in its name',
    { DISCORD_TOKEN: '', DISCORD_TOKN: 'x' },
    [
      '✗ Configuration    DISCORD_TOKEN is missing: the bot token from the Discord developer portal. → Edit the file .env beside package.json (see .env.example).',
      '! Configuration    DISCORD_TOKN is not known; did you mean DISCORD_TOKEN? → Edit the file .env beside package.json (see .env.example).',
    ],
  ],
  [
    'a Discord token that does not exist',
    { DISCORD_TOKEN: 'MTEwMDAwMDAwMDAwMDAwMDAwMg.wrong.token-of-nobody' },
    '✗ Discord token    Discord refuses it. → Reset the token under "Bot" in the developer portal and copy it to DISCORD_TOKEN.',
  ],
  [
    'an unreachable Discord',
    { DISCORD_API_URL: 'http://127.0.0.1:1/api' },
    [
      '✗ Discord          It cannot be reached: connection refused. → Allow this machine to reach it: check the network, and DISCORD_API_URL if it is set.',
      "! Clock            Could not be compared with Discord's. → Fix the connection to Discord first.",
    ],
  ],
  [
    'a token that the data service refuses',
    { PADEL_API_TOKEN: 'of-last-year' },
    '✗ Padel token      The data service refuses it. → Create a token on its token page and copy it to PADEL_API_TOKEN.',
  ],
  [
    'a plan without live matches',
    { PADEL_API_TOKEN: 'sandbox-free' },
    "! Plan             It lacks live points, statistics of matches, statistics of pairs, chances of simulations. → The bot does without them, and says so. Points need the service's Pro plan.",
  ],
  [
    'an unknown realtime key',
    { REALTIME_APP_KEY: 'of-another-service' },
    "✗ Live socket      The realtime server refuses us (4001): the key is unknown there. → Check REALTIME_APP_KEY and REALTIME_CLUSTER against the service's documentation.",
  ],
  [
    'a realtime port at which nothing listens',
    { REALTIME_PORT: '1' },
    '✗ Live socket      It cannot be reached: connection refused. → Check REALTIME_CLUSTER, or REALTIME_HOST and REALTIME_PORT, and the network.',
  ],
  [
    'a database in a folder that is not writable',
    { DATABASE_URL: 'file:/proc/bandeja/bandeja.sqlite' },
    '✗ Database         Its folder is not writable. → Point DATABASE_URL at a file in another folder.',
  ],
  [
    'another webhook secret than the one that the service signs with',
    { WEBHOOK_SECRET: 'of-another-subscription' },
    "✗ Webhook secret   Webhook 1 of the service signs with another secret than WEBHOOK_SECRET. → Copy the webhook's secret to WEBHOOK_SECRET.",
  ],
  [
    'a clock that is an hour ahead',
    {},
    '✗ Clock            It is 60 min ahead. → Set it and keep it in sync: timedatectl set-ntp true',
    { now: () => Date.now() + HOUR },
  ],
  [
    'too little memory',
    {},
    '✗ Memory           90 MB are free. → The bot needs up to 300 MB: end other programs, or add some.',
    { availableMemory: () => 90_000_000 },
  ],
  [
    'an address of the data service without its /api',
    ({ padel }) => ({ PADEL_API_URL: padel.url }),
    "✗ Data service     What answers at PADEL_API_URL is not the service (status 404). → PADEL_API_URL must be the service's root and end in /api.",
  ],
  [
    'an unreachable data service',
    async () => ({ PADEL_API_URL: `http://127.0.0.1:${await freePort()}/api` }),
    '✗ Data service     It cannot be reached: connection refused. → Check PADEL_API_URL and the network.',
  ],
  [
    'a realtime port where another program answers',
    ({ discord }) => ({ REALTIME_PORT: String(discord.port) }),
    '✗ Live socket      Something other than a realtime server answers. → Check REALTIME_HOST, REALTIME_PORT and REALTIME_TLS; proxies must pass WebSockets.',
    { realtimeTimeoutMs: 500 },
  ],
  [
    'a database file that is not a database',
    ({ folder }) => {
      const file = join(folder, 'letter.sqlite');
      writeFileSync(file, 'Dear database, '.repeat(1_000), { mode: 0o600 });
      return { DATABASE_URL: `file:${file}` };
    },
    '✗ Database         The file is not a database. → Point DATABASE_URL at another file; the first start creates it.',
  ],
  [
    'a database file that is a folder',
    ({ folder }) => {
      const file = join(folder, 'folder.sqlite');
      mkdirSync(file, { mode: 0o700 });
      return { DATABASE_URL: `file:${file}` };
    },
    '✗ Database         The file cannot be opened. → Point DATABASE_URL at a file in a folder of the bot.',
  ],
  [
    'a database file that another program has locked',
    ({ folder }) => {
      const file = join(folder, 'held.sqlite');
      const other = new SqliteDatabase(file);
      chmodSync(file, 0o600);
      onTestFinished(() => void other.close());
      other.exec('create table mine (id integer); begin immediate');
      return { DATABASE_URL: `file:${file}` };
    },
    '✗ Database         Another program has locked the file. → Close it and try again.',
  ],
  [
    'a database that a later release has changed',
    async ({ folder }) => {
      const url = `file:${join(folder, 'later.sqlite')}`;
      const { db, close } = await openStore(url, aLog());
      onTestFinished(close);
      await db
        // The migrator's own table, which is not in the types of the schema.
        .$extendTables<{ kysely_migration: { name: string; timestamp: string } }>()
        .insertInto('kysely_migration')
        .values({ name: '999-of-tomorrow', timestamp: '2030-01-01' })
        .execute();
      return { DATABASE_URL: url };
    },
    '✗ Tables           They are from a later release (999-of-tomorrow). → Run that release, or restore a backup of this one.',
  ],
  [
    'an address that this machine does not have',
    { HTTP_HOST: '192.0.2.1' },
    '✗ HTTP port        HTTP_HOST is not an address of this machine. → Set it to 127.0.0.1, or :: for every address.',
  ],
];

describe('the doctor names', () => {
  it.for(MISTAKES)('%s', async ([, wrong, lines, options]) => {
    const variables = typeof wrong === 'function' ? await wrong(world()) : wrong;
    const complaints = await complaintsOf({ ...world().variables, ...variables }, options);
    expect(complaints).toEqual([lines].flat());
  });

  it('commands of which none are registered, one is missing, or one is outdated', async () => {
    const { variables, discord } = world();
    onTestFinished(() => registerCommands({ ...discord, commands }));
    const complaintsWith = async (registered: typeof commands) => {
      await registerCommands({ ...discord, commands: registered });
      return await complaintsOf(variables);
    };
    expect(await complaintsWith([])).toEqual([
      '✗ Commands         None are registered. → npm run deploy',
    ]);
    const [first, second, ...others] = commands;
    if (first === undefined || second === undefined) throw new Error('there are no commands');
    expect(await complaintsWith([second, ...others])).toEqual([
      `✗ Commands         Not registered: /${first.definition.name}. → npm run deploy`,
    ]);
    const definition = { ...first.definition, description: 'What it was called once' };
    expect(await complaintsWith([{ ...first, definition }, second, ...others])).toEqual([
      `! Commands         Outdated at Discord: /${first.definition.name}. → npm run deploy`,
    ]);
  });

  it('a port that another program uses', async () => {
    const { variables, port } = world();
    const other = createServer((socket) => socket.end('none of yours')).listen(port);
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const taken = `✗ HTTP port        Another program uses ${port}. → Choose another HTTP_PORT, and point the proxy at it.`;
    expect(await complaintsOf(variables)).toEqual([taken]);
    expect(await complaintsOf(variables, { webhook: new URL('https://your.host') })).toEqual([
      taken,
      '! Webhook address  Not tested: the bot cannot listen on its port. → Fix the HTTP port first.',
    ]);
  });

  it('a webhook address to test without a webhook secret', async () => {
    const { WEBHOOK_SECRET: _secret, HTTP_PORT, ...variables } = world().variables;
    const webhook = new URL('https://your.host/webhooks/padel');
    for (const given of [variables, { ...variables, HTTP_PORT }]) {
      expect(await complaintsOf(given, { webhook })).toEqual([
        "✗ Webhook address  Not tested: without WEBHOOK_SECRET the bot accepts no deliveries. → Copy the webhook's secret to WEBHOOK_SECRET.",
      ]);
    }
  });
});

type Change = (passing: Passing) => Passing;

const reformatted: Change = (passing) => ({
  ...passing,
  body: JSON.stringify(JSON.parse(passing.body)),
});

const stripped: Change = ({ headers: { signature: _signature, ...headers }, ...passing }) => ({
  ...passing,
  headers,
});

const elsewhere: Change = (passing) => ({ ...passing, path: `/bot${passing.path}` });

it.each<[string, (port: number) => Promise<string>, string]>([
  [
    'changes the body',
    (port) => aProxy(port, reformatted),
    'The proxy changes the body, so the signature is invalid. → Pass the body on unchanged: no compression, rewriting or JSON filtering.',
  ],
  [
    'drops the signature',
    (port) => aProxy(port, stripped),
    'The proxy drops the header Signature. → Pass on all headers, or set WEBHOOK_SIGNATURE_HEADER to the one that arrives.',
  ],
  [
    'forwards to another path',
    (port) => aProxy(port, elsewhere),
    'The proxy forwards to another path. → Keep the path, or set WEBHOOK_PATH to the one that arrives.',
  ],
  [
    'forwards to another port',
    () => aProxy(1, (passing) => passing),
    'Something else answers there (status 502). → Have the proxy pass POST requests for this path to HTTP_PORT (examples: docs/operators.md).',
  ],
  [
    'accepts every delivery itself',
    async () => (await aService((response) => response.writeHead(204).end())).origin,
    'Something else answers there (status 204). → Have the proxy pass POST requests for this path to HTTP_PORT (examples: docs/operators.md).',
  ],
  [
    'is unreachable',
    async () => `http://127.0.0.1:${await freePort()}/webhooks/padel`,
    'It cannot be reached: connection refused. → Check its host name, certificate and firewall.',
  ],
])('the doctor reports a proxy in front of the webhook that %s', async (_which, address, line) => {
  const { variables, port } = world();
  const webhook = new URL(await address(port));
  expect(await complaintsOf(variables, { webhook })).toEqual([`✗ Webhook address  ${line}`]);
});

/** The real receiver of the bot, on its own port, by default with the secret of the service. */
const aRunningBot = async ({
  secret,
  ...vitals
}: Partial<BotVitals> & { secret?: string } = {}) => {
  const { variables } = world();
  const { origin } = await anEndpoint({
    webhook: {
      path: '/webhooks/padel',
      signing: { secrets: [secret ?? variables.WEBHOOK_SECRET], header: 'Signature' },
    },
    house: aHouse(() => vitals),
  });
  const port = Number(new URL(origin).port);
  return { port, variables: { ...variables, HTTP_PORT: String(port) } };
};

describe('the doctor while the bot runs', () => {
  it('recognizes the bot on its port, and reaches it through the proxy', async () => {
    const { port, variables } = await aRunningBot();
    const webhook = new URL(await aProxy(port, (passing) => passing));
    const lines = await linesOf(variables, { webhook });
    expect(lines.slice(-3)).toEqual([
      `✓ HTTP port        The bot is running on ${port}, and reports no problems.`,
      '✓ Webhook secret   Webhook 1 signs with it.',
      '✓ Webhook address  It reaches the bot, and deliveries arrive unchanged.',
    ]);
  });

  it('repeats the problems that the bot reports itself', async () => {
    const { port, variables } = await aRunningBot({ isDiscordConnected: false });
    expect(await complaintsOf(variables)).toEqual([
      `! HTTP port        The bot is running on ${port}: Discord's gateway is not connected. → docs/operations explains /health.`,
    ]);
  });

  it('repeats what the answers of the data service lack', async () => {
    const date = { endpoint: 'rankings', what: 'with date', expected: 'date' };
    const drift = [{ ...date, carried: 0, of: 50, since: NOON }];
    const { port, variables } = await aRunningBot({ service: { ...UNKNOWN_SERVICE, drift } });
    expect(await complaintsOf(variables)).toEqual([
      `! HTTP port        The bot is running on ${port}: The padel data service's answers have changed: rankings: 0 of 50 rows with date since 12:00 (expected date). → docs/operations explains /health.`,
    ]);
  });

  it('reports a proxy that changes the body', async () => {
    const { port, variables } = await aRunningBot();
    const webhook = new URL(await aProxy(port, reformatted));
    expect(await complaintsOf(variables, { webhook })).toEqual([
      '✗ Webhook address  The signature is invalid: the proxy changes the body or drops the header. → Stop the bot and run the doctor again to see which.',
    ]);
  });

  it('reports that the bot was started with another secret', async () => {
    const { port, variables } = await aRunningBot({ secret: 'of-yesterday' });
    const webhook = new URL(await aProxy(port, (passing) => passing));
    expect(await complaintsOf(variables, { webhook })).toEqual([
      '✗ Webhook address  The running bot has another secret or path than this configuration. → Restart it.',
    ]);
  });
});
