import type { z } from 'zod';
import { contradictions } from './config/contradictions.ts';
import { readEnvFile } from './config/env-file.ts';
import { environment, UNQUOTED, type Environment } from './config/environment.ts';
import { PLAN_QUOTAS, type PlanName, type PlanQuota } from './config/quotas.ts';
import { readWatchTable } from './config/where-to-watch.ts';
import type { WatchRow } from './domain/tournament/where-to-watch.ts';

export interface Config {
  readonly discord: { readonly token: string; readonly apiUrl: string };
  /** Where members get help with the bot: a button of `/help`. */
  readonly supportUrl?: string;
  readonly padel: {
    readonly apiUrl: string;
    readonly token: string;
    readonly quota: PlanQuota & { readonly plan: PlanName };
  };
  readonly realtime: {
    readonly appKey: string;
    readonly cluster: string;
    /** The event of live matches; by default any `…\MatchLiveUpdated`. */
    readonly event?: string;
    readonly server?: { readonly host: string; readonly port: number; readonly tls: boolean };
  };
  /** Serves health and metrics, and receives webhooks. */
  readonly http?: {
    readonly port: number;
    /** An address of this machine; `::` for all of them. */
    readonly host: string;
    /** Proxies (addresses and networks) whose `X-Forwarded-For` is trusted. */
    readonly trustProxy: readonly string[];
    /** Where the data service sends webhooks; without it changes are found at the next sync. */
    readonly webhook?: {
      readonly path: string;
      /** Null when the sender does not sign: then the path itself is the secret. */
      readonly signing: {
        /** The current secret, and the previous one during a rotation. */
        readonly secrets: readonly string[];
        readonly header: string;
      } | null;
    };
  };
  /** Who shows which tournaments; nobody is known without it. */
  readonly whereToWatch?: readonly WatchRow[];
  readonly databaseUrl: string;
  readonly logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
}

/** Faults in the environment, a line for each variable, with its value unless that could be secret. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** The variables of the process, and those of a file `.env` in the working folder. @throws ConfigError */
export const processVariables = (): NodeJS.ProcessEnv => {
  try {
    for (const [name, value] of Object.entries(readEnvFile('.env'))) process.env[name] ??= value;
  } catch (error) {
    throw new ConfigError([error instanceof Error ? error.message : String(error)]);
  }
  return process.env;
};

const parsed = <T>(schema: z.ZodType<T>, variables: NodeJS.ProcessEnv): T => {
  const { data, error } = schema.safeParse(variables);
  if (error === undefined) return data;
  const problems = error.issues.map(({ path: [name], message }) => {
    const value = quotable(String(name), variables);
    return `${String(name)} ${message}${value === '' ? '' : `, not "${value}"`}`;
  });
  throw new ConfigError(problems);
};

/** More than this is no port, plan or host: perhaps a secret on the wrong line. */
const LONGEST_QUOTE = 40;

/** The value of a variable for a message; empty when it is missing or could be secret. */
const quotable = (name: string, variables: NodeJS.ProcessEnv): string => {
  const value = variables[name]?.trim() ?? '';
  const isSecret = UNQUOTED.some(
    (each) => each === name || (value !== '' && variables[each]?.trim() === value),
  );
  return isSecret || value.includes('@') || value.length > LONGEST_QUOTE ? '' : value;
};

const discordOnly = environment.pick({ DISCORD_TOKEN: true, DISCORD_API_URL: true });

/** The configuration for registering commands. @throws ConfigError */
export const readDiscordConfig = (variables: NodeJS.ProcessEnv): Config['discord'] => {
  const env = parsed(discordOnly, variables);
  return { token: env.DISCORD_TOKEN, apiUrl: env.DISCORD_API_URL };
};

const quotaOnly = environment.pick({
  PADEL_API_TOKEN: true,
  PADEL_API_PLAN: true,
  PADEL_API_REQUESTS_PER_MINUTE: true,
  PADEL_API_REQUESTS_PER_DAY: true,
  PADEL_API_REQUESTS_PER_MONTH: true,
});

/** The quota of the data service, and the token for which requests are counted. @throws ConfigError */
export const readQuota = (
  variables: NodeJS.ProcessEnv,
): Pick<Config['padel'], 'token' | 'quota'> => {
  const env = parsed(quotaOnly, variables);
  const { PADEL_API_TOKEN: token, PADEL_API_PLAN: plan } = env;
  const ofPlan = PLAN_QUOTAS[plan];
  const quota = {
    plan,
    perMinute: env.PADEL_API_REQUESTS_PER_MINUTE ?? ofPlan.perMinute,
    perDay: env.PADEL_API_REQUESTS_PER_DAY ?? ofPlan.perDay,
    perMonth: env.PADEL_API_REQUESTS_PER_MONTH ?? ofPlan.perMonth,
  };
  return { token, quota };
};

const serviceOnly = environment.pick({
  PADEL_API_URL: true,
  PADEL_API_TOKEN: true,
  SUPPORT_URL: true,
});

/** The data service, and the operator's address that it may ask for. @throws ConfigError */
export const readServiceConfig = (
  variables: NodeJS.ProcessEnv,
): Pick<Config, 'padel' | 'supportUrl'> => {
  const { PADEL_API_URL: apiUrl, SUPPORT_URL: supportUrl } = parsed(serviceOnly, variables);
  return {
    padel: { apiUrl, ...readQuota(variables) },
    ...(supportUrl === undefined ? {} : { supportUrl }),
  };
};

const databaseOnly = environment.pick({ DATABASE_URL: true });

/** The database URL, for copy and backup. @throws ConfigError */
export const readDatabaseUrl = (variables: NodeJS.ProcessEnv): string =>
  parsed(databaseOnly, variables).DATABASE_URL;

/**
 * The configuration of the process, read once.
 * @throws ConfigError that names every missing or invalid variable, and its format
 */
export const readConfig = (variables: NodeJS.ProcessEnv): Config => {
  const env = parsed(environment, variables);
  const watch = readWatchTable(env.WHERE_TO_WATCH);
  const problems = [...contradictions(env), ...watch.problems];
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    discord: { token: env.DISCORD_TOKEN, apiUrl: env.DISCORD_API_URL },
    ...readServiceConfig(variables),
    realtime: {
      appKey: env.REALTIME_APP_KEY,
      cluster: env.REALTIME_CLUSTER,
      ...(env.REALTIME_EVENT === undefined ? {} : { event: env.REALTIME_EVENT }),
      ...realtimeServer(env),
    },
    ...httpOf(env),
    whereToWatch: watch.rows,
    databaseUrl: env.DATABASE_URL,
    logLevel: env.LOG_LEVEL,
  };
};

/** Local only: other machines connect through a proxy. */
const DEFAULT_HTTP = { port: 3000, host: '127.0.0.1' } as const;

/** A port enables health and metrics; a webhook enables the port. */
const httpOf = (env: Environment): Pick<Config, 'http'> => {
  const options = webhookOf(env);
  if (env.HTTP_PORT === undefined && Object.keys(options).length === 0) return {};
  const { HTTP_PORT: port = DEFAULT_HTTP.port, HTTP_HOST: host = DEFAULT_HTTP.host } = env;
  const { HTTP_TRUST_PROXY: trustProxy = [] } = env;
  return { http: { port, host, trustProxy, ...options } };
};

const webhookOf = (env: Environment): Pick<NonNullable<Config['http']>, 'webhook'> => {
  const { WEBHOOK_SECRET: secret, WEBHOOK_SECRET_PREVIOUS: previous, WEBHOOK_PATH: path } = env;
  if (secret === undefined) {
    return env.WEBHOOK_UNSIGNED === true ? { webhook: { path, signing: null } } : {};
  }
  const secrets = previous === undefined ? [secret] : [secret, previous];
  return { webhook: { path, signing: { secrets, header: env.WEBHOOK_SIGNATURE_HEADER } } };
};

const realtimeServer = (env: Environment): Pick<Config['realtime'], 'server'> => {
  if (env.REALTIME_HOST === undefined) return {};
  const tls = env.REALTIME_TLS ?? true;
  return { server: { host: env.REALTIME_HOST, port: env.REALTIME_PORT ?? (tls ? 443 : 80), tls } };
};
