import { commands } from '../commands/index.ts';
import { startAlerts } from './alerts/alerts.ts';
import { startAgenda } from './alerts/agenda.ts';
import { createDraws } from './alerts/agenda/draws.ts';
import { createMornings } from './alerts/agenda/mornings.ts';
import { createRankings } from './alerts/agenda/rankings.ts';
import { createReminders } from './alerts/agenda/reminders.ts';
import { countedSender, laneName } from './alerts/counted-sender.ts';
import { startMergedRecords } from './alerts/merged-records.ts';
import { startBuried } from './alerts/buried.ts';
import { createChannelHealth } from './alerts/channel-health.ts';
import { createMembership } from './alerts/membership.ts';
import { createServerEvents } from './alerts/server-events.ts';
import { createTrust } from './alerts/trust.ts';
import type { Config } from './config.ts';
import { areMentionable, mayWrite, missingIn } from './discord/access.ts';
import { createCommandIds } from './discord/command-ids.ts';
import { createPlaceNames } from './discord/place-names.ts';
import { directChannelOf } from './discord/direct.ts';
import { createDispatch } from './discord/dispatch.ts';
import { createEventWriter } from './discord/event-writer.ts';
import { DISCORD_GLOBAL } from './discord/pacer.ts';
import { createGateway } from './discord/gateway.ts';
import { createGreetingAnswered } from './discord/greeting.ts';
import { ownerOf, welcomePlace } from './discord/guilds.ts';
import { readIdentity } from './discord/identity.ts';
import { createRefusals } from './discord/refusals.ts';
import { createRest } from './discord/rest.ts';
import { createSender } from './discord/sender.ts';
import { createServers } from './discord/servers.ts';
import { shardsWanted } from './discord/shards-wanted.ts';
import type { Logger } from './lib/logger.ts';
import { createShutdown } from './lib/shutdown.ts';
import { startLive, type Live } from './live/live.ts';
import packageFile from '../package.json' with { type: 'json' };
import type { Asker, Place, Status } from './discord/command.ts';
import { answeredWelcome, WELCOME_CONTROL } from './render/notices.ts';
import type { Draw } from './render/pictures/picture.ts';
import { createPainter } from './render/pictures/painter.ts';
import type { Observer } from './domain/observer.ts';
import { pairEntries, tournamentEntry } from './domain/directory.ts';
import type { AlertChannel, PermissionName } from './domain/alert-channel.ts';
import type { Category } from './domain/terms.ts';
import { createPadelApi, type PadelApi } from './padel-api/client.ts';
import { createDirectory } from './padel-api/directory.ts';
import { NotFound, TokenRefused, UnreadableAnswer } from './padel-api/errors.ts';
import { startDirectorySync } from './padel-api/directory-sync.ts';
import { firstPlaces } from './padel-api/first-places.ts';
import { createNames } from './padel-api/names.ts';
import { openStore, type Db } from './store/database.ts';
import { findChannel } from './store/channels.ts';
import { loadDirectory, removeFromDirectory, saveDirectory } from './store/names.ts';
import { startEndpoint } from './webhook/endpoint.ts';
import { createMetrics } from './webhook/metrics.ts';

export interface App {
  /** Ends everything, last opened first; resolves when nothing is left open. */
  stop: () => Promise<void>;
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
  readonly random?: () => number;
  /** Requests a minute that the data service allows; the specification's unless told otherwise. */
  readonly requestsPerMinute?: number;
}

const { version } = packageFile;

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

    const metrics = createMetrics({
      discordPerSecond: DISCORD_GLOBAL.slots,
      monotonic: () => performance.now(),
    });
    const { apiUrl: baseUrl, token } = config.padel;
    const directory = createDirectory(await loadDirectory(db));
    const names = createNames(directory, {
      save: (entries) => saveDirectory(db, entries),
      remove: (keys) => removeFromDirectory(db, keys),
    });
    const mergedRecords = startMergedRecords({ db, rename: names.merge, log });
    shutdown.add('merged records', mergedRecords.stop);
    const api = createPadelApi({
      baseUrl,
      token,
      now,
      random,
      requestsPerMinute: options.requestsPerMinute,
      onMerged: mergedRecords.merged,
      onAnswer: metrics.padel,
      log,
    });
    shutdown.add('data service', api.close);

    await checkToken(api, log);

    const directorySync = startDirectorySync({ api, names, log });
    shutdown.add('directory', directorySync.stop);

    const monotonic = (): number => performance.now();
    const refusals = createRefusals({ now: monotonic });
    const rest = createRest({ ...config.discord, refusals });
    const { userId: ownId, applicationId, operatorIds } = await readIdentity(rest);
    const servers = createServers({ ownId, now });
    const sender = createSender({
      ...config.discord,
      now: monotonic,
      refusals,
      ownId: () => ownId,
    });
    shutdown.add('sender', sender.stop);
    const alerts = startAlerts({
      db,
      sender: countedSender(sender, metrics.discord),
      now,
      log,
      onOutcome: (outcome, lane) => {
        metrics.delivery(outcome, laneName(lane));
      },
    });
    shutdown.add('alerts', alerts.stop);

    const placeNames = createPlaceNames(servers);
    const commandIds = createCommandIds(rest, applicationId, log);
    const { followed, channelReady, settingsChanged, postIn } = alerts;
    const painter = createPainter();
    shutdown.add('painter', painter.stop);
    const startedAt = now();
    let liveState = (): ReturnType<Live['state']> => ({ connected: false, heardAt: null });
    const status = (): Status => {
      const { connected: feedConnected, heardAt } = liveState();
      return {
        feedConnected,
        heardAt,
        lacksLive: api.lacksLive(),
        serviceFailingSince: api.failingSince(),
        requestsLeft: api.requestsLeft(),
        requestsWaiting: api.waiting(),
        startedAt,
        version,
      };
    };
    const services = {
      api,
      directory,
      db,
      now,
      followed,
      channelReady,
      settingsChanged,
      postIn,
      greetingAnswered: createGreetingAnswered({
        rest,
        servers,
        control: WELCOME_CONTROL,
        answered: answeredWelcome,
        log,
      }),
      missingIn: (
        channel: Pick<AlertChannel, 'discordId' | 'guildId' | 'kind'>,
        more?: readonly PermissionName[],
      ) => missingIn(servers, channel, more),
      areMentionable: (guildId: string, roleIds: readonly string[]) =>
        areMentionable(servers, guildId, roleIds),
      directChannel: (userId: string) => directChannelOf(rest, userId),
      placeOf: (place: Pick<Asker, 'channelId' | 'parentId'>) => placeOf(db, place),
      draw: reported(painter.draw, log),
      commandIds,
      status,
    };
    const gateway = createGateway({
      ...config.discord,
      refusals,
      servers,
      dispatch: createDispatch({ commands, services, servers, operatorIds, log }),
      log,
    });
    shutdown.add('discord', gateway.stop);
    const health = createChannelHealth({
      db,
      mayWrite: (channel) => mayWrite(servers, channel),
      ready: channelReady,
      log,
    });
    const membership = createMembership({
      db,
      now,
      welcomePlace: (guildId) => welcomePlace(servers, guildId),
      post: postIn,
      ready: channelReady,
      log,
    });
    const buried = startBuried({ db, now, log, wake: alerts.wake });
    shutdown.add('buried', buried.stop);
    servers.listen({
      ...membership,
      accessChanged: health.accessChanged,
      wrote: buried.wrote,
    });
    const { shards } = await shardsWanted(rest);
    await Promise.all(Array.from({ length: shards }, (_, id) => gateway.serve(id, shards)));
    await membership.review(servers.ids());

    const observer: Observer = {
      ...alerts.observer,
      // Those that are on can be named at once, long before the last page of all names is read.
      tournament: async (tournament) => {
        await names.learn([tournamentEntry(tournament)]);
        await alerts.observer.tournament(tournament);
      },
      match: async (match, at) => {
        await names.learn(pairEntries(match));
        await alerts.observer.match(match, at);
      },
    };
    const live = startLive({ api, observer, realtime: config.realtime, now, log });
    shutdown.add('live', live.stop);
    liveState = live.state;
    const { serviceNow } = api;
    const trust = createTrust({
      db,
      now,
      directChannel: (userId) => directChannelOf(rest, userId),
      ownerOf: (guildId) => ownerOf(servers, guildId),
      missingIn: (channel) => missingIn(servers, channel),
      namesOf: placeNames,
      commandIds,
      mayWrite: (channel) => mayWrite(servers, channel),
      post: postIn,
      ready: channelReady,
      log,
    });
    const serverEvents = createServerEvents({
      db,
      now,
      serviceNow,
      writer: createEventWriter({
        ...config.discord,
        ownId: () => ownId,
        refusals,
      }),
      log,
    });
    const ranking = (category: Category) => firstPlaces(api, category);
    const agenda = startAgenda({
      parts: {
        draws: createDraws({ db, now }),
        reminders: createReminders({ db, now, serviceNow }),
        mornings: createMornings({ db, now, serviceNow }),
        rankings: createRankings({ db, now, serviceNow, ranking, log }),
        notices: trust.notify,
        probes: trust.probe,
        serverEvents: serverEvents.review,
      },
      log,
      wake: alerts.wake,
    });
    shutdown.add('agenda', agenda.stop);
    await live.accepted();

    const endpoint = await startEndpoint({
      http: config.http,
      db,
      look: (hint) => {
        if (hint.kind === 'match') {
          api.forgetMatch(hint.id);
          live.changed(hint.id);
        } else {
          directorySync.hint(hint);
        }
      },
      house: { feed: live.state, isDiscordConnected: gateway.isConnected, api },
      metrics,
      now,
      log,
    });
    shutdown.add('http', endpoint.stop);
    const { origin: httpOrigin, webhookUrl } = endpoint;
    log.info(
      { commands: commands.length, http: httpOrigin, webhook: webhookUrl !== null },
      'bandeja is up',
    );
    return { stop: shutdown.run, httpOrigin, webhookUrl };
  } catch (error) {
    await shutdown.run();
    throw error;
  }
};

/** What was chosen for a channel. */
const placeOf = async (
  db: Db,
  { channelId, parentId }: Pick<Asker, 'channelId' | 'parentId'>,
): Promise<Place> => {
  const called = async (id: string | null) => (id === null ? undefined : await findChannel(db, id));
  const channel = (await called(channelId)) ?? (await called(parentId));
  return {
    locale: channel?.locale ?? null,
    isDelayed: (channel?.settings.delay ?? 0) > 0,
  };
};

/** An answer does without a picture that cannot be drawn; that it cannot is ours to know. */
const reported =
  (draw: Draw, log: Logger): Draw =>
  async (picture) => {
    try {
      return await draw(picture);
    } catch (error) {
      log.error({ err: error }, 'a picture could not be drawn');
      throw error;
    }
  };

/** A wrong token is told at once; a service that is down at this moment is no reason not to start. */
const checkToken = async (api: PadelApi, log: Logger): Promise<void> => {
  try {
    await api.tournaments({ perPage: 1 });
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
