import type { LivePoints } from '../domain/live-points.ts';
import type { Observer } from '../domain/observer.ts';
import type { Logger } from '../lib/logger.ts';
import { createThrottledLog } from '../lib/throttled-log.ts';
import type { PadelApi } from '../padel-api/client.ts';
import { pagesOf } from '../padel-api/pages.ts';
import type { HeldChances } from './chances-reader.ts';
import { createFrameReader } from './frames.ts';
import { createFreshness } from './freshness.ts';
import { startHints } from './hints.ts';
import { startIntake } from './intake.ts';
import { startListPoll } from './list-poll.ts';
import { listInterval, scheduleInterval, type Situation } from './pacing.ts';
import { createPushWatch } from './push-watch.ts';
import { createReadings } from './readings.ts';
import { startScheduleLoop } from './schedule-loop.ts';
import { createScheduleSync, isNear } from './schedule-sync.ts';
import {
  openSubscriptions,
  type RealtimeOptions,
  type Subscriptions,
  type SubscriptionsOptions,
} from './subscriptions.ts';
import { createAskAfterVanished } from './vanished.ts';
import { createWatched } from './watched.ts';

export interface LiveOptions {
  readonly api: PadelApi;
  readonly observer: Observer;
  /** Chances without a request; all are asked for without it. */
  readonly heldChances?: HeldChances | undefined;
  readonly realtime: RealtimeOptions;
  /** How matches are listened to: over a Pusher connection, unless told otherwise. */
  readonly subscribe?: (options: SubscriptionsOptions) => Subscriptions;
  /** Real clock, milliseconds: what people are told. */
  readonly now: () => number;
  /** A clock that never goes back, milliseconds; the machine's own, unless told otherwise. */
  readonly monotonic?: () => number;
  /** 0 to 1, for the jitter between two connections. */
  readonly random?: () => number;
  readonly log: Logger;
}

export interface Live {
  /**
   * A match is said to have changed: it is read again, and listened to if it may be played soon.
   * @throws when it could not be read within minutes
   */
  readonly look: (matchId: number) => Promise<void>;
  /** A tournament is said to have changed: the calendar and its matches are read soon. */
  readonly calendarChanged: () => void;
  /**
   * Whether the realtime server is connected, and until when the sources were heard: now, while it
   * answers and keeps nothing back, or nothing can be in play; else when one last spoke.
   */
  readonly state: () => { readonly connected: boolean; readonly heardAt: number | null };
  stop: () => Promise<void>;
}

/** When more than these are said to have changed, the schedule has them for fewer requests. */
const A_FEW = 6;

/**
 * All sources of live matches: pushes, the poll of `GET /live` that fills every gap, and the sync
 * of the schedule. Whatever they see goes to the observer. What is held is subscribed to before anything
 * is asked: it costs no request, and the minute may be spent.
 */
export const startLive = async (options: LiveOptions): Promise<Live> => {
  const { api, observer, realtime, subscribe = openSubscriptions, now, log } = options;
  const { monotonic = () => performance.now(), random = Math.random } = options;
  // Before anything is opened: it may fail, and from then on nothing is waited for.
  const held = [...(await observer.inPlay()), ...(await observer.upcoming())];
  const heldIds = held
    .filter(({ match }) => isNear(match, api.serviceNow()))
    .map(({ match }) => match.id);
  const scheduleAgeMs = now() - ((await observer.scheduleReadAt()) ?? -Infinity);
  /** Ends every read that waits for its turn. */
  const ending = new AbortController();
  const ask = { lane: 'live', signal: ending.signal } as const;
  const quietly = { lane: 'background', signal: ending.signal } as const;
  let hasList = true;
  const pushes = createPushWatch(monotonic);
  const isConnected = (): boolean => subscriptions.isConnected();
  const freshness = createFreshness({
    observer,
    now,
    monotonic,
    hasList: () => hasList,
    isConnected,
  });
  const watched = createWatched();
  const readings = createReadings();
  /** Rows of the live list, apart from what was pushed. */
  const listed = new WeakSet<LivePoints>();

  /** Where there is no list, a match that is read is heard of. */
  const reading: Observer = {
    ...observer,
    points: async (update, at) => {
      const held = await observer.points(update, at);
      if (held !== undefined) pushes.took(held, listed.has(update));
      return held;
    },
    match: async (match, at) => {
      freshness.read(match.id);
      await observer.match(match, at);
    },
  };
  const intake = startIntake({
    api,
    heldChances: options.heldChances,
    readings,
    ask,
    observer: reading,
    monotonic,
    log,
    hasList: () => hasList,
    listed: watched.list,
  });
  const syncSchedule = createScheduleSync({
    api,
    readings,
    log,
    observer: {
      ...reading,
      match: async (match, at) => {
        await reading.match(match, at);
        intake.readElsewhere(match.id, schedule.began());
      },
    },
  });
  const askAfterVanished = createAskAfterVanished({
    api,
    readings,
    observer,
    ask: quietly,
    monotonic,
    log,
  });
  const hints = startHints({
    api,
    readings,
    observer: reading,
    ask: quietly,
    monotonic,
    log,
    onNear: (matchId) => {
      watched.found(matchId);
      listen();
    },
  });

  const subscriptions = subscribe({
    ...realtime,
    log,
    monotonic,
    random,
    onFrame: createFrameReader({
      warn: createThrottledLog(log, monotonic),
      take: (update) => {
        pushes.pushed(update.matchId);
        freshness.heard(update.matchId);
        intake.take(update);
      },
    }),
    // What was pushed before is not replayed. The live list has it for all matches together: after a
    // lost connection twenty of them come back at once, and are one request.
    onSubscribed: (matchId) => {
      pushes.subscribed(matchId);
      listPoll.readSoon();
    },
    onLost: () => {
      pushes.lost();
      listPoll.readSoon();
    },
  });

  const listen = (): void => {
    subscriptions.listenTo(watched.audible());
  };

  const readList = async (): Promise<void> => {
    const rows: LivePoints[] = [];
    for await (const page of pagesOf((paging) => api.live(paging, ask))) {
      rows.push(...page);
    }
    hasList = true;
    watched.listIs(rows);
    freshness.heard();
    // Nobody waits for what a match lacks: the list is read again in time, whatever that takes.
    for (const row of rows) {
      listed.add(row);
      intake.take(row);
    }
    listen();
    intake.wake();
  };

  /** No list has any match that is in play: each is read by itself. */
  const doWithoutList = (): void => {
    hasList = false;
    watched.hasNoList();
    listen();
    intake.wake();
    // The schedule alone tells what has begun: it is not left to what was read before a restart.
    if (schedule.began() === -Infinity) schedule.readSoon();
  };

  watched.scheduleIs(new Set(heldIds));
  listen();

  const situation = async (): Promise<Situation> => ({
    serviceNow: api.serviceNow(),
    inPlay: await observer.inPlay(),
    upcoming: await observer.upcoming(),
  });

  const listPoll = startListPoll({
    monotonic,
    random,
    log,
    isSubscribing: heldIds.length > 0,
    interval: async () =>
      listInterval(await situation(), {
        isPushed: isConnected() && pushes.isReliable(),
      }),
    read: readList,
    onNone: doWithoutList,
    review: freshness.review,
  });

  /** What is held here, and in play or near, though no schedule has it. */
  const findUnlisted = async (scheduled: ReadonlySet<number>): Promise<void> => {
    const near = await askAfterVanished(scheduled);
    // One that had begun and is put off to another day stays in play until it is over.
    const inPlay = (await observer.inPlay()).filter(({ match }) => isNear(match, api.serviceNow()));
    watched.unlistedAre([...near, ...inPlay.map(({ match }) => match.id)]);
    listen();
  };

  const schedule = startScheduleLoop({
    monotonic,
    random,
    log,
    interval: async () => scheduleInterval(await situation(), hasList),
    ageMs: scheduleAgeMs,
    sync: async (signal) => {
      const scheduled = await syncSchedule(signal);
      watched.scheduleIs(scheduled);
      freshness.read();
      if (!signal.aborted) await observer.scheduleRead();
      listen();
      await findUnlisted(scheduled);
    },
  });

  const changed = (matchId: number): void => {
    if (!watched.has(matchId)) hints.changed(matchId);
    else if (intake.changed(matchId) > A_FEW) schedule.readSoon();
  };

  return {
    state: () => {
      const last = freshness.lastHeard();
      const isHeard = listPoll.isIdle() || (pushes.isReliable() && freshness.isSocketHeard());
      return { connected: isConnected(), heardAt: last !== null && isHeard ? now() : last };
    },
    look: (matchId) => {
      const read = readings.next(matchId);
      changed(matchId);
      return read;
    },
    calendarChanged: () => {
      syncSchedule.forgetCalendar();
      schedule.readSoon();
    },
    stop: async () => {
      ending.abort();
      readings.stop();
      subscriptions.stop();
      await Promise.all([listPoll.stop(), schedule.stop(), hints.stop()]);
      await intake.stop();
    },
  };
};
