import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commands } from '#commands/index.ts';
import { registerCommands } from '#src/discord/register.ts';
import type { ExamineOptions } from '#src/doctor/examine.ts';
import { openStore } from '#src/store/database.ts';
import { startPadelProxy } from '../e2e/padel-proxy.ts';
import { freePort } from '../e2e/process.ts';
import { aLog } from '../lib/log.ts';
import { aService } from '../padel-api/service.ts';
import { aHouse, anEndpoint } from '../webhook/stage.ts';
import { aProxy, type Passing } from './proxy.ts';
import { complaintsOf, linesOf, useWorld } from './stage.ts';

const world = useWorld();

const HOUR = 3_600_000;

describe('the doctor, where nothing is wrong', () => {
  it('says so in every line, before the first start', async () => {
    const { variables, port } = world();
    const lines = await linesOf(variables, { webhook: new URL(`http://127.0.0.1:${port}`) });
    expect(lines.filter((line) => !line.startsWith('✓'))).toEqual([]);
    expect(lines.map((line) => line.slice(2, 17).trim())).toEqual([
      ...['Node', 'Memory', 'Configuration', 'Database', 'Tables', 'Disk', 'Discord token'],
      ...['Intents', 'Gateway', 'Commands', 'Servers', 'Invite link', 'Clock', 'Data service'],
      ...['Requests', 'Plan', 'Quota', 'Live socket', 'HTTP port', 'Webhook secret'],
      'Webhook address',
    ]);
  });

  it('says so of a database that the bot has used, and changes nothing in it', async () => {
    const { variables, folder } = world();
    const url = `file:${join(folder, 'used.sqlite')}`;
    const store = await openStore(url, aLog());
    onTestFinished(store.close);
    const lines = await linesOf({ ...variables, DATABASE_URL: url });
    expect(lines.filter((line) => /^. (Database|Tables)/.test(line))).toEqual([
      expect.stringMatching(/^✓ Database .*used\.sqlite, \d MB, journal wal; it can be written\.$/),
      '✓ Tables           They are of this release.',
    ]);
  });

  it('tries a webhook that is not signed, and misses none where none is wanted', async () => {
    const { port, variables: all } = world();
    const { WEBHOOK_SECRET: _secret, HTTP_PORT, ...variables } = all;
    const path = '/hooks/0123456789abcdef0123456789abcdef';
    const unsigned = { ...variables, HTTP_PORT, WEBHOOK_UNSIGNED: 'yes', WEBHOOK_PATH: path };
    const webhook = new URL(`http://127.0.0.1:${port}`);
    const lines = await linesOf(unsigned, { webhook });
    expect(lines.slice(-2)).toEqual([
      '✓ Webhook secret   None: whoever knows the path may deliver.',
      '✓ Webhook address  It leads to the bot, and every byte arrives.',
    ]);
    expect(lines.join('\n')).not.toContain(path);
    expect((await linesOf(variables)).at(-1)).toBe(
      '✓ HTTP port        None: no /health, no webhook; changes are seen at the next look.',
    );
  });

  it('shows no secret', async () => {
    const { variables, port } = world();
    const lines = await linesOf(variables, { webhook: new URL(`http://127.0.0.1:${port}`) });
    const { DISCORD_TOKEN = '', PADEL_API_TOKEN = '', WEBHOOK_SECRET } = variables;
    for (const secret of [DISCORD_TOKEN, PADEL_API_TOKEN, WEBHOOK_SECRET]) {
      expect(secret).not.toBe('');
      expect(lines.join('\n')).not.toContain(secret);
    }
  });

  it('takes at most nine of the requests of a minute', async () => {
    const { variables, padel } = world();
    const asked: string[] = [];
    const { apiUrl, stop } = await startPadelProxy(padel.url, (body, path) => {
      asked.push(path);
      return body;
    });
    onTestFinished(stop);
    expect(await complaintsOf({ ...variables, PADEL_API_URL: apiUrl })).toEqual([]);
    expect(asked).toContain('/live?per_page=1');
    expect(asked.length).toBeLessThanOrEqual(9);
  });
});

interface Mistake {
  readonly what: string;
  readonly variables?: Readonly<Record<string, string>>;
  readonly options?: Partial<ExamineOptions>;
  /** Every line that is not ✓. */
  readonly lines: readonly string[];
}

const MISTAKES: readonly Mistake[] = [
  {
    what: 'a Discord token that is left out, and a port that is none',
    variables: { DISCORD_TOKEN: '', HTTP_PORT: 'eighty' },
    lines: [
      '✗ Configuration    DISCORD_TOKEN is missing: the bot token from the Discord developer portal. → Put it into the file .env beside package.json; .env.example shows how.',
      '✗ Configuration    HTTP_PORT should be a port number from 1 to 65535. → Put it into the file .env beside package.json; .env.example shows how.',
    ],
  },
  {
    what: "a Discord token that is nobody's",
    variables: { DISCORD_TOKEN: 'MTEwMDAwMDAwMDAwMDAwMDAwMg.wrong.token-of-nobody' },
    lines: [
      '✗ Discord token    Discord refuses it. → Under "Bot" in the developer portal reset the token, and copy it into DISCORD_TOKEN.',
    ],
  },
  {
    what: 'a Discord that is not there',
    variables: { DISCORD_API_URL: 'http://127.0.0.1:1/api' },
    lines: [
      '✗ Discord          It cannot be reached: nothing listens there. → Let this machine reach it: check the network, and DISCORD_API_URL if it is set.',
      '! Clock            It could not be compared with any other. → Mend what keeps Discord away.',
    ],
  },
  {
    what: 'a token that the data service refuses',
    variables: { PADEL_API_TOKEN: 'of-last-year' },
    lines: [
      '✗ Padel token      The data service refuses it. → Make a token on its token page, and copy it into PADEL_API_TOKEN.',
    ],
  },
  {
    what: 'a plan without live matches',
    variables: { PADEL_API_TOKEN: 'sandbox-free' },
    lines: [
      "! Plan             It lacks live points, statistics of matches, statistics of pairs, chances of simulations. → The bot does without them, and says so. Points need the service's Pro plan.",
    ],
  },
  {
    what: 'a realtime key that is not known',
    variables: { REALTIME_APP_KEY: 'of-another-service' },
    lines: [
      '✗ Live socket      The realtime server refuses us (4001): the key is not known there. → Compare REALTIME_APP_KEY and REALTIME_CLUSTER with the pages of the data service.',
    ],
  },
  {
    what: 'a realtime port at which nothing listens',
    variables: { REALTIME_PORT: '1' },
    lines: [
      '✗ Live socket      It cannot be reached: nothing listens there. → Look at REALTIME_CLUSTER, or REALTIME_HOST and REALTIME_PORT, and check the network.',
    ],
  },
  {
    what: 'a database in a folder where nothing can be made',
    variables: { DATABASE_URL: 'file:/proc/bandeja/bandeja.sqlite' },
    lines: [
      '✗ Database         Nothing can be written in its folder. → Let DATABASE_URL name a file in another folder.',
    ],
  },
  {
    what: 'another webhook secret than the one that the service signs with',
    variables: { WEBHOOK_SECRET: 'of-another-subscription' },
    lines: [
      '✗ Webhook secret   Subscription 1 of the service signs with another secret than WEBHOOK_SECRET. → Copy the secret of the subscription into WEBHOOK_SECRET.',
    ],
  },
  {
    what: 'a clock that is an hour ahead',
    options: { now: () => Date.now() + HOUR },
    lines: [
      '✗ Clock            It is 60 min ahead. → Set it, and let it be kept right: timedatectl set-ntp true',
    ],
  },
  {
    what: 'too little memory',
    options: { availableMemory: () => 90_000_000 },
    lines: [
      '✗ Memory           90 MB are free. → The bot takes up to 250 MB, and 200 MB more while it draws pictures: end other programs, or add some.',
    ],
  },
];

describe('the doctor names', () => {
  it.each(MISTAKES)('$what', async ({ variables, options, lines }) => {
    expect(await complaintsOf({ ...world().variables, ...variables }, options)).toEqual(lines);
  });

  it('an address of the data service without its /api', async () => {
    const { variables, padel } = world();
    expect(await complaintsOf({ ...variables, PADEL_API_URL: padel.url })).toEqual([
      '✗ Data service     What answers at PADEL_API_URL is not the service (status 404). → PADEL_API_URL is the root of the service with /api at its end.',
    ]);
  });

  it('a data service that is not there', async () => {
    const { variables } = world();
    const nowhere = `http://127.0.0.1:${await freePort()}/api`;
    expect(await complaintsOf({ ...variables, PADEL_API_URL: nowhere })).toEqual([
      '✗ Data service     It cannot be reached: nothing listens there. → Compare PADEL_API_URL with the pages of the service, and check the network.',
    ]);
  });

  it('a realtime port at which something else answers', async () => {
    const { variables, discord } = world();
    const elsewhere = { ...variables, REALTIME_PORT: String(discord.port) };
    expect(await complaintsOf(elsewhere, { patience: 500 })).toEqual([
      '✗ Live socket      Something answers there that is no realtime server. → Look at REALTIME_HOST, REALTIME_PORT and REALTIME_TLS; let proxies pass WebSockets.',
    ]);
  });

  it('a database file that is none', async () => {
    const { variables, folder } = world();
    const file = join(folder, 'letter.sqlite');
    writeFileSync(file, 'Dear database, '.repeat(1_000));
    expect(await complaintsOf({ ...variables, DATABASE_URL: `file:${file}` })).toEqual([
      '✗ Database         The file is no database. → Let DATABASE_URL name another file; a new one is made at the start.',
    ]);
  });

  it('a database file that is a folder', async () => {
    const { variables, folder } = world();
    const file = join(folder, 'folder.sqlite');
    mkdirSync(file);
    expect(await complaintsOf({ ...variables, DATABASE_URL: `file:${file}` })).toEqual([
      '✗ Database         The file cannot be opened. → Let DATABASE_URL name a file, in a folder of the bot.',
    ]);
  });

  it('a database file that another program holds', async () => {
    const { variables, folder } = world();
    const file = join(folder, 'held.sqlite');
    const other = new SqliteDatabase(file);
    onTestFinished(() => void other.close());
    other.exec('create table mine (id integer); begin immediate');
    expect(await complaintsOf({ ...variables, DATABASE_URL: `file:${file}` })).toEqual([
      '✗ Database         Another program holds the file. → End it, and ask me again.',
    ]);
  });

  it('a database that a later release has changed', async () => {
    const { variables, folder } = world();
    const url = `file:${join(folder, 'later.sqlite')}`;
    const { db, close } = await openStore(url, aLog());
    onTestFinished(close);
    await db
      // The table is the migrator's own.
      .$extendTables<{ kysely_migration: { name: string; timestamp: string } }>()
      .insertInto('kysely_migration')
      .values({ name: '999-of-tomorrow', timestamp: '2030-01-01' })
      .execute();
    expect(await complaintsOf({ ...variables, DATABASE_URL: url })).toEqual([
      '✗ Tables           They are of a later release (999-of-tomorrow). → Run that release, or put back a backup of this one.',
    ]);
  });

  it('commands that are not registered, or not all, or not as they are', async () => {
    const { variables, discord } = world();
    onTestFinished(() => registerCommands({ ...discord, commands }));
    const complaintsWith = async (registered: typeof commands) => {
      await registerCommands({ ...discord, commands: registered });
      return await complaintsOf(variables);
    };
    expect(await complaintsWith([])).toEqual([
      '✗ Commands         None is registered. → npm run deploy',
    ]);
    const [first, second, ...others] = commands;
    if (first === undefined || second === undefined) throw new Error('there are no commands');
    expect(await complaintsWith([second, ...others])).toEqual([
      `✗ Commands         Not registered: /${first.definition.name}. → npm run deploy`,
    ]);
    const definition = { ...first.definition, description: 'What it was called once' };
    expect(await complaintsWith([{ ...first, definition }, second, ...others])).toEqual([
      `! Commands         Registered as they are no more: /${first.definition.name}. → npm run deploy`,
    ]);
  });

  it('a port that another program has', async () => {
    const { variables, port } = world();
    const other = createServer((socket) => socket.end('none of yours')).listen(port);
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const taken = `✗ HTTP port        Another program has ${port}. → Let HTTP_PORT name another one, and the proxy lead there.`;
    expect(await complaintsOf(variables)).toEqual([taken]);
    expect(await complaintsOf(variables, { webhook: new URL('https://your.host') })).toEqual([
      taken,
      '! Webhook address  Not tried: the bot cannot listen on its port. → Mend the HTTP port first.',
    ]);
  });

  it('an address that this machine does not have', async () => {
    expect(await complaintsOf({ ...world().variables, HTTP_HOST: '192.0.2.1' })).toEqual([
      '✗ HTTP port        HTTP_HOST is no address of this machine. → Let it be 127.0.0.1, or :: for every address.',
    ]);
  });

  it('a webhook that is to be tried, and is not wanted', async () => {
    const { WEBHOOK_SECRET: _secret, HTTP_PORT, ...variables } = world().variables;
    const webhook = new URL('https://your.host/webhooks/padel');
    for (const given of [variables, { ...variables, HTTP_PORT }]) {
      expect(await complaintsOf(given, { webhook })).toEqual([
        '✗ Webhook address  Not tried: without WEBHOOK_SECRET the bot takes no deliveries. → Copy the secret of the subscription into WEBHOOK_SECRET.',
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

describe('the doctor tells of a proxy before the webhook', () => {
  it.each<[string, Change, string]>([
    [
      'that changes the body',
      reformatted,
      '✗ Webhook address  The proxy changes the body, so no signature fits. → Let it pass the body as it is: no compression, no rewriting, no firewall that reads JSON.',
    ],
    [
      'that drops the signature',
      stripped,
      '✗ Webhook address  The proxy does not pass the header Signature on. → Let it pass all headers, or let WEBHOOK_SIGNATURE_HEADER name the one that arrives.',
    ],
    [
      'that leads to another path',
      elsewhere,
      '✗ Webhook address  The proxy leads to another path of the bot. → Let it keep the path, or let WEBHOOK_PATH name the one that arrives.',
    ],
  ])('%s', async (_which, change, line) => {
    const { variables, port } = world();
    const webhook = new URL(await aProxy(port, change));
    expect(await complaintsOf(variables, { webhook })).toEqual([line]);
  });

  it('that leads to another port', async () => {
    const { variables } = world();
    const webhook = new URL(await aProxy(1, (passing) => passing));
    expect(await complaintsOf(variables, { webhook })).toEqual([
      '✗ Webhook address  Something else answers there (status 502). → Let the proxy pass POST requests of this path on to HTTP_PORT (docs/operators.md has examples).',
    ]);
  });

  it('that takes whatever comes, in the place of the bot', async () => {
    const { variables } = world();
    const { origin } = await aService((response) => response.writeHead(204).end());
    expect(await complaintsOf(variables, { webhook: new URL(origin) })).toEqual([
      '✗ Webhook address  Something else answers there (status 204). → Let the proxy pass POST requests of this path on to HTTP_PORT (docs/operators.md has examples).',
    ]);
  });

  it('that is not there', async () => {
    const { variables } = world();
    const webhook = new URL(`http://127.0.0.1:${await freePort()}/webhooks/padel`);
    expect(await complaintsOf(variables, { webhook })).toEqual([
      '✗ Webhook address  It cannot be reached: nothing listens there. → Look at its name, the certificate and the firewall of the proxy.',
    ]);
  });
});

/** The bot's own receiver, on its own port, with the secret of the service. */
const aRunningBot = async (more: { readonly secret?: string; readonly isWell?: boolean } = {}) => {
  const { variables } = world();
  const { secret = variables.WEBHOOK_SECRET, isWell = true } = more;
  const { origin } = await anEndpoint({
    webhook: { path: '/webhooks/padel', signing: { secrets: [secret], header: 'Signature' } },
    house: aHouse({ isDiscordConnected: () => isWell }),
  });
  const port = Number(new URL(origin).port);
  return { port, variables: { ...variables, HTTP_PORT: String(port) } };
};

describe('the doctor, while the bot runs', () => {
  it('knows the bot by its port, and finds the way to it', async () => {
    const { port, variables } = await aRunningBot();
    const webhook = new URL(await aProxy(port, (passing) => passing));
    const lines = await linesOf(variables, { webhook });
    expect(lines.slice(-3)).toEqual([
      `✓ HTTP port        The bot is running on ${port}, and says that it is well.`,
      '✓ Webhook secret   Subscription 1 signs with it.',
      '✓ Webhook address  It leads to the bot, and every byte arrives.',
    ]);
  });

  it('repeats what the bot says of itself', async () => {
    const { port, variables } = await aRunningBot({ isWell: false });
    expect(await complaintsOf(variables)).toEqual([
      `! HTTP port        The bot is running on ${port}: The gateway of Discord is not connected. → docs/operations says what /health means.`,
    ]);
  });

  it('tells of a proxy that changes the body', async () => {
    const { port, variables } = await aRunningBot();
    const webhook = new URL(await aProxy(port, reformatted));
    expect(await complaintsOf(variables, { webhook })).toEqual([
      '✗ Webhook address  The signature does not arrive: the proxy changes the body, or drops the header. → Stop the bot and ask me again: then I see which.',
    ]);
  });

  it('tells of a bot that was started with another secret', async () => {
    const { port, variables } = await aRunningBot({ secret: 'of-yesterday' });
    const webhook = new URL(await aProxy(port, (passing) => passing));
    expect(await complaintsOf(variables, { webhook })).toEqual([
      '✗ Webhook address  The bot that is running has another secret or path than this configuration. → Start it anew.',
    ]);
  });
});
