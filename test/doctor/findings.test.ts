import { describe, expect, it, onTestFinished } from 'vitest';
import { commands } from '#commands/index.ts';
import { definitionsOf } from '#src/discord/command.ts';
import type { DiscordInspection } from '#src/discord/inspection.ts';
import { databaseFindings, diskFinding } from '#src/doctor/database.ts';
import { discordFindings } from '#src/doctor/discord.ts';
import { jsonOf, lineOf, reportSummary, type Finding } from '#src/doctor/finding.ts';
import { clockFinding, exposedFinding, nodeFinding } from '#src/doctor/machine.ts';
import { createInspector, type ServiceInspection } from '#src/padel-api/inspection.ts';
import { startPadelService } from '#sandbox/padel-service/index.ts';
import { aService, says, type Answering } from '../padel-api/service.ts';
import {
  padelFindings,
  planFindings,
  quotaFinding,
  subscriptionFinding,
} from '#src/doctor/padel.ts';
import type { PostgresFacts } from '#src/store/inspection/postgres.ts';

type Answered = Extract<DiscordInspection, { readonly kind: 'answered' }>;

const sessionsLeft = (remaining: number, reset_after: number) => ({
  shards: 1,
  session_start_limit: { total: 1_000, remaining, reset_after, max_concurrency: 1 },
});

const anAnswer = (more: Partial<Answered> = {}): Answered => ({
  kind: 'answered',
  application: {
    id: '1100000000000000002',
    name: 'Bandeja',
    bot_public: true,
    bot_require_code_grant: false,
    interactions_endpoint_url: null,
    approximate_guild_count: 3,
  },
  registered: definitionsOf(commands),
  sessions: sessionsLeft(990, 3_600_000),
  gatewayError: null,
  ...more,
});

const complaints = (findings: readonly Finding[]): readonly string[] =>
  findings.filter(({ verdict }) => verdict !== 'ok').map(lineOf);

describe('the findings about the machine', () => {
  it.each([
    ['24.22.1', []],
    ['24.100.0', []],
    ['26.12.1', []],
    ['24.9.9', ['24.9.9 lacks the security fixes of 24.22.1.']],
    ['26.12.0', ['26.12.0 lacks the security fixes of 26.12.1.']],
  ])('warn of a Node without the last security fixes: %s', (version, warnings) => {
    const { verdict, says: text } = nodeFinding(version);
    expect(verdict === 'warning' ? [text] : []).toEqual(warnings);
  });

  it('name files that others can read', () => {
    expect(lineOf(exposedFinding(['.env', 'data/b.sqlite']))).toBe(
      '! Files            Other users of this machine can read .env and data/b.sqlite. → chmod o-rwx .env data/b.sqlite',
    );
  });
});

const ofDiscord = (inspection: DiscordInspection) =>
  complaints(discordFindings(inspection, commands));

/** Cases that occur at Discord but not in the local Discord. */
describe('the findings about Discord', () => {
  it('are free of complaints when nothing is wrong', () => {
    expect(ofDiscord(anAnswer())).toEqual([]);
  });

  it.each<[string, Partial<Answered['application']>, string]>([
    [
      'an endpoint URL that takes the commands away from the bot',
      { interactions_endpoint_url: 'https://example.org/interactions' },
      '✗ Portal           An interactions endpoint URL is set: Discord sends commands there instead of to the bot. → Clear it under "General Information".',
    ],
    [
      'a code grant that prevents every invite',
      { bot_require_code_grant: true },
      '✗ Portal           It requires an OAuth2 code grant, so nobody can invite the bot. → Switch that off under "Bot".',
    ],
    [
      'a bot that only its owner can invite',
      { bot_public: false },
      '! Portal           The bot is not public: only you can invite it. → To let others invite it, enable "Public Bot" under "Bot".',
    ],
    [
      'a bot in no server',
      { approximate_guild_count: 0 },
      '! Servers          The bot is in no server. → Open the invite link below.',
    ],
    [
      'privileged intents that the bot does not need',
      { flags: (1 << 13) | (1 << 14) | (1 << 19) },
      '! Intents          The bot needs no privileged intent, and has Presence, Server Members, Message Content. → Switch them off under "Bot": Discord asks for a reason for each.',
    ],
    [
      'webhook events that Discord has switched off',
      { event_webhooks_url: 'https://example.org/', event_webhooks_status: 3 },
      '! Discord events   They are off: members who remove the app are not forgotten. → Check that the bot answers at the address, and enable "Events" under "Webhooks".',
    ],
    [
      'webhook events without the required kind',
      { event_webhooks_url: 'https://example.org/', event_webhooks_status: 2 },
      '! Discord events   Members who remove the app are not forgotten. → Choose APPLICATION_DEAUTHORIZED under "Webhooks".',
    ],
  ])('name %s', (_what, more, line) => {
    const { application } = anAnswer();
    expect(ofDiscord(anAnswer({ application: { ...application, ...more } }))).toEqual([line]);
  });

  it('have no complaint about webhook events with the required kind', () => {
    const application = {
      ...anAnswer().application,
      event_webhooks_url: 'https://example.org/',
      event_webhooks_status: 2,
      event_webhooks_types: ['APPLICATION_DEAUTHORIZED'],
    };
    expect(ofDiscord(anAnswer({ application }))).toEqual([]);
  });

  it.each<[string, Partial<Answered>, string]>([
    [
      'an unreachable gateway',
      { gatewayError: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) },
      '✗ Gateway          It cannot be reached: connection refused. → Allow WebSockets to gateway.discord.gg, port 443.',
    ],
    [
      'too few connections left for today',
      { sessions: { ...sessionsLeft(1, 5_000_000), shards: 2 } },
      '✗ Gateway          1 of 1000 connections of today are left. → Wait 2 h; check the log: why does the bot start so often?',
    ],
    [
      'a bot that connects too often',
      { sessions: sessionsLeft(20, 5_000_000) },
      '! Gateway          20 of 1000 connections of today are left. → Check the log: why does the bot start so often?',
    ],
  ])('name %s', (_what, more, line) => {
    expect(ofDiscord(anAnswer(more))).toEqual([line]);
  });

  it('distinguish a rate limit and a failure from a wrong token', () => {
    expect(ofDiscord({ kind: 'limited' })).toEqual([
      '! Discord token    Discord is rate limiting us. → Try again in a minute.',
    ]);
    expect(ofDiscord({ kind: 'odd', status: 503 })).toEqual([
      '✗ Discord          It answers with status 503. → Check DISCORD_API_URL, if set, and https://discordstatus.com.',
    ]);
    expect(ofDiscord({ kind: 'odd', status: null })).toEqual([
      '✗ Discord          Something other than Discord answers. → Check DISCORD_API_URL, if set, and https://discordstatus.com.',
    ]);
  });
});

describe('the findings about the data service', () => {
  const of = (...inspected: Parameters<typeof padelFindings>) =>
    complaints(padelFindings(...inspected));
  const refusal = (status: number) => ({ kind: 'refused', status, proxy: null }) as const;

  it('suspect another program that uses the token when few requests are left', () => {
    const plan = new Map([['live', true] as const]);
    const url = 'https://example.org/api';
    expect(of({ kind: 'answered', limit: 60, remaining: 17, plan, lacks: [] }, url)).toEqual([
      '! Requests         17 of 60 are left of this minute. → Give every other program a token of its own.',
    ]);
    expect(of(refusal(429), url)).toEqual([
      '! Requests         The requests of this minute are used up. → Try again in a minute. Does another program use the token?',
    ]);
  });

  it('name the requests left for day and month, and a plan that differs', () => {
    const now = () => Date.parse('2026-06-30T18:00:00Z');
    const pro = { plan: 'pro', perMinute: 60, perDay: 4_000, perMonth: 50_000 } as const;
    const SHARE = 'Of 4000 a day and 50000 a month the bot uses 90 %.';
    const ofDays = (today: number, before: number): string => {
      const days = [
        { day: '2026-06-30', priority: 'live', requests: today },
        { day: '2026-06-01', priority: 'live', requests: before },
      ];
      return lineOf(quotaFinding(pro, { days, tournaments: [] }, now));
    };
    expect(lineOf(quotaFinding(pro, null, now))).toBe(
      `✓ Quota            3600 of 3600 requests are left for today, 45000 of 45000 for this month. ${SHARE}`,
    );
    expect(ofDays(100, 900)).toBe(
      `✓ Quota            3500 of 3600 requests are left for today, 44000 of 45000 for this month. ${SHARE}`,
    );
    expect(ofDays(100, 44_900)).toBe(
      `! Quota            0 of 100 requests are left for today, 0 of 45000 for this month. ${SHARE} Refused: person, result, live, background, refresh, names. → Pushes continue; the next such request is in 6 h. A larger plan has more (PADEL_API_PLAN).`,
    );
    expect(planFindings(pro, 60)).toEqual([]);
    expect(planFindings(pro, 10).map(lineOf)).toEqual([
      "! Quota            The service allows 10 requests a minute, the configuration 60 (plan pro). → Set PADEL_API_PLAN to the token's plan: free, pro or business.",
    ]);
  });

  it('distinguish a failure of the service from a wrong address', () => {
    expect(of(refusal(500), 'https://example.org/api')).toEqual([
      '✗ Data service     It answers with status 500. → It has problems: try again later. The bot can start and will wait for it.',
    ]);
    expect(of(refusal(200), 'https://example.org/api')).toEqual([
      "✗ Data service     What answers at PADEL_API_URL is not the service (status 200). → Check PADEL_API_URL against the service's documentation.",
    ]);
  });

  it('tell a refusal of the proxy from a wrong address and from a wrong token', () => {
    expect(of({ ...refusal(403), proxy: '403, error 1010' }, 'https://example.org/api')).toEqual([
      "✗ Data service     Refused by the proxy in front of the service (403, error 1010). → Try from another network, or ask the service to admit this machine's address and the User-Agent Bandeja.",
    ]);
    expect(of(refusal(403), 'https://example.org/api')).toEqual([
      '✗ Padel token      The data service knows it, and refuses what it asks for (403). → Create a token with all permissions on its token page and copy it to PADEL_API_TOKEN.',
    ]);
  });

  it('report a subscription that is paused, has no address or is not shown', () => {
    const shown = { id: 17, url: 'https://example.org/', isPaused: false, signsWith: () => true };
    const of = (...subscriptions: Parameters<typeof subscriptionFinding>[0]) =>
      lineOf(subscriptionFinding(subscriptions, ['secret']));
    expect(of({ ...shown, id: 16, signsWith: () => false }, shown)).toContain('17 signs with it');
    expect(of({ ...shown, isPaused: true })).toBe(
      '! Webhook secret   Webhook 17 is paused: nothing is delivered. → npm run operator -- webhook resume 17',
    );
    expect(of({ ...shown, url: null })).toBe(
      '! Webhook secret   Webhook 17 has no address yet. → npm run operator -- webhook resume 17 --url https://…',
    );
    expect(of()).toBe('✓ Webhook secret   Not compared: the service does not show the webhook.');
  });
});

it.each<[string, Answering, ServiceInspection]>([
  [
    'HTML of the proxy',
    (response) => {
      response.writeHead(403, { 'content-type': 'text/html' });
      response.end('<!doctype html><title>Access denied</title> error code: 1010');
    },
    { kind: 'refused', status: 403, proxy: '403, error 1010' },
  ],
  [
    'JSON of the service',
    (response) => {
      says(response, 403, { message: 'This action is unauthorized.' });
    },
    { kind: 'refused', status: 403, proxy: null },
  ],
])('tells whose refusal a 403 is: %s', async (_whose, answer, inspection) => {
  const { origin, received } = await aService(answer);
  const contact = 'https://example.org/help';
  const inspector = createInspector({ baseUrl: `${origin}/api`, token: 'token', contact });
  expect(await inspector.service()).toEqual(inspection);
  expect(received[0]?.agent).toMatch(/^Bandeja\/[\d.]+ \(\+https:\/\/example\.org\/help\)$/);
});

it('finds the subscription that signs with our secret, though all are masked', async () => {
  const masked = { url: 'https://example.org/', events: ['match.updated'] };
  const { origin } = await aService((response) => {
    const ends = ['********', '********...9999', '********...cret', '********…cret'];
    says(response, 200, { data: ends.map((secret, id) => ({ ...masked, id, secret })) });
  });
  const inspector = createInspector({ baseUrl: `${origin}/api`, token: 'token' });
  const shown = await inspector.subscriptions(null);
  expect(shown.map(({ signsWith }) => signsWith(['older', 'secret']))).toEqual([
    null,
    false,
    true,
    true,
  ]);
  expect(lineOf(subscriptionFinding(shown, ['older', 'secret']))).toContain('2 signs with it');
});

it.each([
  ['specification', '59 of 60'],
  ['today', '9 of 10'],
] as const)(
  'checks the whole small plan, %s, on a day whose first round fills a page of matches',
  async (profile, left) => {
    const day = '2026-11-25';
    const { apiUrl, stop } = await startPadelService({ port: 0, seed: 1, speed: 0, day, profile });
    onTestFinished(stop);
    const inspection = await createInspector({ baseUrl: apiUrl, token: 'sandbox-free' }).service();
    const lines = padelFindings(inspection, apiUrl).map(lineOf);
    expect(lines).toContain(`✓ Requests         ${left} are left of this minute.`);
    expect(lines.at(-1)).toContain(
      'It lacks live points, statistics of matches, statistics of pairs, chances of simulations.',
    );
  },
);

it.each<[number, string]>([
  [1_000, "✓ Clock            In sync with Discord's."],
  [-20_000, '! Clock            It is 20 s behind. → Set it'],
  [90_000, '✗ Clock            It is 90 s ahead. → Set it'],
  [-5 * 3_600_000, '✗ Clock            It is 5 h behind. → Set it'],
])('rates a clock that is %i ms ahead', (ahead, line) => {
  expect(lineOf(clockFinding(ahead)).startsWith(line)).toBe(true);
});

it.each<[number, string]>([
  [
    20_000_000,
    '✗ Disk             20 MB are free where the database is. → Free some space: a full disk stops all alerts.',
  ],
  [
    200_000_000,
    '! Disk             200 MB are free where the database is. → Free some space soon.',
  ],
  [2_000_000_000, '✓ Disk             2000 MB are free where the database is.'],
])('rates a disk with %i free bytes', (free, line) => {
  expect(lineOf(diskFinding(free))).toBe(line);
});

it('names the code of an error that it does not know', () => {
  const cause = Object.assign(new Error('x'), { code: 'XX000' });
  expect(databaseFindings({ kind: 'unusable', cause }).map(lineOf)).toEqual([
    '✗ Database         It cannot be used: XX000. → Check DATABASE_URL.',
  ]);
});

it.each(['timeout expired', 'Query read timeout'])(
  'says that a database does not answer after the pg error "%s"',
  (words) => {
    expect(databaseFindings({ kind: 'unusable', cause: new Error(words) }).map(lineOf)).toEqual([
      '✗ Database         It does not answer. → Check the server and the network in between.',
    ]);
  },
);

const POSTGRES = {
  kind: 'postgres',
  version: '18.4',
  schema: { kind: 'current' },
  mayCreate: false,
  isReadOnly: false,
  encoding: 'UTF8',
  maxConnections: 100,
  usedConnections: 12,
  processes: 1,
  isPooled: false,
  latency: 0.42,
} as const;

it('recommends for PostgreSQL only what works there', () => {
  const behind = { kind: 'behind', steps: 2 } as const;
  expect(databaseFindings({ ...POSTGRES, schema: behind }).map(lineOf)[1]).toBe(
    '! Tables           They are from an earlier release; 2 migrations are pending. → The next start runs them. Stop every process of the bot and back up first: pg_dump',
  );
  const damaged = Object.assign(new Error('x'), { code: 'XX001' });
  expect(databaseFindings({ kind: 'unusable', cause: damaged }).map(lineOf)).toEqual([
    '✗ Database         It is damaged. → Restore the last backup (pg_restore).',
  ]);
});

it('warns of a PostgreSQL that is far away, short of connections, or behind a pooler', () => {
  const of = (more: Partial<Pick<PostgresFacts, 'latency' | 'usedConnections' | 'isPooled'>>) =>
    databaseFindings({ ...POSTGRES, ...more }).map(lineOf)[0];
  expect(of({})).toBe(
    '✓ Database         PostgreSQL 18.4, 0.4 ms away, 12 of 100 connections in use; processes of the bot at work: 1.',
  );
  expect(of({ latency: 30 })).toBe(
    '! Database         PostgreSQL 18.4, 30.0 ms away, 12 of 100 connections in use; processes of the bot at work: 1. → Run the bot closer to it: every alert waits for it several times.',
  );
  expect(of({ usedConnections: 95 })).toMatch(
    /^! Database .* 95 of 100 connections in use; .* → Each process of the bot takes up to \d+\.$/,
  );
  expect(of({ isPooled: true })).toMatch(
    /^! Database .* A pooler stands before it\. → Use session pooling/,
  );
});

describe('the report', () => {
  const good: Finding = { verdict: 'ok', about: 'Node', says: '24' };
  const warning: Finding = { ...good, verdict: 'warning', next: 'look' };
  const bad: Finding = { ...good, verdict: 'error', next: 'mend' };

  it('has a summary', () => {
    expect(reportSummary([good])).toBe('No problems found.');
    expect(reportSummary([good, warning])).toBe('The bot can run; 1 warning.');
    expect(reportSummary([good, warning, warning])).toBe('The bot can run; 2 warnings.');
    expect(reportSummary([warning, bad])).toBe('1 problem to fix.');
    expect(reportSummary([bad, bad])).toBe('2 problems to fix.');
  });

  it('has a JSON form', () => {
    expect(JSON.parse(jsonOf([good, bad]))).toEqual({ sound: false, findings: [good, bad] });
  });
});
