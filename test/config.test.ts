import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, readDiscordConfig } from '#src/config.ts';

const COMPLETE = {
  DISCORD_TOKEN: 'discord-secret',
  PADEL_API_URL: 'https://padel.example/api',
  PADEL_API_TOKEN: 'padel-secret',
  REALTIME_APP_KEY: 'app-key',
};

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
  it('needs four variables, and knows the rest', () => {
    expect(readConfig(COMPLETE)).toEqual({
      discord: { token: 'discord-secret', apiUrl: 'https://discord.com/api' },
      padel: { apiUrl: 'https://padel.example/api', token: 'padel-secret' },
      realtime: {
        appKey: 'app-key',
        cluster: 'eu',
        event: 'App\\Service\\Events\\MatchLiveUpdated',
      },
      databaseUrl: 'file:data/bandeja.sqlite',
      logLevel: 'info',
    });
  });

  it.each([
    [
      'the slashes at the end of an address',
      { PADEL_API_URL: 'http://127.0.0.1:4100/api//' },
      { padel: { apiUrl: 'http://127.0.0.1:4100/api' } },
    ],
    [
      'blanks around a value, as a file may have them',
      { DISCORD_TOKEN: ' discord-secret\n' },
      { discord: { token: 'discord-secret' } },
    ],
    [
      'an empty variable, as a form not filled in',
      { LOG_LEVEL: '', DISCORD_API_URL: '', DATABASE_URL: ' ' },
      { logLevel: 'info', databaseUrl: 'file:data/bandeja.sqlite' },
    ],
    ['another cluster', { REALTIME_CLUSTER: 'us2' }, { realtime: { cluster: 'us2' } }],
    [
      'PostgreSQL',
      { DATABASE_URL: 'postgresql://u:p@db/bandeja' },
      { databaseUrl: 'postgresql://u:p@db/bandeja' },
    ],
    [
      'another host, with TLS unless told otherwise',
      { REALTIME_HOST: 'ws.example' },
      { realtime: { server: { host: 'ws.example', port: 443, tls: true } } },
    ],
    [
      'another host without TLS',
      { REALTIME_HOST: 'ws.example', REALTIME_TLS: 'false' },
      { realtime: { server: { port: 80, tls: false } } },
    ],
    [
      'webhooks, at a usual place unless told otherwise',
      { WEBHOOK_SECRET: 'whsec' },
      {
        webhook: {
          port: 3000,
          path: '/webhooks/padel',
          secret: 'whsec',
          signatureHeader: 'Signature',
        },
      },
    ],
    [
      'webhooks elsewhere, signed under another header',
      {
        WEBHOOK_SECRET: 'whsec',
        HTTP_PORT: '8080',
        WEBHOOK_PATH: '/padel',
        WEBHOOK_SIGNATURE_HEADER: 'X-Signature',
      },
      { webhook: { port: 8080, path: '/padel', signatureHeader: 'X-Signature' } },
    ],
    ['another name of live updates', { REALTIME_EVENT: 'Live' }, { realtime: { event: 'Live' } }],
    [
      'another host and port',
      { REALTIME_HOST: 'ws.example', REALTIME_PORT: '6001' },
      { realtime: { server: { port: 6001 } } },
    ],
  ])('forgives and understands %s', (_reason, variables, expected) => {
    expect(readConfig({ ...COMPLETE, ...variables })).toMatchObject(expected);
  });

  it('of the commands alone needs nothing but Discord', () => {
    expect(readDiscordConfig({ DISCORD_TOKEN: 'discord-secret' })).toEqual({
      token: 'discord-secret',
      apiUrl: 'https://discord.com/api',
    });
    expect(() => readDiscordConfig({})).toThrow('DISCORD_TOKEN is missing');
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
    ['REALTIME_PORT', 'x-wrong-x', 'should be a port number from 1 to 65535'],
    ['REALTIME_PORT', '0', 'should be a port number from 1 to 65535'],
    ['REALTIME_PORT', '65536', 'should be a port number from 1 to 65535'],
    ['REALTIME_PORT', '80.5', 'should be a port number from 1 to 65535'],
    ['REALTIME_TLS', 'x-wrong-x', 'should be true or false'],
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
    ['WEBHOOK_PATH', 'x-wrong-x', 'should be a path, like /webhooks/padel'],
    ['WEBHOOK_SIGNATURE_HEADER', 'x wrong x', 'should be the name of a header, like Signature'],
    ['LOG_LEVEL', 'x-wrong-x', 'should be silent, error, warn, info or debug'],
  ])('that is wrong is named with what it should be: %s=%s', (name, value, expected) => {
    const problems = problemsWith({ ...COMPLETE, [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`${name} ${expected}`);
    expect(problems[0]).not.toContain('x-wrong-x');
  });

  it.each([
    ['REALTIME_PORT', '6001', 'REALTIME_HOST: give both, or neither'],
    ['REALTIME_TLS', 'false', 'REALTIME_HOST: give both, or neither'],
    ['REALTIME_TLS', 'true', 'REALTIME_HOST: give both, or neither'],
    ['HTTP_PORT', '8080', 'WEBHOOK_SECRET: nothing else listens on it yet'],
  ])('that says nothing alone is named with what it lacks: %s', (name, value, lack) => {
    expect(problemsWith({ ...COMPLETE, [name]: value })).toEqual([
      `${name} is given without ${lack}`,
    ]);
  });

  it('that says nothing alone is named beside every other such', () => {
    const alone = { REALTIME_PORT: '6001', REALTIME_TLS: 'false', HTTP_PORT: '8080' };
    const problems = problemsWith({ ...COMPLETE, ...alone });
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual(Object.keys(alone));
  });

  it('is named beside every other that is missing or wrong', () => {
    const problems = problemsWith({ LOG_LEVEL: 'loud' });
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
      ...['DISCORD_TOKEN', 'PADEL_API_URL', 'PADEL_API_TOKEN', 'REALTIME_APP_KEY'],
      'LOG_LEVEL',
    ]);
  });

  it('never shows the value of another', () => {
    const told = problemsWith({ ...COMPLETE, WEBHOOK_SECRET: 'whsec', PADEL_API_URL: 'x' }).join(
      ' ',
    );
    for (const secret of ['discord-secret', 'padel-secret', 'app-key', 'whsec']) {
      expect(told).not.toContain(secret);
    }
  });
});
