import { randomUUID } from 'node:crypto';
import { commands } from '../commands/index.ts';
import packageFile from '../package.json' with { type: 'json' };
import { createChannelChanges } from './alerts/channels/channel-news.ts';
import type { Wake } from './alerts/delivery/delivery.ts';
import type { Deliverer } from './alerts/start-delivery.ts';
import { SEND_PRIORITY_NAMES, SEND_RESULTS } from './alerts/delivery/instrumented-sender.ts';
import { ROLES, TOPICS, type Context } from './app/context.ts';
import { openDiscord } from './app/discord.ts';
import { feedOfAnyProcess, startFeed, type Feed } from './app/feed.ts';
import { openNames } from './app/names.ts';
import { createPainter } from './app/painter.ts';
import { openProcesses } from './app/open-processes.ts';
import { createPostIn, startSending } from './app/sender.ts';
import type { Config } from './config.ts';
import type { Status } from './discord/command.ts';
import { waitForDiscord } from './discord/gateway/login.ts';
import { createClockWatch } from './discord/rest/clock-watch.ts';
import type { Gateway } from './discord/gateway/gateway.ts';
import { readIdentity, type Identity } from './discord/gateway/login.ts';
import { DISCORD_GLOBAL } from './discord/rest/pacer.ts';
import {
  createInvalidRequestCounter,
  type InvalidRequestCounter,
} from './discord/rest/invalid-request-counter.ts';
import { createRest } from './discord/rest/rest.ts';
import type { InteractionRates } from './discord/interactions/use-limits.ts';
import { everyMinuteOf, type EveryMinute } from './lib/every-minute.ts';
import { withDetails, type Logger } from './lib/logger.ts';
import { createShutdown } from './lib/shutdown.ts';
import { withCalledNames } from './padel-api/names/display-names.ts';
import type { LeaseLost } from './processes/leases.ts';
import { refreshBoardsShownSince } from './store/boards/board-changes.ts';
import { refreshCardsShownSince } from './store/cards/card-changes.ts';
import { startEndpoint } from './http/endpoint.ts';
import { prepareTables } from './domain/probability/tables.ts';
import { createMetrics } from './http/metrics.ts';
import { createVitals } from './http/vitals.ts';

interface Restart extends LeaseLost {
  /** Whether Discord may refuse the next start, too. */
  readonly isRefused: boolean;
}

export interface App {
  /** Closes everything, last opened first; resolves when nothing is left open. */
  stop: () => Promise<void>;
  /**
   * Resolves when another process may have taken over, or Discord requires more shards: stop this one,
   * and start it again.
   */
  readonly mustRestart: Promise<Restart>;
  /** The origin of health and metrics, `http://127.0.0.1:3000`; null when nothing listens. */
  readonly httpOrigin: string | null;
  /** The URL that receives webhooks; null when none are configured. */
  readonly webhookUrl: string | null;
}

export interface AppOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly now?: () => number;
  /** The machine's clock, milliseconds; `now` may be more accurate. */
  readonly wall?: () => number;
  readonly random?: () => number;
  /** What runs the scheduled jobs; by default the minutes of `now`. */
  readonly everyMinute?: EveryMinute;
  /** The invalid request counter; a restarted app continues with the former one. */
  readonly invalidRequests?: InvalidRequestCounter;
  /** Aborts the start, and closes what it opened. */
  readonly signal?: AbortSignal;
  readonly useRates?: InteractionRates | undefined;
  /** The most alert channels of a server. */
  readonly maxChannels?: number | undefined;
  /** After a restart: since when requests of this process may have arrived late. */
  readonly unsureSince?: number | undefined;
}

const { version } = packageFile;

/**
 * The composition root: only it and the files of `app/` import every folder. One of the processes on a
 * database has the role of the feed, and one that of the sender; the others call them. A single process
 * has both.
 * @throws an error with a sentence for the operator when it cannot start; nothing stays open
 */
export const startApp = async (options: AppOptions): Promise<App> => {
  const { config, now = Date.now, wall = Date.now, random = Math.random } = options;
  const id = randomUUID();
  // Leases and connections of the database carry this id.
  const log = withDetails(options.log, { process: id });
  const shutdown = createShutdown(log);
  const monotonic = (): number => performance.now();
  prepareTables();
  try {
    const { signal } = options;
    const { db, processes } = await openProcesses({ config, id, shutdown, signal, log });
    const startedAt = now();
    const metrics = createMetrics({
      discordPerSecond: DISCORD_GLOBAL.requests,
      discordResults: SEND_RESULTS,
      discordPriorities: SEND_PRIORITY_NAMES,
      startedAt,
      monotonic,
    });
    const { everyMinute = everyMinuteOf(now) } = options;
    const clocks = { now, monotonic, random, everyMinute };
    const draw = createPainter(log);
    const context: Context = {
      ...{ config, db, processes, metrics, shutdown, draw },
      ...{ ...clocks, signal, log },
    };
    const { invalidRequests = createInvalidRequestCounter({ now: monotonic }) } = options;
    const clock = createClockWatch({ wall, monotonic });
    const { onDate } = clock;
    const rest = createRest({ ...config.discord, invalidRequests, now: monotonic, onDate });
    shutdown.add('requests', rest.close);
    const { directory, names } = await openNames(context);

    const feed = processes.role<Feed>(ROLES.feed.name);
    const sender = processes.role<Deliverer>(ROLES.sender.name);
    const alertsTopic = processes.topic(TOPICS.alerts);
    const wake: Wake = (...causes) => {
      alertsTopic.publish(causes.join(' '));
    };
    feed.acquire((lease) => startFeed({ ...context, lease, names, wake }));
    const { state: feedState, api: currentApi } = feedOfAnyProcess(context, feed);
    const api = withCalledNames(currentApi, directory);

    const status = (): Status => {
      const { connected = false, lastUpdateAt = null, silent = [] } = feedState() ?? {};
      return {
        feedConnected: connected,
        lastUpdateAt,
        silent,
        service: api.state(),
        startedAt,
        version,
      };
    };
    let gateway: Gateway | null = null;
    const isDiscordConnected = (): boolean => gateway?.isConnected() ?? false;
    let known: Identity | null = null;
    const vitals = createVitals({
      db,
      now,
      monotonic,
      botVitals: () => ({
        feed: feedState() ?? { connected: false, lastUpdateAt: null, silent: [], startedAt },
        isDiscordConnected: isDiscordConnected(),
        clockAheadMs: clock.aheadMs(),
        roles: { feed: feed.current() !== null, sender: sender.current() !== null },
        service: api.state(),
      }),
    });
    // Before Discord answers: /health reports what is missing.
    const endpoint = await startEndpoint({
      http: config.http,
      db,
      onStored: processes.topic(TOPICS.inbox).publish,
      discordKey: () => known?.publicKey ?? null,
      vitals,
      metrics,
      now,
      log,
    });
    shutdown.add('http', endpoint.stop);

    const identity = await waitForDiscord(() => readIdentity(rest), context);
    known = identity;
    // Only now: a process that cannot reach Discord would keep the role from those that can.
    sender.acquire((lease) =>
      startSending({
        ...context,
        lease,
        api,
        invalidRequests,
        ownId: identity.userId,
      }),
    );
    const postIn = createPostIn({ sending: sender.current, processes, log });
    const discord = openDiscord({
      ...context,
      rest,
      identity,
      invalidRequests,
      isSending: () => sender.current() !== null,
      channelNews: createChannelChanges({ db, now, wake }),
      wake,
      useRates: options.useRates,
      maxChannels: options.maxChannels,
      services: { api, directory, postIn, status, machine: () => vitals() },
    });
    const mustRestart = Promise.withResolvers<Restart>();
    void processes.leaseLost.then((lost) => {
      mustRestart.resolve({ ...lost, isRefused: false });
    });
    // All processes together: they keep to the number of shards that is in use.
    const sharding = processes.topic(TOPICS.sharding);
    void discord.shardingRequired.then((count) => {
      sharding.publish(String(count));
    });
    sharding.subscribe((count) => {
      const why = `Discord requires more shards than ${count} for this number of servers`;
      mustRestart.resolve({ why, msSinceRenewed: 0, isRefused: true });
    });
    await processes.settled();
    if (options.unsureSince !== undefined) {
      // A late edit of this process may have replaced a newer one of another process.
      const cards = await refreshCardsShownSince(db, options.unsureSince);
      await refreshBoardsShownSince(db, options.unsureSince);
      log.info({ cards }, 'reposting live cards that a late edit may have overwritten');
      wake();
    }
    await discord.connect();
    gateway = discord;

    const { origin: httpOrigin, webhookUrl } = endpoint;
    log.info(
      { commands: commands.length, http: httpOrigin, webhook: webhookUrl !== null },
      'bandeja started',
    );
    const stop = (): Promise<void> => {
      // Other processes take roles from now on, while those of this one end.
      processes.drain();
      return shutdown.run();
    };
    return { stop, mustRestart: mustRestart.promise, httpOrigin, webhookUrl };
  } catch (error) {
    await shutdown.run();
    throw error;
  }
};
