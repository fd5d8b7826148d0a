import { isAbandoned } from '../domain/match/state.ts';
import type { LivePoints } from '../domain/match/live-points.ts';
import type { MatchObserver } from '../domain/match/observer.ts';
import type { Logger } from '../lib/logger.ts';
import { createThrottledLog } from '../lib/throttled-log.ts';
import { createTopic } from '../lib/topic.ts';
import type { PadelApi } from '../padel-api/client.ts';
import { pagesOf } from '../padel-api/request/pages.ts';
import type { ChancesLookup } from './extras-reader.ts';
import { createFreshness } from './freshness.ts';
import { startUnlistedReader } from './unlisted-reader.ts';
import { startIntake } from './intake.ts';
import { startListPoll } from './list-poll.ts';
import {
  possibleResults,
  resultsToday,
  listInterval,
  needsAllDraws,
  scheduleInterval,
  type PacingInput,
} from './pacing.ts';
import { createPushWatch } from './push-watch.ts';
import { createReadOrder } from './read-order.ts';
import { startSchedule } from './schedule.ts';
import { isNear } from './schedule-sync.ts';
import {
  createChannels,
  createFrameReader,
  openSubscriptions,
  type RealtimeOptions,
  type Subscriptions,
  type SubscriptionsOptions,
} from './subscriptions.ts';
import { startVideosReader } from './videos-reader.ts';
import { createWatched } from './watched.ts';
import type { Clocks } from '../lib/clocks.ts';

interface LiveOptions extends Pick<Clocks, 'now'> {
  readonly api: PadelApi;
  readonly observer: MatchObserver;
  readonly heldChances?: ChancesLookup;
  readonly realtime: RealtimeOptions;
  /** Opens the subscriptions; over a Pusher connection by default. */
  readonly subscribe?: (options: SubscriptionsOptions) => Subscriptions;
  readonly monotonic?: () => number;
  readonly random?: () => number;
  /** Receives the payload of every frame, readable or not. */
  readonly onFrame?: (payload: unknown) => void;
  readonly log: Logger;
}

/** Above this number of refreshes, the schedule needs fewer requests. */
const MAX_SINGLE_REFRESHES = 6;

/**
 * Starts all sources of live matches: pushes, the poll of `GET /live` that fills gaps, and the
 * schedule; their data goes to the observer. Stored matches are subscribed to before any request:
 * that costs none, and this minute's may be used up.
 */
export const startLive = async (options: LiveOptions) => {
  const { api, realtime, subscribe = openSubscriptions, now, log } = options;
  const { monotonic = () => performance.now(), random = Math.random } = options;
  // First, because it may fail: nothing is open yet.
  const known = [
    ...(await options.observer.inPlay()),
    ...(await options.observer.interrupted()),
    ...(await options.observer.upcoming()),
  ];
  const near = known
    .filter((held) => isNear(held.match, api.serviceNow()) && !isAbandoned(held, now()))
    .map(({ match }) => match.id);
  const scheduleAgeMs = now() - ((await options.observer.scheduleReadAt()) ?? -Infinity);

  /** Aborts requests that wait for their turn. */
  const stopping = new AbortController();
  const requestOptions = { priority: 'live', signal: stopping.signal } as const;
  const order = createReadOrder();

  const frames = createTopic<[matchIds: ReadonlySet<number>, payload: unknown]>();
  const subscribed = createTopic<[matchId: number]>();
  const disconnected = createTopic();
  const { listenTo, renew, isConnected, ...subscriptions } = subscribe({
    ...realtime,
    log,
    monotonic,
    random,
    onFrame: frames.publish,
    onSubscribed: subscribed.publish,
    onLost: disconnected.publish,
  });

  const channels = createChannels();
  for (const { match, channel } of known) {
    if (channel !== undefined) channels.named(match.id, channel, 'read');
  }
  const watched = createWatched((ids) => {
    listenTo(new Map([...ids].map((id) => [id, channels.of(id)])));
  });
  const { hasList } = watched;
  const hearChannel = ({ matchId, channel }: LivePoints, source: 'read' | 'frame'): void => {
    if (channel !== undefined && channels.named(matchId, channel, source)) watched.onChannelNamed();
  };
  const pushes = createPushWatch(monotonic);
  const observer: MatchObserver = {
    ...options.observer,
    match: async (match, at) => {
      freshness.read(match.id);
      await options.observer.match(match, at);
    },
    // An abandoned match stays delayed, but nothing is asked for its sake.
    inPlay: async () =>
      (await options.observer.inPlay()).filter((held) => !isAbandoned(held, now())),
  };
  const freshness = createFreshness({ observer, now, monotonic, hasList, isConnected });
  const source = { api, observer, order, monotonic, log };
  const background = {
    ...source,
    requestOptions: { priority: 'background', signal: stopping.signal },
  } as const;

  /** Rows of the live list, as opposed to pushes. */
  const listed = new WeakSet<LivePoints>();
  const intake = startIntake({
    ...source,
    requestOptions,
    heldChances: options.heldChances,
    hasList,
    listed: watched.list,
    isFollowed: (id) => channels.isNamed(id) && pushes.follows(id),
    onPointsRead: (update) => {
      if (isConnected()) pushes.stateRead(update.matchId);
      freshness.dataReceived(update.matchId);
      hearChannel(update, 'read');
    },
    onObserved: (held, update) => {
      if (pushes.updateProcessed(held, listed.has(update))) renew(held.match.id);
    },
  });

  const situation = async (): Promise<PacingInput> => ({
    serviceNow: api.serviceNow(),
    inPlay: await observer.inPlay(),
    interrupted: await observer.interrupted(),
    upcoming: await observer.upcoming(),
  });
  const schedule = startSchedule({
    ...background,
    random,
    watched,
    intervalMs: async () => scheduleInterval(await situation(), hasList()),
    possibleResults: async () => possibleResults(await situation()),
    ageMs: scheduleAgeMs,
    onMatchRead: intake.readBySync,
    onRead: freshness.read,
  });
  const unlisted = startUnlistedReader({ ...background, onNear: watched.onUnlistedFound });

  const videos = startVideosReader({ api, observer: options.observer, log });

  const readList = async (): Promise<void> => {
    const rows: LivePoints[] = [];
    const draws = needsAllDraws(await situation()) ? ({ draw: 'all' } as const) : {};
    for await (const page of pagesOf((paging) =>
      api.live({ ...paging, ...draws }, requestOptions),
    )) {
      rows.push(...page);
    }
    for (const row of rows) {
      if (isConnected()) pushes.stateRead(row.matchId);
      hearChannel(row, 'read');
    }
    watched.onListRead(rows);
    freshness.listRead(rows.map(({ matchId }) => matchId));
    // What a row lacks is read in the background: the poll does not wait for it.
    for (const row of rows) {
      listed.add(row);
      intake.take(row);
    }
    intake.wake();
  };

  const unsubscribeAbandoned = async (): Promise<void> => {
    const abandoned = (await options.observer.inPlay()).filter((held) => isAbandoned(held, now()));
    watched.onAbandoned(new Set(abandoned.map(({ match }) => match.id)));
  };

  const listPoll = startListPoll({
    monotonic,
    random,
    log,
    isSubscribing: near.length > 0,
    intervalMs: async (lastReadAt) => {
      await unsubscribeAbandoned();
      const current = await situation();
      api.expectResults(resultsToday(current));
      pushes.inPlay(new Set(current.inPlay.map(({ match }) => match.id)));
      for (const { matchId } of pushes.silent()) {
        if (channels.silent(matchId)) watched.onChannelNamed();
      }
      return listInterval(current, {
        isConnected: isConnected(),
        arrive: pushes.arrive,
        pushedAfterMs: ({ match }) => pushes.pushedAfterMs(match.id, lastReadAt),
      });
    },
    read: readList,
    // Without a list each match in play is read by itself, and only the schedule shows starts.
    onNone: () => {
      watched.onNoList();
      intake.wake();
      schedule.readFirst();
    },
    review: freshness.review,
  });

  const take = (update: LivePoints): void => {
    pushes.pushed(update.matchId);
    freshness.dataReceived(update.matchId);
    hearChannel(update, 'frame');
    intake.take(update);
  };
  frames.subscribe(createFrameReader({ warn: createThrottledLog(log, monotonic), take }));
  frames.subscribe((_match, payload) => options.onFrame?.(payload));
  // Nothing is replayed. After a reconnect twenty matches are subscribed at once: one read of the
  // live list covers them all.
  subscribed.subscribe((matchId) => {
    if (pushes.subscribed(matchId)) listPoll.readSoon();
  });
  disconnected.subscribe(pushes.lost);
  disconnected.subscribe(listPoll.readSoon);
  watched.onScheduleRead(new Set(near));

  return {
    state: () => {
      const last = freshness.lastReceivedAt();
      const isLive = listPoll.isIdle() || (pushes.isReliable() && freshness.isSocketCurrent());
      return {
        /** Whether the realtime server is connected. */
        connected: isConnected(),
        /**
         * How current the data is: now, while the sources answer and withhold nothing, or no match can be
         * in play; otherwise the last time that a source brought data.
         */
        lastUpdateAt: last !== null && isLive ? now() : last,
        /** Matches whose points the live list has while nothing is pushed; since when, by the real clock. */
        silent: pushes.silent().map(({ since, ...match }) => ({
          ...match,
          since: Math.floor(now() - (monotonic() - since)),
        })),
      };
    },
    /**
     * Reads a match that may have changed; resolves when it was read. The match is subscribed to if it may
     * be played soon.
     * @throws when it cannot be read
     */
    refreshMatch: (matchId: number): Promise<void> => {
      if (!watched.has(matchId)) return unlisted.refresh(matchId);
      const refreshed = intake.refresh(matchId);
      if (intake.refreshing() > MAX_SINGLE_REFRESHES) schedule.readSoon();
      return refreshed;
    },
    /** Reads the calendar and its matches soon, because a tournament may have changed. */
    refreshCalendar: schedule.refreshCalendar,
    stop: async (): Promise<void> => {
      stopping.abort();
      subscriptions.stop();
      await Promise.all([listPoll.stop(), schedule.stop(), unlisted.stop(), videos.stop()]);
      await intake.stop();
    },
  };
};

export type Live = Awaited<ReturnType<typeof startLive>>;
export type LiveState = ReturnType<Live['state']>;
