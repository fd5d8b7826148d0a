import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { SPECIFIED_EVENTS, WEBHOOK_EVENTS } from '#src/domain/webhook.ts';
import { runOperator } from '#src/operator/run.ts';
import type { PredictionChange } from '#src/domain/probability/track-record.ts';
import { changeDatabase } from '#src/store/connection/database.ts';
import { savePredictionChange } from '#src/store/matches/predictions.ts';
import { aLog } from '../lib/log.ts';
import { aService, says, type Answering } from '../padel-api/service.ts';
import { aFolder } from '../store/database-file.ts';
import { DIALECTS, useDialect } from '../store/dialects.ts';
import { migratedFile } from '../store/migrated.ts';

const SECRET = 'whsec_0123456789';

const ON_WIRE = {
  id: 1,
  self: '/api/webhooks/1',
  url: 'https://user:pass@bot.example/hooks/padel?key=abc',
  events: ['match.updated', 'match.created'],
  secret: SECRET,
  created_at: '2026-05-01T10:00:00+00:00',
  updated_at: '2026-06-01T10:00:00+00:00',
};

const SHOWN = 'https://bot.example/hooks/padel?…, match.updated match.created';

const URL_TYPED = 'https://bot.example/webhooks/padel';

const NOW = Date.parse('2026-06-07T12:00:00Z');

/** A service of the specification: it changes and deletes webhooks, and lists none. */
const specified =
  (status = 200, body: object = ON_WIRE): Answering =>
  (response, { method }) => {
    if (method === 'GET') says(response, 404, {});
    else says(response, status, body);
  };

/** The public service with these webhooks; it responds like this to the creation of one. */
const today =
  (
    webhooks: readonly object[],
    status = 201,
    created: object = { ...ON_WIRE, id: 57 },
  ): Answering =>
  (response, { method, url = '' }) => {
    if (method === 'GET') says(response, 200, { data: webhooks });
    else if (method === 'POST') says(response, status, created);
    else says(response, 200, { ...ON_WIRE, id: Number(url.split('/').at(-1)) });
  };

/** The operator's program beside this data service; what it asked, and a function that runs it. */
const anOperator = async (answer: Answering = specified(), databaseUrl = 'file:nowhere.sqlite') => {
  const service = await aService(answer);
  const variables = {
    DISCORD_TOKEN: 'a-discord.token.indeed',
    PADEL_API_URL: `${service.origin}/api`,
    PADEL_API_TOKEN: 'token',
    REALTIME_APP_KEY: 'key',
    DATABASE_URL: databaseUrl,
  };
  return {
    asked: () =>
      service.received.map(({ method, path, body }) => `${method} ${path} ${body}`.trim()),
    run: async (line: string, ...more: readonly string[]) => {
      const args = [...line.split(' ').filter((word) => word !== ''), ...more];
      return await runOperator(args, { variables, now: () => NOW, log: aLog() });
    },
  };
};

const events = (names: readonly string[]): string => JSON.stringify({ events: names });

describe('npm run operator -- webhook', () => {
  it.each([
    ['webhook list', {}],
    ['webhook pause', { events: [] }],
    ['webhook resume', { events: WEBHOOK_EVENTS }],
    [`webhook resume --url ${URL_TYPED}`, { url: URL_TYPED, events: WEBHOOK_EVENTS }],
  ])('%s changes what it says, and nothing else', async (line, body) => {
    const { run, asked } = await anOperator();
    expect(await run(line)).toEqual({ code: 0, text: `Webhook 1: ${SHOWN}` });
    expect(asked()).toEqual(['GET /api/webhooks', `PATCH /api/webhooks/1 ${JSON.stringify(body)}`]);
  });

  it('creates one for all events, and prints its secret once, as a line of .env', async () => {
    const { run, asked } = await anOperator(today([]));
    const { code, text } = await run(`webhook create ${URL_TYPED}`);
    expect(code).toBe(0);
    expect(text).toMatch(/^Webhook 57 created\. .*restart the bot/);
    expect(text.split('\n')).toContain(`WEBHOOK_SECRET=${SECRET}`);
    expect(asked()).toEqual([
      `POST /api/webhooks ${JSON.stringify({ url: URL_TYPED, events: WEBHOOK_EVENTS })}`,
    ]);
  });

  it('uses the events of the specification when the service knows no others', async () => {
    const { run, asked } = await anOperator((response, _request, index) => {
      if (index === 0) says(response, 422, { message: 'The events.9 is invalid.' });
      else says(response, 200, ON_WIRE);
    });
    expect(await run('webhook resume 1')).toMatchObject({ code: 0 });
    expect(asked()).toEqual([
      `PATCH /api/webhooks/1 ${events(WEBHOOK_EVENTS)}`,
      `PATCH /api/webhooks/1 ${events(SPECIFIED_EVENTS)}`,
    ]);
  });

  it.each([
    ['plain', 'abc+/=', 'WEBHOOK_SECRET=abc+/='],
    ['with a comment in it', 'a#b', "WEBHOOK_SECRET='a#b'"],
    ['with quotes in it', `'a"#`, `WEBHOOK_SECRET=\`'a"#\``],
    ['that is masked', '********6789', null],
    ['of two lines', 'a\nDISCORD_TOKEN=b', null],
    ['that is far too long', 'a'.repeat(201), null],
    ['that is no text', 7, null],
  ])(
    'prints a secret %s as a line of .env, or says that there is none',
    async (_w, secret, line) => {
      const { run } = await anOperator(today([], 201, { data: { id: 57, secret } }));
      const { text } = await run(`webhook create ${URL_TYPED}`);
      if (line === null) expect(text).toContain('did not show its secret');
      else expect(text.split('\n')).toContain(line);
      expect(text.includes('WEBHOOK_SECRET=')).toBe(line !== null);
    },
  );

  it.each([
    ['the plan lacks it', 402, { message: 'Upgrade.' }, 'need the data service'],
    ['the service creates none', 404, {}, 'creates none'],
    [
      'the service refuses it',
      422,
      { message: 'The url \u001b[2J is taken.' },
      'The url  [2J is taken.',
    ],
    ['it is unknown whether one was created', 500, {}, 'may exist'],
    ['the response says nothing', 200, { hello: 1 }, 'may exist'],
    ['the token is refused', 401, {}, 'TokenRefused'],
  ])('says that %s, and never creates two', async (_why, status, body, says_) => {
    const { run, asked } = await anOperator(today([], status, body));
    const { code, text } = await run(`webhook create ${URL_TYPED}`);
    expect(code).toBe(1);
    expect(text).toContain(says_);
    // A refusal because of the events is retried with those of the specification.
    expect(asked()).toHaveLength(status === 422 ? 2 : 1);
  });

  it('finds the only webhook without a number, and lists several without secrets', async () => {
    const one = await anOperator(today([{ ...ON_WIRE, id: 57 }]));
    expect(await one.run('webhook pause')).toMatchObject({ code: 0 });
    expect(one.asked().at(-1)).toBe('PATCH /api/webhooks/57 {"events":[]}');

    const { run } = await anOperator(
      today([ON_WIRE, { ...ON_WIRE, id: 57, url: null, events: [] }, { id: 'odd' }]),
    );
    expect(await run('webhook list')).toEqual({
      code: 0,
      text: `Webhook 1: ${SHOWN}\nWebhook 57: no address, paused`,
    });
    expect(await run('webhook pause')).toEqual({
      code: 1,
      text: 'Bandeja: there are several webhooks, name one: 1, 57',
    });
    const none = await anOperator(today([]));
    expect((await none.run('webhook list')).text).toBe('The data service has no webhook.');
    expect(await none.run('webhook resume')).toMatchObject({ code: 1 });
  });

  it('deletes only the webhook of a number that was typed', async () => {
    const { run, asked } = await anOperator();
    expect(await run('webhook delete')).toMatchObject({ code: 2 });
    expect(asked()).toEqual([]);
    expect(await run('webhook delete 3')).toMatchObject({ code: 0 });
    expect(asked()).toEqual(['DELETE /api/webhooks/3']);
    const { run: unknown } = await anOperator(specified(404, {}));
    expect(await unknown('webhook delete 9')).toEqual({
      code: 1,
      text: 'Bandeja: the data service has no webhook of that number',
    });
  });
});

describe('the arguments of npm run operator', () => {
  it.each<string>([
    '',
    'nothing',
    'webhook',
    'toString',
    'webhook create',
    'webhook create http://bot.example/',
    'webhook create bot.example',
    'webhook create javascript:alert(1)',
    `webhook create ${URL_TYPED} more`,
    `webhook create ${URL_TYPED} --reason x`,
    `webhook resume --url http://bot.example/`,
    'webhook pause none',
    'webhook list 1',
    'webhook delete 0',
    'status --verbose',
    'block',
    'block nora',
    'block 123',
    'unblock <@nora>',
    'blocked 1',
  ])('end with 2 and the usage when they are wrong: %s', async (line) => {
    const { run, asked } = await anOperator();
    const { code, text } = await run(line);
    expect(code).toBe(2);
    expect(text).toMatch(/\n\nnpm run operator -- /);
    expect(asked()).toEqual([]);
  });

  it.each([
    ['', 'a subcommand is missing'],
    ['webhok list', 'there is no subcommand "webhok list"'],
    [
      'webhook',
      '"webhook" is not complete: webhook create, webhook list, webhook pause, webhook resume, webhook delete',
    ],
  ])('are answered with what is expected: %s', async (line, expected) => {
    const { run } = await anOperator();
    expect((await run(line)).text.split('\n')[0]).toBe(expected);
  });

  it('have a help for each subcommand, which does nothing', async () => {
    const { run, asked } = await anOperator();
    const { text } = await run('--help');
    const names = text
      .split('\n')
      .flatMap((line) => /^ {2}((?:webhook )?[a-z]+)(?= |$)/.exec(line)?.[1] ?? []);
    expect(names).toHaveLength(9);
    for (const name of names) {
      const help = await run(`${name} --help`);
      expect(help.code).toBe(0);
      expect(help.text.split('\n')).toEqual([
        expect.stringContaining(`npm run operator -- ${name}`),
        '',
        expect.stringMatching(/^ {2}[A-Z].*\.$/),
      ]);
    }
    expect(asked()).toEqual([]);
  });
});

const MEMBER = '1100000000000000101';
const SERVER = '1100000000000000202';

describe.each(DIALECTS)('npm run operator -- block, unblock and blocked on $name', (dialect) => {
  const { emptyUrl, openAt } = useDialect(dialect);

  it('work on the database beside a running bot', async () => {
    const url = await emptyUrl();
    await openAt(url);
    const { run } = await anOperator(specified(), url);
    expect(await run('blocked')).toEqual({ code: 0, text: 'No one is blocked.' });
    expect(await run('block', `<@${MEMBER}>`, '--reason', 'floods us')).toMatchObject({ code: 0 });
    expect(await run(`block ${SERVER}`)).toMatchObject({ code: 0 });
    // Without a reason it keeps the one that it has.
    expect(await run(`block ${MEMBER}`)).toMatchObject({ code: 0 });
    expect((await run('blocked')).text.split('\n').toSorted()).toEqual([
      `${MEMBER}  2026-06-07  floods us`,
      `${SERVER}  2026-06-07`,
    ]);
    expect(await run(`unblock ${MEMBER}`)).toMatchObject({ code: 0 });
    expect(await run(`unblock ${MEMBER}`)).toEqual({
      code: 1,
      text: `Bandeja: ${MEMBER} is not blocked`,
    });
  });

  it('change nothing in the tables of a newer release', async () => {
    const url = await emptyUrl();
    const db = await openAt(url);
    const later = { name: '999-of-tomorrow', timestamp: '2030' };
    await sql`insert into kysely_migration (name, timestamp) values (${later.name}, ${later.timestamp})`.execute(
      db,
    );
    const { run } = await anOperator(specified(), url);
    expect(await run(`block ${MEMBER}`)).toEqual({
      code: 1,
      text: 'Bandeja: the database cannot be used. Its tables are from a later release. Run that release, or restore a backup of this one.',
    });
    expect(await run('blocked')).toEqual({ code: 0, text: 'No one is blocked.' });
  });
});

describe('npm run operator -- status', () => {
  it('says what is left, what waits and how good the predictions were', async () => {
    const url = await migratedFile(join(aFolder(), 'bandeja.sqlite'));
    const { run, asked } = await anOperator(specified(), url);
    const { code, text } = await run('status');
    expect(code).toBe(0);
    expect(text).toMatch(/requests are left for today, .* for this month\. Of 4000 a day and .*\n/);
    expect(text.split('\n').slice(1)).toEqual([
      'Matches in play: 0; without updates: 0.',
      'Posts to be retried: 0; news being sent: 0.',
      'Webhook deliveries waiting: 0.',
      'Predictions: no match decided yet.',
      'Blocked users and servers: 0.',
    ]);
    expect(asked()).toEqual([]);
  });

  it('counts predictions and the decided matches that they are of apart', async () => {
    const url = await migratedFile(join(aFolder(), 'bandeja.sqlite'));
    const made = { favourite: 'team_1', chance: 0.6 } as const;
    const save = (matchId: number, change: PredictionChange): Promise<void> =>
      changeDatabase(url, (db) =>
        db.transaction().execute((tx) => savePredictionChange(tx, matchId, change, NOW)),
      );
    for (const [matchId, sets] of [
      [1, 0],
      [1, 1],
      [2, 0],
      [3, 0],
    ] as const) {
      await save(matchId, { made: { ...made, matchId, sets }, winner: null });
    }
    for (const matchId of [1, 2]) await save(matchId, { made: null, winner: 'team_1' });
    const { run } = await anOperator(specified(), url);
    const { text } = await run('status');
    expect(text).toContain(
      "\nPredictions at the start or a set's end: 3; decided matches: 2; Brier 0.160, log loss 0.511.\n",
    );
  });

  it('fails without a database, like the others, and creates none', async () => {
    const folder = aFolder();
    for (const file of ['bandeja.sqlite', 'missing/bandeja.sqlite']) {
      const { run } = await anOperator(specified(), `file:${join(folder, file)}`);
      for (const line of ['blocked', 'status', `block ${MEMBER}`, `unblock ${MEMBER}`]) {
        expect(await run(line)).toEqual({
          code: 1,
          text: `Bandeja: DATABASE_URL names no database (${join(folder, file)}): the bot's first start creates it`,
        });
      }
    }
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('what each of them needs', () => {
  const OF_DATABASE = ['status', 'blocked', `block ${MEMBER}`, `unblock ${MEMBER}`];
  const with_ = async (line: string, variables: NodeJS.ProcessEnv) =>
    await runOperator(line.split(' '), { variables, now: () => NOW, log: aLog() });

  it('is the database alone for figures and blocks', async () => {
    const DATABASE_URL = await migratedFile(join(aFolder(), 'bandeja.sqlite'));
    for (const line of OF_DATABASE) {
      expect({ line, ...(await with_(line, { DATABASE_URL })) }).toMatchObject({ line, code: 0 });
    }
    const { text } = await with_('status', { DATABASE_URL });
    expect(text.split('\n').slice(0, 2)).toEqual([
      'Requests left: unknown without PADEL_API_TOKEN, for which they are counted.',
      'Matches in play: 0; without updates: 0.',
    ]);
  });

  it('is the data service alone for webhooks', async () => {
    const service = await aService(specified());
    const PADEL_API_URL = `${service.origin}/api`;
    expect(await with_('webhook list', { PADEL_API_URL, PADEL_API_TOKEN: 'token' })).toEqual({
      code: 0,
      text: `Webhook 1: ${SHOWN}`,
    });
    for (const line of ['webhook list', 'webhook pause', `webhook create ${URL_TYPED}`]) {
      const { code, text } = await with_(line, {});
      expect(code).toBe(1);
      expect(text).toMatch(/^Bandeja: PADEL_API_URL is missing: .*; PADEL_API_TOKEN is missing: /);
      expect(text).not.toMatch(/DISCORD|REALTIME|DATABASE/);
    }
  });

  it.each([
    [
      'a folder',
      (folder: string) => `file:${folder}`,
      /^Bandeja: DATABASE_URL names no database \(/,
    ],
    [
      'another file',
      (folder: string) => {
        writeFileSync(join(folder, 'notes.txt'), 'Dear diary, today I played padel.'.repeat(40));
        return `file:${join(folder, 'notes.txt')}`;
      },
      /^Bandeja: the database cannot be used\. The file is not a database\. /,
    ],
    [
      'no server',
      () => 'postgres://a@127.0.0.1:1/b',
      /^Bandeja: the database cannot be used\. No server is running there\. /,
    ],
    ['no URL of a database', () => 'mysql://b', /^Bandeja: DATABASE_URL should be file:/],
  ])('is said when the database is wrong: %s', async (_what, url, says_) => {
    const DATABASE_URL = url(aFolder());
    for (const line of OF_DATABASE) {
      const { code, text } = await with_(line, { DATABASE_URL });
      expect({ line, code, text }).toEqual({
        line,
        code: 1,
        text: expect.stringMatching(says_) as string,
      });
    }
  });
});
