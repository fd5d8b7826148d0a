import type { LivePoints } from '../domain/live-points.ts';
import { phaseOf } from '../domain/match.ts';
import { startLoop } from '../lib/loop.ts';
import type { Logger } from '../lib/logger.ts';
import type { PadelApi } from '../padel-api/client.ts';
import { NotInPlan } from '../padel-api/errors.ts';
import { pagesOf } from '../padel-api/pages.ts';
import { parseLive } from '../padel-api/wire/live.ts';
import { createFreshness } from './freshness.ts';
import { startIntake } from './intake.ts';
import type { Observer } from '../domain/observer.ts';
import { createAskAfterVanished } from './vanished.ts';
import { createScheduleSync } from './schedule-sync.ts';
import { openSubscriptions, type RealtimeOptions } from './subscriptions.ts';

export interface LiveOptions {
  readonly api: PadelApi;
  readonly observer: Observer;
  readonly realtime: RealtimeOptions;
  readonly now: () => number;
  readonly log: Logger;
}

export interface Live {
  /** @throws when the realtime server refuses the application key for good. */
  readonly accepted: () => Promise<void>;
  /** A match is said to have changed: it is read again, if it may be played soon. */
  readonly changed: (matchId: number) => void;
  /**
   * Whether the realtime server is connected, and when a source last spoke of live matches: a
   * connection alone says nothing of them.
   */
  readonly state: () => { readonly connected: boolean; readonly heardAt: number | null };
  stop: () => Promise<void>;
}

const POLL_EVERY = 10_000;
/** Subscriptions that succeed within this time are one reason to poll. */
const TOGETHER = 250;
const SYNC_EVERY = 60_000;
/** Where the plan has no live list, the schedule alone tells what has begun. */
const SYNC_WITHOUT_LIST = 30_000;

const idsOf = (rows: readonly LivePoints[]): ReadonlySet<number> =>
  new Set(rows.map(({ matchId }) => matchId));

/**
 * All sources of live matches: pushes, the poll of `GET /live` that fills every gap, and the sync
 * of the schedule. Whatever they see goes to the observer.
 */
export const startLive = (options: LiveOptions): Live => {
  const { api, observer, realtime, now, log } = options;
  /** Ends every read that waits for its turn. */
  const ending = new AbortController();
  const ask = { lane: 'live', signal: ending.signal } as const;
  const quietly = { lane: 'background', signal: ending.signal } as const;
  let hasList = true;
  let listed: ReadonlySet<number> | undefined;
  /** Those on the list that are not over: of the others nothing more is pushed. */
  let onAir: ReadonlySet<number> = new Set();
  let scheduled: ReadonlySet<number> = new Set();
  let resync: NodeJS.Timeout | undefined;
  const freshness = createFreshness({ observer, now, hasList: () => hasList });

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
    ask,
    observer: reading,
    now,
    log,
    hasList: () => hasList,
    listed: () => listed,
  });
  const syncSchedule = createScheduleSync({ api, observer: reading, log });
  const askAfterVanished = createAskAfterVanished({ api, observer, ask: quietly, now, log });

  const subscriptions = openSubscriptions({
    ...realtime,
    log,
    onFrame: (matchId, payload) => {
      const update = parseLive(payload);
      if (update === null) {
        log.warn({ matchId }, 'a frame could not be read');
        return;
      }
      freshness.heard(matchId);
      intake.take(update);
    },
    // What was pushed before is not replayed. The live list has it for all matches together: after a
    // lost connection twenty of them come back at once, and are one request.
    onSubscribed: (matchId) => {
      if (listed?.has(matchId) !== true) return;
      resync ??= setTimeout(() => {
        resync = undefined;
        polling.wake();
      }, TOGETHER);
    },
  });

  const listen = (): void => {
    subscriptions.listenTo(new Set([...scheduled, ...onAir]));
  };

  const poll = async (): Promise<void> => {
    const rows: LivePoints[] = [];
    for await (const page of pagesOf((paging) => api.live(paging, ask))) {
      rows.push(...page);
    }
    hasList = true;
    listed = idsOf(rows);
    onAir = idsOf(rows.filter(({ status }) => status === null || phaseOf(status) !== 'over'));
    freshness.heard();
    // Nobody waits for what a match lacks: the list is read again in time, whatever that takes.
    rows.forEach(intake.take);
    listen();
    intake.wake();
  };

  /** No list has any match that is in play: each is read by itself. */
  const doWithoutList = (): void => {
    hasList = false;
    listed = onAir = new Set();
    listen();
    intake.wake();
  };

  const polling = startLoop({
    onError: (error) => {
      log.warn({ err: error }, 'the live poll failed');
    },
    restAfterError: POLL_EVERY,
    run: async () => {
      try {
        await poll();
      } catch (error) {
        if (!(error instanceof NotInPlan)) throw error;
        doWithoutList();
      } finally {
        await freshness.review();
      }
      return POLL_EVERY;
    },
  });

  const syncing = startLoop({
    onError: (error) => {
      log.warn({ err: error }, 'the schedule sync failed');
    },
    restAfterError: SYNC_EVERY / 2,
    run: async (signal) => {
      scheduled = await syncSchedule(signal);
      freshness.read();
      if (!signal.aborted) await observer.scheduleRead();
      listen();
      await askAfterVanished(scheduled);
      return hasList ? SYNC_EVERY : SYNC_WITHOUT_LIST;
    },
  });

  return {
    accepted: subscriptions.accepted,
    state: () => ({ connected: subscriptions.isConnected(), heardAt: freshness.lastHeard() }),
    changed: (matchId) => {
      if (listed?.has(matchId) === true || scheduled.has(matchId)) intake.changed(matchId);
    },
    stop: async () => {
      ending.abort();
      subscriptions.stop();
      clearTimeout(resync);
      await Promise.all([polling.stop(), syncing.stop()]);
      await intake.stop();
    },
  };
};
