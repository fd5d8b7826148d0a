import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';

export interface Config {
  readonly discord: { readonly token: string; readonly apiUrl: string };
  readonly padel: { readonly apiUrl: string; readonly token: string };
  readonly realtime: {
    readonly appKey: string;
    readonly cluster: string;
    readonly event: string;
    readonly server?: { readonly host: string; readonly port: number; readonly tls: boolean };
  };
  /** Where health and metrics are asked for, and webhooks arrive. */
  readonly http?: {
    readonly port: number;
    readonly host?: string;
    /** Addresses and networks of proxies whose word on who asks is taken. */
    readonly trustProxy: readonly string[];
    /** Where the data service delivers to; without it changes are seen at the next sync. */
    readonly webhook?: {
      readonly path: string;
      /** Null when the sender does not sign, and the path itself is the secret. */
      readonly signing: {
        /** The one in use, and the one before it while it is rotated. */
        readonly secrets: readonly string[];
        readonly header: string;
      } | null;
    };
  };
  readonly databaseUrl: string;
  readonly logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
}

/** What is wrong with the environment, a line for each variable; none of them shows a value. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/**
 * Blanks around a value are none of it: they come along when it is pasted. An empty variable counts
 * as missing: `DISCORD_TOKEN=` in a file is a form not filled in.
 */
const given = (value: unknown): unknown => {
  const said = typeof value === 'string' ? value.trim() : value;
  return said === '' ? undefined : said;
};

const required = (shape: string) =>
  z.preprocess(given, z.string({ error: `is missing: ${shape}` }).min(1));

const httpUrl = (name: string) =>
  z
    .url({ protocol: /^https?$/, error: `should be ${name}, like https://example.org/api` })
    .transform((url) => url.replace(/\/+$/, ''));

const port = z.coerce
  .number({ error: 'should be a port number from 1 to 65535' })
  .int('should be a port number from 1 to 65535')
  .min(1, 'should be a port number from 1 to 65535')
  .max(65_535, 'should be a port number from 1 to 65535');

/** Whether it is an address (`10.0.0.7`, `::1`) or a network (`10.0.0.0/8`). */
const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  );
};

const isPostgres = (url: string): boolean => /^postgres(ql)?:\/\//.test(url) && URL.canParse(url);

const DISCORD_API = 'https://discord.com/api';
const LIVE_EVENT = String.raw`App\Service\Events\MatchLiveUpdated`;

const environment = z.object({
  DISCORD_TOKEN: required('the bot token from the Discord developer portal'),
  DISCORD_API_URL: z.preprocess(given, httpUrl('the base of a Discord API').default(DISCORD_API)),
  PADEL_API_URL: z.preprocess(
    given,
    z
      .string({ error: 'is missing: the root of the padel data service, with its /api' })
      .pipe(httpUrl('the root of the padel data service')),
  ),
  PADEL_API_TOKEN: required('an API token of the padel data service'),
  REALTIME_APP_KEY: required("the application key of the data service's realtime channels"),
  REALTIME_CLUSTER: z.preprocess(given, z.string().default('eu')),
  REALTIME_HOST: z.preprocess(
    given,
    z
      .string()
      .regex(/^[A-Za-z0-9.:[\]-]+$/, { error: 'should be a host name, like realtime.example.org' })
      .optional(),
  ),
  REALTIME_PORT: z.preprocess(given, port.optional()),
  REALTIME_TLS: z.preprocess(
    given,
    z.enum(['true', 'false'], { error: 'should be true or false' }).optional(),
  ),
  REALTIME_EVENT: z.preprocess(given, z.string().default(LIVE_EVENT)),
  HTTP_PORT: z.preprocess(given, port.optional()),
  HTTP_TRUST_PROXY: z.preprocess(
    given,
    z
      .string()
      .transform((list) => list.split(',').map((each) => each.trim()))
      .refine((list) => list.every(isNetwork), {
        error: 'should be addresses or networks of proxies, like 127.0.0.1,10.0.0.0/8',
      })
      .optional(),
  ),
  WEBHOOK_PATH: z.preprocess(
    given,
    z
      .string()
      .regex(/^\/[A-Za-z0-9/_.~-]*$/, { error: 'should be a path, like /webhooks/padel' })
      .refine((path) => path !== '/health' && path !== '/metrics', {
        error: 'should be another path: /health and /metrics are taken',
      })
      .default('/webhooks/padel'),
  ),
  WEBHOOK_SECRET: z.preprocess(given, z.string().optional()),
  WEBHOOK_SECRET_PREVIOUS: z.preprocess(given, z.string().optional()),
  WEBHOOK_UNSIGNED: z.preprocess(
    given,
    z.enum(['yes', 'no'], { error: 'should be yes or no' }).optional(),
  ),
  WEBHOOK_SIGNATURE_HEADER: z.preprocess(
    given,
    z
      .string()
      .regex(/^[A-Za-z0-9-]+$/, { error: 'should be the name of a header, like Signature' })
      .default('Signature'),
  ),
  DATABASE_URL: z.preprocess(
    given,
    z
      .string()
      .refine((url) => /^file:.+/.test(url) || isPostgres(url), {
        error: 'should be file:path/to/database.sqlite or postgres://user:password@host/database',
      })
      .default('file:data/bandeja.sqlite'),
  ),
  LOG_LEVEL: z.preprocess(
    given,
    z
      .enum(['silent', 'error', 'warn', 'info', 'debug'], {
        error: 'should be silent, error, warn, info or debug',
      })
      .default('info'),
  ),
});

/** The variables of the process, those of a file `.env` in the working folder included. */
export const processVariables = (): NodeJS.ProcessEnv => {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
};

const parsed = <T>(schema: z.ZodType<T>, variables: NodeJS.ProcessEnv): T => {
  const { data, error } = schema.safeParse(variables);
  if (error === undefined) return data;
  throw new ConfigError(error.issues.map(({ path, message }) => `${path.join('.')} ${message}`));
};

const discordOnly = environment.pick({ DISCORD_TOKEN: true, DISCORD_API_URL: true });

/**
 * What registering the commands needs.
 * @throws ConfigError
 */
export const readDiscordConfig = (variables: NodeJS.ProcessEnv): Config['discord'] => {
  const env = parsed(discordOnly, variables);
  return { token: env.DISCORD_TOKEN, apiUrl: env.DISCORD_API_URL };
};

type Environment = z.infer<typeof environment>;

/** What means nothing alone: whoever gives it would believe that it does something. */
const LACKS = [
  { given: 'REALTIME_PORT', without: ['REALTIME_HOST'], so: 'give both, or neither' },
  { given: 'REALTIME_TLS', without: ['REALTIME_HOST'], so: 'give both, or neither' },
  {
    given: 'HTTP_TRUST_PROXY',
    without: ['HTTP_PORT', 'WEBHOOK_SECRET', 'WEBHOOK_UNSIGNED'],
    so: 'nothing listens that could be behind a proxy',
  },
  {
    given: 'WEBHOOK_SECRET_PREVIOUS',
    without: ['WEBHOOK_SECRET'],
    so: 'the newer one signs from now on',
  },
] as const;

const lacking = (env: Environment): readonly string[] =>
  LACKS.filter(
    ({ given: name, without }) =>
      env[name] !== undefined && without.every((other) => env[other] === undefined),
  ).map(
    ({ given: name, without, so }) => `${name} is given without ${without.join(' or ')}: ${so}`,
  );

/** Nobody guesses 128 random bits, which is what so many hexadecimal digits hold. */
const SECRET_IN_PATH = /[0-9a-f]{32}/i;
/** Chance leaves more different digits than this among 32 (all but once in a billion). */
const FEW_DIGITS = 6;

const isSecretPath = (path: string): boolean => {
  const [digits = ''] = SECRET_IN_PATH.exec(path) ?? [];
  return new Set(digits.toLowerCase()).size > FEW_DIGITS;
};

/** Whoever knows the address of a receiver that checks no signature may deliver to it. */
const unsafe = (env: Environment): readonly string[] => {
  if (env.WEBHOOK_UNSIGNED !== 'yes') return [];
  if (env.WEBHOOK_SECRET !== undefined) {
    return ['WEBHOOK_UNSIGNED is given beside WEBHOOK_SECRET: a sender signs, or it does not'];
  }
  if (isSecretPath(env.WEBHOOK_PATH)) return [];
  return [
    'WEBHOOK_PATH should contain a secret of 32 random hexadecimal digits or more when ' +
      'WEBHOOK_UNSIGNED is yes: whoever knows the path may deliver. `openssl rand -hex 32` makes one',
  ];
};

/**
 * The configuration of the process, read once.
 * @throws ConfigError that names every variable that is missing or wrong, and what it should be.
 */
export const readConfig = (variables: NodeJS.ProcessEnv): Config => {
  const env = parsed(environment, variables);
  const problems = [...lacking(env), ...unsafe(env)];
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    discord: { token: env.DISCORD_TOKEN, apiUrl: env.DISCORD_API_URL },
    padel: { apiUrl: env.PADEL_API_URL, token: env.PADEL_API_TOKEN },
    realtime: {
      appKey: env.REALTIME_APP_KEY,
      cluster: env.REALTIME_CLUSTER,
      event: env.REALTIME_EVENT,
      ...realtimeServer(env),
    },
    ...httpOf(env),
    databaseUrl: env.DATABASE_URL,
    logLevel: env.LOG_LEVEL,
  };
};

const DEFAULT_HTTP_PORT = 3000;

/** A port alone is for health and metrics; a webhook has one in any case. */
const httpOf = (env: Environment): Pick<Config, 'http'> => {
  const webhook = webhookOf(env);
  if (env.HTTP_PORT === undefined && webhook === undefined) return {};
  const { HTTP_PORT: port = DEFAULT_HTTP_PORT, HTTP_TRUST_PROXY: trustProxy = [] } = env;
  return { http: { port, trustProxy, ...(webhook === undefined ? {} : { webhook }) } };
};

const webhookOf = (env: Environment): NonNullable<Config['http']>['webhook'] => {
  const { WEBHOOK_SECRET: secret, WEBHOOK_SECRET_PREVIOUS: previous, WEBHOOK_PATH: path } = env;
  if (secret === undefined) {
    return env.WEBHOOK_UNSIGNED === 'yes' ? { path, signing: null } : undefined;
  }
  const secrets = previous === undefined ? [secret] : [secret, previous];
  return { path, signing: { secrets, header: env.WEBHOOK_SIGNATURE_HEADER } };
};

const realtimeServer = (env: Environment): Pick<Config['realtime'], 'server'> => {
  if (env.REALTIME_HOST === undefined) return {};
  const tls = env.REALTIME_TLS !== 'false';
  return { server: { host: env.REALTIME_HOST, port: env.REALTIME_PORT ?? (tls ? 443 : 80), tls } };
};
