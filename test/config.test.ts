import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ConfigError, readConfig, readDatabaseUrl, readDiscordConfig } from '#src/config.ts';
import { unknownVariables } from '#src/config/unknown-variables.ts';
import { readEnvFile, variablesIn } from '#src/config/env-file.ts';

const COMPLETE = {
  DISCORD_TOKEN: 'discord-secret',
  PADEL_API_URL: 'https://padel.example/api',
  PADEL_API_TOKEN: 'padel-secret',
  REALTIME_APP_KEY: 'app-key',
};

/** A secret as `openssl rand -hex 16` prints it. */
const RANDOM = '9f86d081884c7d659a2feaa0c55ad015';

const problemsWith = (variables: NodeJS.ProcessEnv): readonly string[] => {
  try {
    readConfig(variables);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
};

describe('the configuration', () => {
  it('needs four variables, and has defaults for the rest', () => {
    expect(readConfig(COMPLETE)).toEqual({
      discord: { token: 'discord-secret', apiUrl: 'https://discord.com/api' },
      padel: {
        apiUrl: 'https://padel.example/api',
        token: 'padel-secret',
        quota: { plan: 'pro', perMinute: 60, perDay: 4_000, perMonth: 50_000 },
      },
      realtime: {
        appKey: 'app-key',
        cluster: 'eu',
      },
      whereToWatch: expect.arrayContaining([
        expect.objectContaining({ name: 'Red Bull TV' }),
      ]) as unknown,
      databaseUrl: 'file:data/bandeja.sqlite',
      logLevel: 'info',
    });
  });

  it.each([
    [
      'slashes at the end of an address',
      { PADEL_API_URL: 'http://127.0.0.1:4100/api//' },
      { padel: { apiUrl: 'http://127.0.0.1:4100/api' } },
    ],
    [
      'blanks around a value, as in a file',
      { DISCORD_TOKEN: ' discord-secret\n' },
      { discord: { token: 'discord-secret' } },
    ],
    [
      'an empty variable as one that is not set',
      { LOG_LEVEL: '', DISCORD_API_URL: '', DATABASE_URL: ' ' },
      { logLevel: 'info', databaseUrl: 'file:data/bandeja.sqlite' },
    ],
    [
      'an address where members get help',
      { SUPPORT_URL: 'https://discord.gg/padel' },
      { supportUrl: 'https://discord.gg/padel' },
    ],
    ['another cluster', { REALTIME_CLUSTER: 'us2' }, { realtime: { cluster: 'us2' } }],
    [
      'PostgreSQL',
      { DATABASE_URL: 'postgresql://u:p@db/bandeja' },
      { databaseUrl: 'postgresql://u:p@db/bandeja' },
    ],
    [
      'another host, with TLS by default',
      { REALTIME_HOST: 'ws.example' },
      { realtime: { server: { host: 'ws.example', port: 443, tls: true } } },
    ],
    [
      'another host without TLS',
      { REALTIME_HOST: 'ws.example', REALTIME_TLS: 'false' },
      { realtime: { server: { port: 80, tls: false } } },
    ],
    [
      'webhooks, with a default port, path and header',
      { WEBHOOK_SECRET: 'whsec' },
      {
        http: {
          port: 3000,
          host: '127.0.0.1',
          trustProxy: [],
          webhook: {
            path: '/webhooks/padel',
            signing: { secrets: ['whsec'], header: 'Signature' },
          },
        },
      },
    ],
    [
      'two secrets, during a rotation',
      { WEBHOOK_SECRET: 'newer', WEBHOOK_SECRET_PREVIOUS: 'older' },
      { http: { webhook: { signing: { secrets: ['newer', 'older'] } } } },
    ],
    [
      'an unsigned webhook with a secret path',
      { WEBHOOK_UNSIGNED: 'yes', WEBHOOK_PATH: `/hooks/${RANDOM}` },
      { http: { port: 3000, webhook: { path: `/hooks/${RANDOM}`, signing: null } } },
    ],
    [
      'a port without webhooks',
      { HTTP_PORT: '8080', WEBHOOK_UNSIGNED: 'no' },
      { http: { port: 8080, host: '127.0.0.1', trustProxy: [] } },
    ],
    [
      'an address to listen on, here every address',
      { HTTP_PORT: '8080', HTTP_HOST: '::' },
      { http: { port: 8080, host: '::' } },
    ],
    [
      'proxies, by address and by network',
      { HTTP_PORT: '8080', HTTP_TRUST_PROXY: '127.0.0.1, ::1,10.0.0.0/8,fd00::/8' },
      { http: { trustProxy: ['127.0.0.1', '::1', '10.0.0.0/8', 'fd00::/8'] } },
    ],
    [
      'webhooks with another port, path and signature header',
      {
        WEBHOOK_SECRET: 'whsec',
        HTTP_PORT: '8080',
        WEBHOOK_PATH: '/padel',
        WEBHOOK_SIGNATURE_HEADER: 'X-Signature',
      },
      { http: { port: 8080, webhook: { path: '/padel', signing: { header: 'X-Signature' } } } },
    ],
    [
      'another plan of the data service',
      { PADEL_API_PLAN: 'free' },
      { padel: { quota: { plan: 'free', perMinute: 10, perDay: 2_000, perMonth: 50_000 } } },
    ],
    [
      'a number that replaces one of the plan’s',
      { PADEL_API_PLAN: 'business', PADEL_API_REQUESTS_PER_DAY: '9000' },
      { padel: { quota: { perMinute: 500, perDay: 9_000, perMonth: 2_000_000 } } },
    ],
    [
      'another event name of live updates',
      { REALTIME_EVENT: 'Live' },
      { realtime: { event: 'Live' } },
    ],
    [
      'another host and port',
      { REALTIME_HOST: 'ws.example', REALTIME_PORT: '6001' },
      { realtime: { server: { port: 6001 } } },
    ],
  ])('accepts %s', (_reason, variables, expected) => {
    expect(readConfig({ ...COMPLETE, ...variables })).toMatchObject(expected);
  });

  it('needs only the Discord token to register the commands', () => {
    expect(readDiscordConfig({ DISCORD_TOKEN: 'discord-secret' })).toEqual({
      token: 'discord-secret',
      apiUrl: 'https://discord.com/api',
    });
    expect(() => readDiscordConfig({})).toThrow('DISCORD_TOKEN is missing');
  });

  it('needs no variable to open the database', () => {
    expect(readDatabaseUrl({})).toBe('file:data/bandeja.sqlite');
    expect(readDatabaseUrl({ DATABASE_URL: 'postgres://db/b' })).toBe('postgres://db/b');
    expect(() => readDatabaseUrl({ DATABASE_URL: 'b' })).toThrow('DATABASE_URL should be file:');
  });
});

describe('a variable', () => {
  it.each(Object.keys(COMPLETE))('that is missing is named: %s', (name) => {
    for (const nothing of [undefined, '', '  ']) {
      const problems = problemsWith({ ...COMPLETE, [name]: nothing });
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(new RegExp(`^${name} is missing: .{10,}`));
    }
  });

  it.each([
    ['DISCORD_API_URL', 'x-wrong-x', 'should be the base of a Discord API, like https://'],
    ['DISCORD_API_URL', 'ftp://x-wrong-x', 'should be the base of a Discord API, like https://'],
    ['PADEL_API_URL', 'x-wrong-x', 'should be the root of the padel data service, like https://'],
    ['PADEL_API_URL', 'file:///x-wrong-x', 'should be the root of the padel data service'],
    ['SUPPORT_URL', 'http://x-wrong-x.example', 'should be an https address of up to 512 char'],
    ['SUPPORT_URL', 'javascript:x-wrong-x', 'should be an https address of up to 512 characters'],
    ['SUPPORT_URL', `https://a.b/x-wrong-x${'x'.repeat(500)}`, 'should be an https address'],
    ['PADEL_API_PLAN', 'x-wrong-x', 'should be free, pro or business'],
    ['PADEL_API_REQUESTS_PER_DAY', 'x-wrong-x', 'should be a whole number of requests, from 1'],
    ['PADEL_API_REQUESTS_PER_MONTH', '0', 'should be a whole number of requests, from 1'],
    ['REALTIME_PORT', 'x-wrong-x', 'should be a port number from 1 to 65535'],
    ['REALTIME_PORT', '0', 'should be a port number from 1 to 65535'],
    ['REALTIME_PORT', '65536', 'should be a port number from 1 to 65535'],
    ['REALTIME_PORT', '80.5', 'should be a port number from 1 to 65535'],
    ['REALTIME_TLS', 'x-wrong-x', 'should be yes or no, true or false'],
    [
      'DATABASE_URL',
      'mysql://u:x-wrong-x@db/b',
      'should be file:path/to/database.sqlite or postgres://',
    ],
    ['DATABASE_URL', 'x-wrong-x.sqlite', 'should be file:path/to/database.sqlite or postgres://'],
    ['DATABASE_URL', 'file:', 'should be file:path/to/database.sqlite or postgres://'],
    ['DATABASE_URL', 'postgres://x-wrong-x:port:1/', 'should be file:path/to/database.sqlite or'],
    ['REALTIME_HOST', 'x-wrong-x/path', 'should be a host name, like realtime.example.org'],
    ['HTTP_PORT', 'x-wrong-x', 'should be a port number from 1 to 65535'],
    ['HTTP_PORT', '0', 'should be a port number from 1 to 65535'],
    ['HTTP_HOST', 'x-wrong-x', 'should be an address of this machine, like 127.0.0.1, or :: for'],
    ['HTTP_HOST', '[::1]', 'should be an address of this machine, like 127.0.0.1, or :: for'],
    ['HTTP_HOST', '10.0.0.0/8', 'should be an address of this machine, like 127.0.0.1, or :: for'],
    ['HTTP_TRUST_PROXY', 'x-wrong-x', 'should be addresses or networks of proxies, like'],
    ['HTTP_TRUST_PROXY', '10.0.0.0/33', 'should be addresses or networks of proxies, like'],
    ['HTTP_TRUST_PROXY', '10.0.0.0/8/8', 'should be addresses or networks of proxies, like'],
    ['HTTP_TRUST_PROXY', '127.0.0.1,', 'should be addresses or networks of proxies, like'],
    ['HTTP_TRUST_PROXY', 'true', 'should be addresses or networks of proxies, like'],
    ['WEBHOOK_PATH', 'x-wrong-x', 'should be a path, like /webhooks/padel'],
    ['WEBHOOK_PATH', '/health', 'should be another path: /health, /metrics, /webhooks/discord are'],
    ['WEBHOOK_PATH', '/webhooks/discord', 'should be another path: /health, /metrics,'],
    ['WHERE_TO_WATCH', 'x-wrong-x', 'names a file that cannot be read (ENOENT)'],
    ['WEBHOOK_UNSIGNED', 'x-wrong-x', 'should be yes or no, true or false'],
    ['WEBHOOK_SIGNATURE_HEADER', 'x wrong x', 'should be the name of a header, like Signature'],
    ['LOG_LEVEL', 'x-wrong-x', 'should be silent, error, warn, info or debug'],
  ])('that is wrong is named with the expected form: %s=%s', (name, value, expected) => {
    const problems = problemsWith({ ...COMPLETE, [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`${name} ${expected}`);
    // A URL may contain a password, and the path may be the secret.
    const mayBeSecret = /_URL$|_PATH$|_WATCH$/.test(name);
    expect(problems[0]?.endsWith(`, not "${value}"`)).toBe(!mayBeSecret);
    if (mayBeSecret) expect(problems[0]).not.toContain('x-wrong-x');
  });

  it.each([
    ['equals the value of another variable', 'padel-secret'],
    ['could be an address with a password', 'u:hidden@db'],
    ['is as long as a token', 'hidden'.repeat(10)],
  ])('that is wrong is named without its value when it %s', (_reason, value) => {
    expect(problemsWith({ ...COMPLETE, LOG_LEVEL: value })).toEqual([
      'LOG_LEVEL should be silent, error, warn, info or debug',
    ]);
  });

  it.each(['yes', 'true', '1', 'TRUE', 'no', 'false', '0', 'No'])(
    'with yes or no accepts the same words everywhere: %s',
    (word) => {
      const isYes = ['yes', 'true', '1'].includes(word.toLowerCase());
      const { realtime, http } = readConfig({
        ...COMPLETE,
        REALTIME_HOST: 'ws.example',
        REALTIME_TLS: word,
        WEBHOOK_PATH: `/hooks/${RANDOM}`,
        WEBHOOK_UNSIGNED: word,
      });
      expect(realtime.server?.tls).toBe(isYes);
      expect(http?.webhook?.signing).toBe(isYes ? null : undefined);
    },
  );

  it.each([
    ['REALTIME_PORT', '6001', 'REALTIME_HOST: give both, or neither'],
    ['REALTIME_TLS', 'false', 'REALTIME_HOST: give both, or neither'],
    ['REALTIME_TLS', 'true', 'REALTIME_HOST: give both, or neither'],
    [
      'HTTP_HOST',
      '::',
      'HTTP_PORT or WEBHOOK_SECRET or WEBHOOK_UNSIGNED: nothing listens that could have an address',
    ],
    [
      'HTTP_TRUST_PROXY',
      '10.0.0.1',
      'HTTP_PORT or WEBHOOK_SECRET or WEBHOOK_UNSIGNED: nothing listens that could be behind a proxy',
    ],
    ['WEBHOOK_SECRET_PREVIOUS', 'whsec', 'WEBHOOK_SECRET: the newer one signs from now on'],
  ])('that has no effect alone is named with the missing one: %s', (name, value, lack) => {
    expect(problemsWith({ ...COMPLETE, [name]: value })).toEqual([
      `${name} is given without ${lack}`,
    ]);
  });

  it('that has no effect alone is named together with all others like it', () => {
    const alone = { REALTIME_PORT: '6001', REALTIME_TLS: 'false', HTTP_TRUST_PROXY: '::1' };
    const problems = problemsWith({ ...COMPLETE, ...alone });
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual(Object.keys(alone));
  });

  it.each([
    ['the default path', '/webhooks/padel'],
    ['a path of words', '/a-path-of-which-nobody-ever-will-think-by-chance-2026'],
    ['less than 128 bits', `/hooks/${RANDOM.slice(0, 31)}`],
    ['a path that only looks long', `/hooks/${'deadbeef'.repeat(8)}`],
  ])('that opens the receiver to everyone is refused: unsigned with %s', (_reason, path) => {
    const variables = { ...COMPLETE, WEBHOOK_UNSIGNED: 'yes', WEBHOOK_PATH: path };
    const problems = problemsWith(variables);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('WEBHOOK_PATH should contain a secret of 32 random hexadecimal');
    expect(problems[0]).not.toContain(path);
  });

  it('that contradicts another is refused: unsigned with a secret', () => {
    const variables = { WEBHOOK_SECRET: 'whsec', WEBHOOK_UNSIGNED: 'yes' };
    expect(problemsWith({ ...COMPLETE, ...variables })).toEqual([
      'WEBHOOK_UNSIGNED is given beside WEBHOOK_SECRET: a sender signs, or it does not',
    ]);
  });

  it('that is wrong is named together with all others that are missing or wrong', () => {
    const problems = problemsWith({ LOG_LEVEL: 'loud' });
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
      ...['DISCORD_TOKEN', 'PADEL_API_URL', 'PADEL_API_TOKEN', 'REALTIME_APP_KEY'],
      'LOG_LEVEL',
    ]);
  });

  it.each([
    ['DISCORD_TOKN', 'DISCORD_TOKEN'],
    ['DISCORD_TOKNE', 'DISCORD_TOKEN'],
    ['DICSORD_TOKEN', 'DISCORD_TOKEN'],
    ['discord_token', 'DISCORD_TOKEN'],
    ['PADEL_APITOKEN', 'PADEL_API_TOKEN'],
    ['PADEL_API_TOKENS', 'PADEL_API_TOKEN'],
  ])('whose name has a slip is named with the right name: %s', (slip, name) => {
    const complete: NodeJS.ProcessEnv = COMPLETE;
    const { [name]: value, ...others } = complete;
    const given = { ...others, [slip]: value };
    expect(problemsWith(given)).toEqual([expect.stringContaining(`${name} is missing`)]);
    expect(unknownVariables(given)).toEqual([`${slip} is not known; did you mean ${name}?`]);
    expect(unknownVariables({ ...others, [slip]: ' ' })).toEqual([]);
  });

  it.each([
    ['PADEL_PLAN', 'PADEL_PLAN is not known; did you mean PADEL_API_PLAN?'],
    ['WEBHOOK_HEADER', 'WEBHOOK_HEADER is not known; did you mean WEBHOOK_SIGNATURE_HEADER?'],
    ['DISCORD_BOT_TOKEN', 'DISCORD_BOT_TOKEN is not known: nothing reads it'],
    ['DISCORD_CLIENT_ID', 'DISCORD_CLIENT_ID is not known: nothing reads it'],
    ['REALTIME_SERVER', 'REALTIME_SERVER is not known: nothing reads it'],
    ['HTTP_PORT_NUMBER', 'HTTP_PORT_NUMBER is not known; did you mean HTTP_PORT?'],
    ['DATABASE_PASSWORD', 'DATABASE_PASSWORD is not known: nothing reads it'],
  ])('that begins as ours do and is not known is named: %s', (given, line) => {
    expect(unknownVariables({ ...COMPLETE, [given]: 'x' })).toEqual([line]);
    expect(unknownVariables({ ...COMPLETE, [given]: '' })).toEqual([]);
  });

  it.each([
    ['HTTP_PROXY', 'http://proxy.example'],
    ['HTTPS_PROXY', 'http://proxy.example'],
    ['http_proxy', 'http://proxy.example'],
    ['HTTP_PORTS', '3000-3002'],
    ['DISCORD_WEBHOOK_URL', 'https://discord.com/api/webhooks/1/x'],
    ['DATABASE_PORT', 'tcp://10.0.0.7:5432'],
    ['DATABASE_PORT_5432_TCP_ADDR', '10.0.0.7'],
    ['DATABASE_SERVICE_PORT_POSTGRES', '5432'],
    ['DATABASE_ENV_POSTGRES_DB', 'bandeja'],
    ['LOG_FILE', 'x'],
    ['HOST', 'x'],
    ['PORT', 'x'],
    ['HOME', 'x'],
  ])('of another program is not named: %s', (given, value) => {
    expect(unknownVariables({ ...COMPLETE, HTTP_PORT: '3000', [given]: value })).toEqual([]);
  });

  it('that is wrong never reveals the value of another', () => {
    const text = problemsWith({ ...COMPLETE, WEBHOOK_SECRET: 'whsec', PADEL_API_URL: 'x' }).join(
      ' ',
    );
    for (const secret of ['discord-secret', 'padel-secret', 'app-key', 'whsec']) {
      expect(text).not.toContain(secret);
    }
  });
});

describe('a value of an env file', () => {
  const VALUES = [
    ['in quotes, as Docker hands them over', '"business"', 'business'],
    ['in single quotes', "'business'", 'business'],
    ['with a comment behind, as Docker and systemd hand it over', 'business   # ours', 'business'],
    ['with a comment behind quotes', '"business" # "ours"', 'business'],
    ['with a carriage return', 'business\r', 'business'],
    ['with blanks within quotes', '" business "', 'business'],
    ['with a byte order mark', '\uFEFFbusiness', 'business'],
  ] as const;

  it.each(VALUES)('%s is bare', (_form, value, plan) => {
    const { padel } = readConfig({ ...COMPLETE, PADEL_API_PLAN: value });
    expect(padel.quota.plan).toBe(plan);
  });

  it.each(['WEBHOOK_SECRET', 'DATABASE_URL'])(
    'that may contain anything is named when it seems to end with a comment: %s',
    (name) => {
      expect(problemsWith({ ...COMPLETE, [name]: 'file:a # b' })).toEqual([
        `${name} seems to end with a comment: write comments on lines of their own`,
      ]);
    },
  );

  it.each(['DISCORD_TOKEN', 'PADEL_API_TOKEN', 'REALTIME_APP_KEY'])(
    'that cannot stand in a header is named without it: %s',
    (name) => {
      for (const value of ['x y', 'xÿy', 'x\u200by', 'x\u0007y', 'x日y', 'x\uFFFDy']) {
        const problems = problemsWith({ ...COMPLETE, [name]: value });
        expect(problems).toEqual([
          expect.stringContaining(`${name} has a character that none has`),
        ]);
        expect(problems[0]).not.toContain(value);
      }
      for (const value of ['Bot x', 'bearer x']) {
        expect(problemsWith({ ...COMPLETE, [name]: value })).toEqual([
          `${name} begins with "Bot" or "Bearer": remove that word`,
        ]);
      }
    },
  );

  it.each([
    ['“x y”', 'typographic quotes: write straight ones (") or none'],
    ['x’', 'typographic quotes: write straight ones (") or none'],
    ['„x“ # note', 'typographic quotes: write straight ones (") or none'],
    ['"abc', 'a quote at one end only: close it, or write none'],
    [`'abc"`, 'a quote at one end only: close it, or write none'],
    ['abc"', 'a quote at one end only: close it, or write none'],
    ['"abc # note', 'a quote at one end only: close it, or write none'],
    ['"', 'a quote at one end only: close it, or write none'],
    ['abc\nPADEL_API_URL=', 'a line break in it: a quote in its line is not closed'],
  ])('with quotes that no parser removes is named without it: %s', (value, expected) => {
    for (const name of ['DISCORD_TOKEN', 'WEBHOOK_SECRET', 'DATABASE_URL']) {
      expect(problemsWith({ ...COMPLETE, [name]: value })).toEqual([`${name} has ${expected}`]);
    }
  });

  it('may have a quote in a comment behind it', () => {
    const variables = { ...COMPLETE, PADEL_API_PLAN: `free # the "cheap one"` };
    expect(readConfig(variables).padel.quota.plan).toBe('free');
  });

  it.each(['""', '# of the portal'])('that says nothing counts as missing: %s', (value) => {
    const problems = problemsWith({ ...COMPLETE, DISCORD_TOKEN: value });
    expect(problems).toEqual([expect.stringMatching(/^DISCORD_TOKEN is missing/)]);
  });

  it.each([
    ['after a byte order mark', '\uFEFFA=1\r\nB=2\r\n', { A: '1', B: '2' }],
    ['with a # within, which is no comment elsewhere either', 'A=ab#c\nB=2', { A: 'ab#c', B: '2' }],
    ['with a comment behind', 'A=ab#c # d\nB=2 #3', { A: 'ab#c', B: '2' }],
    ['in quotes with a #', `A='a #b' # c\nB="#"`, { A: 'a #b', B: '#' }],
    [
      'with a colon behind the name',
      'A: 1\nB_C: "x: y"\nD=e: f',
      { A: '1', B_C: 'x: y', D: 'e: f' },
    ],
    ['with backslashes', String.raw`A=App\Live`, { A: String.raw`App\Live` }],
  ])('is read as the other parsers do: %s', (_form, text, expected) => {
    expect({ ...variablesIn(text) }).toEqual(expected);
  });

  it.each([
    ['utf16le', '\uFEFFA=1', 'is not UTF-8: save it again'],
    ['utf16le', 'A=1', 'is not UTF-8: save it again'],
    ['latin1', 'A=Málaga', 'is not UTF-8: save it again'],
  ] as const)('in a file of another encoding is named: %s %s', (encoding, text, expected) => {
    const folder = mkdtempSync(join(tmpdir(), 'bandeja-env-'));
    onTestFinished(() => {
      rmSync(folder, { recursive: true });
    });
    const file = join(folder, '.env');
    expect(readEnvFile(file)).toEqual({});
    writeFileSync(file, text, encoding);
    expect(() => readEnvFile(file)).toThrow(expected);
    expect(() => readEnvFile(folder)).toThrow(
      `${folder} is a folder: it should be a file with a line for each variable`,
    );
  });
});
