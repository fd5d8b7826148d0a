import { existsSync } from 'node:fs';
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
  /** Where the data service's webhooks arrive; without it changes are seen at the next sync. */
  readonly webhook?: {
    readonly port: number;
    readonly host?: string;
    readonly path: string;
    readonly secret: string;
    readonly signatureHeader: string;
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
  WEBHOOK_PATH: z.preprocess(
    given,
    z
      .string()
      .regex(/^\/[A-Za-z0-9/_.~-]*$/, { error: 'should be a path, like /webhooks/padel' })
      .default('/webhooks/padel'),
  ),
  WEBHOOK_SECRET: z.preprocess(given, z.string().optional()),
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

/** What means nothing alone: whoever gives it would believe that it does something. */
const LACKS = [
  { given: 'REALTIME_PORT', without: 'REALTIME_HOST', so: 'give both, or neither' },
  { given: 'REALTIME_TLS', without: 'REALTIME_HOST', so: 'give both, or neither' },
  { given: 'HTTP_PORT', without: 'WEBHOOK_SECRET', so: 'nothing else listens on it yet' },
] as const;

/**
 * The configuration of the process, read once.
 * @throws ConfigError that names every variable that is missing or wrong, and what it should be.
 */
export const readConfig = (variables: NodeJS.ProcessEnv): Config => {
  const env = parsed(environment, variables);
  const problems = LACKS.filter(
    ({ given: name, without }) => env[name] !== undefined && env[without] === undefined,
  ).map(({ given: name, without, so }) => `${name} is given without ${without}: ${so}`);
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
    ...webhookOf(env),
    databaseUrl: env.DATABASE_URL,
    logLevel: env.LOG_LEVEL,
  };
};

const DEFAULT_HTTP_PORT = 3000;

const webhookOf = (env: z.infer<typeof environment>): Pick<Config, 'webhook'> => {
  const { WEBHOOK_SECRET: secret, HTTP_PORT: port = DEFAULT_HTTP_PORT } = env;
  if (secret === undefined) return {};
  const { WEBHOOK_PATH: path, WEBHOOK_SIGNATURE_HEADER: signatureHeader } = env;
  return { webhook: { port, path, secret, signatureHeader } };
};

const realtimeServer = (env: z.infer<typeof environment>): Pick<Config['realtime'], 'server'> => {
  if (env.REALTIME_HOST === undefined) return {};
  const tls = env.REALTIME_TLS !== 'false';
  return { server: { host: env.REALTIME_HOST, port: env.REALTIME_PORT ?? (tls ? 443 : 80), tls } };
};
