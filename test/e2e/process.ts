import { spawn } from 'node:child_process';
import type { Config } from '#src/config.ts';
import { COMPILE_CACHE } from '../compile-cache.ts';

/** The environment that every program of a test needs. */
export const BARE_ENVIRONMENT: NodeJS.ProcessEnv = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: COMPILE_CACHE,
};

/** The environment that an operator would give to `npm start`. */
export const environmentOf = (config: Config): NodeJS.ProcessEnv => {
  const { discord, padel, realtime, databaseUrl } = config;
  return {
    ...BARE_ENVIRONMENT,
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.apiUrl,
    PADEL_API_URL: padel.apiUrl,
    PADEL_API_TOKEN: padel.token,
    PADEL_API_REQUESTS_PER_MINUTE: String(padel.quota.perMinute),
    PADEL_API_REQUESTS_PER_DAY: String(padel.quota.perDay),
    PADEL_API_REQUESTS_PER_MONTH: String(padel.quota.perMonth),
    REALTIME_APP_KEY: realtime.appKey,
    REALTIME_HOST: realtime.server?.host,
    REALTIME_PORT: String(realtime.server?.port),
    REALTIME_TLS: 'false',
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'error',
  };
};

/** Starts the bot as a real process, and collects its output. */
export const spawnBot = (env: NodeJS.ProcessEnv) => {
  const child = spawn(process.execPath, ['src/main.ts'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
  });
  const up = Promise.withResolvers<undefined>();
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
      if (said.includes('is connected to Discord')) up.resolve(undefined);
    });
  }
  void ended.then((code) => {
    up.reject(new Error(`the bot ended with ${code}:\n${said}`));
  });
  // A test of a bot that cannot start awaits only `ended`.
  up.promise.catch(() => undefined);
  return {
    /** Resolves when it is connected. */
    up: up.promise,
    said: () => said,
    /** Resolves with its exit code, which is null when it was killed. */
    ended,
    /** Kills it at once, without a chance to clean up. */
    kill: (): void => {
      child.kill('SIGKILL');
    },
    stop: async (): Promise<void> => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
    },
  };
};
