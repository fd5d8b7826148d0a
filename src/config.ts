import { existsSync } from 'node:fs';
import type { z } from 'zod';
import { contradictions } from './config/contradictions.ts';
import { environment, type Environment } from './config/environment.ts';
import { PLAN_QUOTAS, type PlanName, type PlanQuota } from './config/quotas.ts';

export interface Config {
  readonly discord: { readonly token: string; readonly apiUrl: string };
  readonly padel: {
    readonly apiUrl: string;
    readonly token: string;
    /** Requests that the data service allows this token. */
    readonly quota: PlanQuota & { readonly plan: PlanName };
  };
  readonly realtime: {
    readonly appKey: string;
    readonly cluster: string;
    /** The one event that carries a live match; by default any `…\MatchLiveUpdated`. */
    readonly event?: string;
    readonly server?: { readonly host: string; readonly port: number; readonly tls: boolean };
  };
  /** Where health and metrics are asked for, and webhooks arrive. */
  readonly http?: {
    readonly port: number;
    /** An address of this machine; `::` is every one. */
    readonly host: string;
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

const databaseOnly = environment.pick({ DATABASE_URL: true });

/**
 * Which database it is: all that copies, backups and restores need to know.
 * @throws ConfigError
 */
export const readDatabaseUrl = (variables: NodeJS.ProcessEnv): string =>
  parsed(databaseOnly, variables).DATABASE_URL;

/**
 * The configuration of the process, read once.
 * @throws ConfigError that names every variable that is missing or wrong, and what it should be.
 */
export const readConfig = (variables: NodeJS.ProcessEnv): Config => {
  const env = parsed(environment, variables);
  const problems = contradictions(env);
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    discord: { token: env.DISCORD_TOKEN, apiUrl: env.DISCORD_API_URL },
    padel: { apiUrl: env.PADEL_API_URL, token: env.PADEL_API_TOKEN, quota: quotaOf(env) },
    realtime: {
      appKey: env.REALTIME_APP_KEY,
      cluster: env.REALTIME_CLUSTER,
      ...(env.REALTIME_EVENT === undefined ? {} : { event: env.REALTIME_EVENT }),
      ...realtimeServer(env),
    },
    ...httpOf(env),
    databaseUrl: env.DATABASE_URL,
    logLevel: env.LOG_LEVEL,
  };
};

/** That of the plan, but for what is given in numbers. */
const quotaOf = (env: Environment): Config['padel']['quota'] => {
  const { PADEL_API_PLAN: plan } = env;
  const ofPlan = PLAN_QUOTAS[plan];
  return {
    plan,
    perMinute: env.PADEL_API_REQUESTS_PER_MINUTE ?? ofPlan.perMinute,
    perDay: env.PADEL_API_REQUESTS_PER_DAY ?? ofPlan.perDay,
    perMonth: env.PADEL_API_REQUESTS_PER_MONTH ?? ofPlan.perMonth,
  };
};

/** Whoever asks from elsewhere comes through a proxy. */
const DEFAULT_HTTP = { port: 3000, host: '127.0.0.1' } as const;

/** A port alone is for health and metrics; a webhook has one in any case. */
const httpOf = (env: Environment): Pick<Config, 'http'> => {
  const webhook = webhookOf(env);
  if (env.HTTP_PORT === undefined && webhook === undefined) return {};
  const { HTTP_PORT: port = DEFAULT_HTTP.port, HTTP_HOST: host = DEFAULT_HTTP.host } = env;
  const { HTTP_TRUST_PROXY: trustProxy = [] } = env;
  return { http: { port, host, trustProxy, ...(webhook === undefined ? {} : { webhook }) } };
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
