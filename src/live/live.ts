import type { LivePoints } from '../domain/live-points.ts';
import type { Observer } from '../domain/observer.ts';
import { startLoop } from '../lib/loop.ts';
import type { Logger } from '../lib/logger.ts';
import { createSeldomWarn } from '../lib/seldom.ts';
import type { PadelApi } from '../padel-api/client.ts';
import { NotInPlan } from '../padel-api/errors.ts';
import { pagesOf } from '../padel-api/pages.ts';
import { createAllowance } from './allowance.ts';
import { createFrameReader } from './frames.ts';
import { createFreshness } from './freshness.ts';
import { startHints } from './hints.ts';
import { startIntake } from './intake.ts';
import { createReadings } from './readings.ts';
import { createScheduleSync } from './schedule-sync.ts';
import { openSubscriptions, type RealtimeOptions } from './subscriptions.ts';
import { createAskAfterVanished } from './vanished.ts';
import { createWatched } from './watched.ts';

export interface LiveOptions {
  readonly api: PadelApi;
  readonly observer: Observer;
  readonly realtime: RealtimeOptions;
  /** Real clock, milliseconds: what people are told. */
  readonly now: () => number;
  /** A clock that never goes back, milliseconds; the machine's own, unless told otherwise. */
  readonly monotonic?: () => number;
  readonly log: Logger;
}

export interface Live {
  /** @throws when the realtime server refuses the application key for good. */
  readonly accepted: () => Promise<void>;
  /**
   * A match is said to have changed: it is read again, and listened to if it may be played soon.
   * @throws when it could not be read within minutes
   */
  readonly look: (matchId: number) => Promise<void>;
  /**
   * Whether the realtime server is connected, and when a source last spoke of live matches: a
   * connection alone says nothing of them.
   */
  readonly state: () => { readonly connected: boolean; readonly heardAt: number | null };
  stop: () => Promise<void>;
}

/**
 * The list finds what begins and mends what pushes left out. When nothing was pushed since it was read
 * last, it may be all there is: a connection that is lost, half-open or silent looks like a quiet one.
 */
const POLL_EVERY = { besidePushes: 20_000, alone: 10_000 } as const;
/**
 * Subscriptions that succeed within this time are one reason to poll, a lost connection is another. One
 * that comes and goes is reason for few: the next poll is not far.
 */
const TOGETHER = 250;
const RESYNCS = { most: 4, every: () => POLL_EVERY.alone } as const;
const SYNC_EVERY = 60_000;
/** When more than these are said to have changed, the schedule has them for fewer requests, once in: */
const A_FEW = 6;
const SYNC_NOT_BEFORE = 30_000;
/** Where the plan has no live list, the schedule alone tells what has begun. */
const SYNC_WITHOUT_LIST = 30_000;

/**
 * All sources of live matches: pushes, the poll of `GET /live` that fills every gap, and the sync
 * of the schedule. Whatever they see goes to the observer.
 */
export const startLive = (options: LiveOptions): Live => {
  const { api, observer, realtime, now, log, monotonic = () => performance.now() } = options;
  /** Ends every read that waits for its turn. */
  const ending = new AbortController();
  const ask = { lane: 'live', signal: ending.signal } as const;
  const quietly = { lane: 'background', signal: ending.signal } as const;
  let hasList = true;
  let syncBegan = -Infinity;
  /** Something was pushed since the list was read last. */
  let wasPushed = false;
  let resync: NodeJS.Timeout | undefined;
  let early: NodeJS.Timeout | undefined;
  const freshness = createFreshness({ observer, now, monotonic, hasList: () => hasList });
  const resyncs = createAllowance({ monotonic, ...RESYNCS });
  const watched = createWatched();
  const readings = createReadings();

  /** Where there is no list, a match that is read is heard of. */
  const reading: Observer = {
    ...observer,
    match: async (match, at) => {
      freshness.read(match.id);
      await observer.match(match, at);
    },
  };
  const intake = startIntake({
    api,
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
        intake.readElsewhere(match.id, syncBegan);
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

  const readListSoon = (): void => {
    if (resync !== undefined || !resyncs.spend()) return;
    resync = setTimeout(() => {
      resync = undefined;
      polling.wake();
    }, TOGETHER);
  };

  const subscriptions = openSubscriptions({
    ...realtime,
    log,
    warn: createSeldomWarn(log, monotonic),
    onFrame: createFrameReader({
      warn: createSeldomWarn(log, monotonic),
      take: (update) => {
        wasPushed = true;
        freshness.heard(update.matchId);
        intake.take(update);
      },
    }),
    // What was pushed before is not replayed. The live list has it for all matches together: after a
    // lost connection twenty of them come back at once, and are one request.
    onSubscribed: readListSoon,
    onLost: readListSoon,
  });

  const listen = (): void => {
    subscriptions.listenTo(watched.audible());
  };

  const poll = async (): Promise<void> => {
    const rows: LivePoints[] = [];
    for await (const page of pagesOf((paging) => api.live(paging, ask))) {
      rows.push(...page);
    }
    hasList = true;
    watched.listIs(rows);
    freshness.heard();
    // Nobody waits for what a match lacks: the list is read again in time, whatever that takes.
    rows.forEach(intake.take);
    listen();
    intake.wake();
  };

  /** No list has any match that is in play: each is read by itself. */
  const doWithoutList = (): void => {
    hasList = false;
    watched.hasNoList();
    listen();
    intake.wake();
  };

  const polling = startLoop({
    onError: (error) => {
      log.warn({ err: error }, 'the live poll failed');
    },
    restAfterError: POLL_EVERY.alone,
    run: async () => {
      try {
        await poll();
      } catch (error) {
        if (!(error instanceof NotInPlan)) throw error;
        doWithoutList();
      } finally {
        await freshness.review();
      }
      const rest = wasPushed ? POLL_EVERY.besidePushes : POLL_EVERY.alone;
      wasPushed = false;
      return rest;
    },
  });

  /** What is held here, and in play or near, though no schedule has it. */
  const findUnlisted = async (scheduled: ReadonlySet<number>): Promise<void> => {
    const near = await askAfterVanished(scheduled);
    const inPlay = await observer.inPlay();
    watched.unlistedAre([...near, ...inPlay.map(({ match }) => match.id)]);
    listen();
  };

  const syncing = startLoop({
    onError: (error) => {
      log.warn({ err: error }, 'the schedule sync failed');
    },
    restAfterError: SYNC_EVERY / 2,
    run: async (signal) => {
      syncBegan = monotonic();
      const scheduled = await syncSchedule(signal);
      watched.scheduleIs(scheduled);
      freshness.read();
      if (!signal.aborted) await observer.scheduleRead();
      listen();
      await findUnlisted(scheduled);
      return hasList ? SYNC_EVERY : SYNC_WITHOUT_LIST;
    },
  });

  const readScheduleSoon = (): void => {
    early ??= setTimeout(
      () => {
        early = undefined;
        syncing.wake();
      },
      Math.max(TOGETHER, syncBegan + SYNC_NOT_BEFORE - monotonic()),
    );
  };

  const changed = (matchId: number): void => {
    if (!watched.has(matchId)) hints.changed(matchId);
    else if (intake.changed(matchId) > A_FEW) readScheduleSoon();
  };

  return {
    accepted: subscriptions.accepted,
    state: () => ({ connected: subscriptions.isConnected(), heardAt: freshness.lastHeard() }),
    look: (matchId) => {
      const read = readings.next(matchId);
      changed(matchId);
      return read;
    },
    stop: async () => {
      ending.abort();
      readings.stop();
      subscriptions.stop();
      clearTimeout(resync);
      clearTimeout(early);
      await Promise.all([polling.stop(), syncing.stop(), hints.stop()]);
      await intake.stop();
    },
  };
};
