import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startApp, type App, type AppOptions } from '../../src/app.ts';
import { commands } from '../../commands/index.ts';
import type { Config } from '../../src/config.ts';
import { INVITE_PERMISSION_NAMES } from '../../src/discord/invite.ts';
import { registerCommands } from '../../src/discord/registered.ts';
import type { Logger } from '../../src/lib/logger.ts';
import { createShutdown } from '../../src/lib/shutdown.ts';
import { createSteadyClock } from '../../src/lib/clocks.ts';
import { everyMinuteOf } from '../../src/lib/every-minute.ts';
import { SECOND } from '../../src/lib/time.ts';
import { startLocalDiscord, type LocalDiscord } from '../discord/index.ts';
import {
  startPadelService,
  type OpeningMoment,
  type PadelService,
  type Profile,
} from '../padel-service/index.ts';
import { DEFAULT_PROFILE } from '../padel-service/world/profile.ts';

export interface DemoOptions {
  /** Where everything is kept between runs. */
  readonly folder: string;
  /** Of the page; 0 takes a free one. */
  readonly port: number;
  /** Of the padel data service; 0 takes a free one. */
  readonly padelPort: number;
  /** World seconds per real second. */
  readonly speed?: number;
  /** Which API the padel data service serves; the specification by default. */
  readonly profile?: Profile;
  /** The moment at which a new world starts. */
  readonly opening?: OpeningMoment;
  /** Whether the bot and Discord go by the world's clock; otherwise by the machine's. */
  readonly isOnWorldClock?: boolean;
  readonly seed?: number;
  /** `YYYY-MM-DD`, the first day of a new world; today by default. */
  readonly day?: string;
  readonly requestsPerMinute?: number;
  readonly log: Logger;
}

/** The bot, and the world outside it, on this machine. */
export interface Demo {
  readonly discord: LocalDiscord;
  readonly padel: PadelService;
  /** What an operator would put into the environment to run the bot against this world. */
  readonly config: Config;
  /** Starts the bot; a stopped one may be started again. */
  startBot: (options?: Pick<AppOptions, 'useRates'>) => Promise<App>;
  stop: () => Promise<void>;
}

/**
 * Starts the world outside: a padel data service with its realtime server, and a Discord; the
 * bot's commands are registered there. The bot itself is started by `startBot`.
 * @throws with the code EADDRINUSE when a port is taken.
 */
export const startDemo = async (options: DemoOptions): Promise<Demo> => {
  const { folder, port, padelPort, speed, seed, day, requestsPerMinute, log } = options;
  const { profile = DEFAULT_PROFILE, opening, isOnWorldClock = false } = options;
  const shutdown = createShutdown(log);
  try {
    const padel = await startPadelService({
      port: padelPort,
      stateFile: join(folder, 'world.json'),
      allowLoopbackWebhooks: true,
      calledNames: 'both',
      profile,
      ...(opening === undefined ? {} : { opening }),
      ...(speed === undefined ? {} : { speed }),
      ...(seed === undefined ? {} : { seed }),
      ...(day === undefined ? {} : { day }),
      ...(requestsPerMinute === undefined ? {} : { rateLimit: requestsPerMinute }),
    });
    shutdown.add('padel service', padel.stop);
    const stateFile = join(folder, 'discord.jsonl');
    const isNew = !existsSync(stateFile);
    const discord = await startLocalDiscord({
      port,
      stateFile,
      worldUrl: padel.url,
      worldNow: isOnWorldClock ? padel.now : undefined,
    });
    shutdown.add('local discord', discord.stop);
    if (isNew) await invite(discord);
    const clock = isOnWorldClock
      ? { now: padel.now, everyMinute: everyMinuteOf(padel.now, SECOND) }
      : { now: createSteadyClock() };
    const config = configFor(folder, discord, padel, requestsPerMinute);
    await registerCommands({ ...config.discord, commands });
    return {
      discord,
      padel,
      config,
      startBot: async (bot = {}) => {
        const app = await startApp({ config, log, ...clock, ...bot });
        shutdown.add('bot', app.stop);
        await deliverTo(app.webhookUrl, padel);
        await takeEvents(app.httpOrigin, discord).catch((error: unknown) => {
          log.warn({ err: error }, 'webhook events not set up: the app can be removed unnoticed');
        });
        return app;
      },
      stop: shutdown.run,
    };
  } catch (error) {
    await shutdown.run();
    throw error;
  }
};

const steer = async (
  { url }: LocalDiscord,
  method: string,
  path: string,
  body: object,
): Promise<void> => {
  const { ok, status } = await fetch(new URL(`/sandbox${path}`, url), {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!ok) throw new Error(`the local Discord refused ${path}: ${status}`);
};

/** The bot is in the new server with what the link of the docs asks for, and nothing else. */
const invite = (discord: LocalDiscord): Promise<void> =>
  steer(discord, 'POST', '/bot/invite', { permissions: INVITE_PERMISSION_NAMES });

/** Enters the bot's address for webhook events, as an operator would in the developer portal. */
const takeEvents = async (origin: string | null, discord: LocalDiscord): Promise<void> => {
  if (origin === null) return;
  await steer(discord, 'PATCH', '/application', {
    event_webhooks_url: `${origin}/webhooks/discord`,
    event_webhooks_status: 2,
    event_webhooks_types: ['APPLICATION_DEAUTHORIZED'],
  });
};

const WEBHOOK_PATH = '/api/webhooks/1';

/** Registers the bot's address with the data service, as an operator would. */
const deliverTo = async (url: string | null, padel: PadelService): Promise<void> => {
  if (url === null) return;
  const { statusCode } = await padel.inject({
    method: 'PATCH',
    url: WEBHOOK_PATH,
    headers: { authorization: `Bearer ${TOKEN}` },
    payload: { url },
  });
  if (statusCode !== 200) throw new Error(`the webhook could not be set: ${statusCode}`);
};

const TOKEN = 'sandbox-pro';

/** No webhook when the subscription was deleted: then the bot sees changes at the next sync. */
const httpFor = (padel: PadelService): NonNullable<Config['http']> => {
  const server = { port: 0, host: '127.0.0.1', trustProxy: [] };
  const secret = padel.webhookSecret();
  if (secret === null) return server;
  const signing = { secrets: [secret], header: 'Signature' };
  return { ...server, webhook: { path: '/webhooks/padel', signing } };
};

/** This service has only a limit per minute. */
const NO_LIMIT = 1e9;

const configFor = (
  folder: string,
  discord: LocalDiscord,
  padel: PadelService,
  perMinute = 60,
): Config => ({
  discord: { token: discord.token, apiUrl: discord.apiUrl },
  padel: {
    apiUrl: padel.apiUrl,
    token: TOKEN,
    quota: { plan: 'pro', perMinute, perDay: NO_LIMIT, perMonth: NO_LIMIT },
  },
  realtime: {
    appKey: 'sandbox',
    cluster: 'eu',
    server: { host: '127.0.0.1', port: padel.port, tls: false },
  },
  http: httpFor(padel),
  databaseUrl: `file:${join(folder, 'bandeja.sqlite')}`,
  logLevel: 'warn',
});
