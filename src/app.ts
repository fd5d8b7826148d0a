import { commands } from '../commands/index.ts';
import { startAlerts } from './alerts/alerts.ts';
import { createChannelHealth } from './alerts/channel-health.ts';
import type { Config } from './config.ts';
import { createClient, login, mayWrite, onAccessChanged, reportTrouble } from './discord/client.ts';
import { dispatchInteractions } from './discord/dispatch.ts';
import { createSender } from './discord/sender.ts';
import { startLoop } from './lib/loop.ts';
import type { Logger } from './lib/logger.ts';
import { createShutdown } from './lib/shutdown.ts';
import { startLive } from './live/live.ts';
import type { Observer } from './domain/observer.ts';
import { createPadelApi, type PadelApi } from './padel-api/client.ts';
import { createDirectory } from './padel-api/directory.ts';
import { NotFound, TokenRefused, UnreadableAnswer } from './padel-api/errors.ts';
import { syncDirectory, tournamentEntry } from './padel-api/directory-sync.ts';
import { openStore } from './store/database.ts';
import { loadDirectory, saveDirectory } from './store/names.ts';

export interface App {
  /** Ends everything, last opened first; resolves when nothing is left open. */
  stop: () => Promise<void>;
}

export interface AppOptions {
  readonly config: Config;
  readonly log: Logger;
  /** Real clock, milliseconds. */
  readonly now?: () => number;
  readonly random?: () => number;
  /** Requests a minute that the data service allows; the specification's unless told otherwise. */
  readonly requestsPerMinute?: number;
}

const SYNC_NAMES_EVERY = 6 * 60 * 60_000;
const SYNC_NAMES_AGAIN = 60_000;

/**
 * The composition root: the only file that knows every room of the house. Opens the database,
 * the way to the data service and to Discord, and connects what they say.
 * @throws when the database cannot be opened or Discord refuses the token; nothing stays open.
 */
export const startApp = async (options: AppOptions): Promise<App> => {
  const { config, log, now = Date.now, random = Math.random } = options;
  const shutdown = createShutdown(log);
  try {
    const { db, close } = await openStore(config.databaseUrl, log).catch((error: unknown) => {
      throw new Error('DATABASE_URL names a database that cannot be opened', { cause: error });
    });
    shutdown.add('database', close);

    const { apiUrl: baseUrl, token } = config.padel;
    const api = createPadelApi({
      baseUrl,
      token,
      now,
      random,
      requestsPerMinute: options.requestsPerMinute,
      log,
    });
    shutdown.add('data service', api.close);

    await checkToken(api, log);

    const directory = createDirectory(await loadDirectory(db));
    const names = startLoop({
      run: async (signal) => {
        const save = (entries: Parameters<typeof saveDirectory>[1]) => saveDirectory(db, entries);
        await syncDirectory({ api, directory, save }, signal);
        return SYNC_NAMES_EVERY;
      },
      onError: (error) => {
        log.warn({ err: error }, 'the names could not all be read; I try again');
      },
      restAfterError: SYNC_NAMES_AGAIN,
    });
    shutdown.add('directory', names.stop);

    const sender = createSender({ ...config.discord, now: () => performance.now() });
    shutdown.add('sender', sender.stop);
    const alerts = startAlerts({ db, sender, now, log });
    shutdown.add('alerts', alerts.stop);

    const client = createClient(config.discord);
    shutdown.add('discord', () => client.destroy());
    reportTrouble(client, log);
    const { followed, channelReady } = alerts;
    const services = { api, directory, db, now, followed, channelReady };
    dispatchInteractions({ client, commands, services, log });
    const health = createChannelHealth({
      db,
      mayWrite: (channelId) => mayWrite(client, channelId),
      ready: channelReady,
      log,
    });
    onAccessChanged(client, health.accessChanged);
    await login(client, config.discord.token);

    const observer: Observer = {
      ...alerts.observer,
      // Those that are on can be named at once, long before the last page of all names is read.
      tournament: async (tournament) => {
        directory.put([tournamentEntry(tournament)]);
        await alerts.observer.tournament(tournament);
      },
    };
    const live = startLive({ api, observer, realtime: config.realtime, now, log });
    shutdown.add('live', live.stop);
    await live.accepted();
    log.info({ commands: commands.length }, 'bandeja is up');
    return { stop: shutdown.run };
  } catch (error) {
    await shutdown.run();
    throw error;
  }
};

/** A wrong token is told at once; a service that is down at this moment is no reason not to start. */
const checkToken = async (api: PadelApi, log: Logger): Promise<void> => {
  try {
    await api.tournaments({ perPage: 1 }, 'person');
  } catch (error) {
    if (error instanceof TokenRefused) {
      throw new Error('PADEL_API_TOKEN is refused by the padel data service', { cause: error });
    }
    if (error instanceof NotFound || error instanceof UnreadableAnswer) {
      throw new Error(
        'PADEL_API_URL does not answer like the padel data service: it is its root with /api',
        { cause: error },
      );
    }
    log.warn({ err: error }, 'the padel data service does not answer yet');
  }
};
