import { randomUUID } from 'node:crypto';
import { commands } from '../commands/index.ts';
import packageFile from '../package.json' with { type: 'json' };
import { createChannelNews } from './alerts/channels/channel-news.ts';
import type { Wake } from './alerts/delivery.ts';
import type { Deliverer } from './alerts/start-delivery.ts';
import { LANE_NAMES, SEND_RESULTS } from './alerts/counted-sender.ts';
import { BELLS, PARTS, type Context } from './app/context.ts';
import { openDiscord } from './app/discord.ts';
import { startFeed, type FeedState } from './app/feed.ts';
import { openNames } from './app/names.ts';
import { openProcesses } from './app/open-processes.ts';
import { createPostIn } from './app/post-in.ts';
import { startSending } from './app/sender.ts';
import type { Config } from './config.ts';
import type { Status } from './discord/command.ts';
import { awaitDiscord } from './discord/await-discord.ts';
import { watchClock } from './discord/clock-watch.ts';
import { readIdentity } from './discord/identity.ts';
import { DISCORD_GLOBAL } from './discord/pacer.ts';
import { createRefusals, type Refusals } from './discord/refusals.ts';
import { closeRest, createRest } from './discord/rest.ts';
import type { UseRates } from './discord/use-limits.ts';
import { withDetails, type Logger } from './lib/logger.ts';
import { createSeal } from './lib/seal.ts';
import { createShutdown } from './lib/shutdown.ts';
import { createCurrentApi, createRemoteApi } from './padel-api/remote.ts';
import { withCalledNames } from './padel-api/with-called-names.ts';
import type { Loss } from './processes/leases.ts';
import type { Role } from './processes/processes.ts';
import { showAgainSince } from './store/cards-shown-anew.ts';
import { startEndpoint } from './webhook/endpoint.ts';
import { createMetrics } from './webhook/metrics.ts';
import { createVitals } from './webhook/vitals.ts';

export interface App {
  /** Ends everything, last opened first; resolves when nothing is left open. */
  stop: () => Promise<void>;
  /**
   * Resolves when another process may have taken this one's place: it must be stopped, and may be
   * started anew.
   */
  readonly lost: Promise<Loss>;
  /** Where health and metrics are asked for, `http://127.0.0.1:3000`; null when nothing listens. */
  readonly httpOrigin: string | null;
  /** Where webhooks arrive; null when none are configured. */
  readonly webhookUrl: string | null;
}

export interface AppOptions {
  readonly config: Config;
  readonly log: Logger;
  /** Real clock, milliseconds. */
  readonly now?: () => number;
  /** What the machine says the time is, milliseconds; `now` may know better. */
  readonly wall?: () => number;
  readonly random?: () => number;
  /** What Discord has refused to this process: an app that is started anew goes on counting. */
  readonly refusals?: Refusals;
  /** Ends the start: what was opened is closed again. */
  readonly signal?: AbortSignal;
  /** How often members and servers may use the bot; what people do with their hands unless told. */
  readonly useRates?: UseRates | undefined;
  /** Since when what this process has sent may have come late, before it was started anew. */
  readonly unsureSince?: number | undefined;
}

const { version } = packageFile;

/**
 * The composition root, with the files of `app/` the only one that knows every room of the house.
 * What there is only one of (who asks the data service, who sends) falls to one of the processes on
 * the database; the others ask that one. A process that is alone does all of it.
 * @throws in words for the operator when it cannot start; nothing stays open.
 */
export const startApp = async (options: AppOptions): Promise<App> => {
  const { config, now = Date.now, wall = Date.now, random = Math.random } = options;
  const id = randomUUID();
  // By this id leases and connections of the database name their holder.
  const log = withDetails(options.log, { process: id });
  const shutdown = createShutdown(log);
  const monotonic = (): number => performance.now();
  try {
    const { db, processes } = await openProcesses({
      config,
      id,
      shutdown,
      signal: options.signal,
      log,
    });
    const startedAt = now();
    const metrics = createMetrics({
      discordPerSecond: DISCORD_GLOBAL.slots,
      discordResults: SEND_RESULTS,
      discordLanes: LANE_NAMES,
      startedAt,
      monotonic,
    });
    const context: Context = {
      config,
      db,
      processes,
      metrics,
      shutdown,
      now,
      monotonic,
      random,
      signal: options.signal,
      log,
    };
    const { refusals = createRefusals({ now: monotonic }) } = options;
    const rest = createRest({ ...config.discord, refusals });
    shutdown.add('requests', () => {
      closeRest(rest);
    });
    const clockAheadMs = watchClock(rest, { wall, monotonic });
    const { directory, names } = await openNames(context);
    const wake: Wake = (...causes) => {
      processes.ring(BELLS.alerts, causes.join(' '));
    };

    let sending: Role<Deliverer> | null = null;
    const feed = processes.hold(PARTS.feed, (lease) =>
      startFeed({
        ...context,
        lease,
        names,
        wake,
        handOver: (news) => sending?.current()?.handOver(news),
      }),
    );
    const toldByFeed = (): FeedState | undefined =>
      feed.current()?.state() ?? (processes.told(PARTS.feed) as FeedState | undefined);
    const remote = createRemoteApi({
      ask: (question) => processes.ask(PARTS.feed, question),
      seal: createSeal(config.padel.token),
      state: () => toldByFeed()?.api,
      now,
    });
    const currentApi = createCurrentApi(() => feed.current()?.api ?? remote);
    const api = withCalledNames(currentApi, directory);

    const status = (): Status => ({
      feedConnected: toldByFeed()?.connected ?? false,
      heardAt: toldByFeed()?.heardAt ?? null,
      lacksLive: api.lacksLive(),
      serviceFailingSince: api.failingSince(),
      serviceFailure: api.failure(),
      serviceHeldOffSince: api.heldOffSince(),
      quota: api.quota(),
      requestsLeft: api.requestsLeft(),
      requestsWaiting: api.waiting(),
      startedAt,
      version,
    });
    let isDiscordConnected = (): boolean => false;
    const vitals = createVitals({
      db,
      now,
      monotonic,
      house: {
        feed: () => toldByFeed() ?? { connected: false, heardAt: null, startedAt },
        isDiscordConnected: () => isDiscordConnected(),
        clockAheadMs,
        parts: () => ({
          feed: feed.current() !== null,
          sender: (sending?.current() ?? null) !== null,
        }),
        api,
      },
    });
    // Before Discord is waited for: /health says what is missing.
    const endpoint = await startEndpoint({
      http: config.http,
      db,
      kept: () => {
        processes.ring(BELLS.inbox);
      },
      vitals,
      metrics,
      now,
      log,
    });
    shutdown.add('http', endpoint.stop);

    const identity = await awaitDiscord(() => readIdentity(rest), context);
    // Not before: a process that cannot reach Discord would keep the lease from those that can.
    const sender = processes.hold(PARTS.sender, (lease) =>
      startSending({ ...context, lease, api, refusals, ownId: identity.userId }),
    );
    sending = sender;
    const postIn = createPostIn({ sending: sender.current, processes, log });
    const discord = openDiscord({
      ...context,
      rest,
      identity,
      refusals,
      isSending: () => sender.current() !== null,
      channelNews: createChannelNews({ db, now, wake }),
      wake,
      useRates: options.useRates,
      services: { api, directory, postIn, status, machine: () => vitals() },
    });
    await processes.settled();
    if (options.unsureSince !== undefined) {
      // Discord takes whatever comes last: another process may have shown more by then.
      const cards = await showAgainSince(db, options.unsureSince);
      log.info({ cards }, 'cards are shown anew that an old edit may have come over');
      wake();
    }
    await discord.connect();
    isDiscordConnected = discord.isConnected;

    const { origin: httpOrigin, webhookUrl } = endpoint;
    log.info(
      { commands: commands.length, http: httpOrigin, webhook: webhookUrl !== null },
      'bandeja is up',
    );
    const stop = (): Promise<void> => {
      // What another process could do is not taken any more, while what is done here ends.
      processes.standBack();
      return shutdown.run();
    };
    return { stop, lost: processes.lost, httpOrigin, webhookUrl };
  } catch (error) {
    await shutdown.run();
    throw error;
  }
};
