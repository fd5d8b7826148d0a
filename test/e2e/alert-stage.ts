import { isDeepStrictEqual } from 'node:util';
import { vi } from 'vitest';
import { startApp, type App } from '#src/app.ts';
import { phaseOf } from '#src/domain/match/match.ts';
import { readLabel } from '#src/domain/match/schedule-labels.ts';
import { withPoints } from '#src/domain/match/state.ts';
import type { Logger } from '#src/lib/logger.ts';
import { createLog } from '#src/log.ts';
import { parseLive } from '#src/padel-api/wire/live.ts';
import { openStore, type Store } from '#src/store/connection/database.ts';
import { openEvents } from '#src/store/outbox/events.ts';
import { cardKey } from '#src/store/cards/cards.ts';
import { undeliveredPostCount } from '#src/store/outbox/backlog.ts';
import { checkpointAt, setCheckpoint } from '#src/store/processes/checkpoints.ts';
import { findMatch } from '#src/store/matches/matches.ts';
import type { Profile } from '#sandbox/padel-service/index.ts';
import { startPadelProxy, type Alter } from './padel-proxy.ts';
import { letPass } from './programme.ts';
import { openStage, type Stage } from './stage.ts';
import { UNLIMITED } from './unlimited.ts';
import { dueDeliveries, staleCards, stalePosts } from '../store/due.ts';

/** A stage on which the bot runs on the clock of the world. */
export interface AlertStage extends Stage {
  /** The bot's clock: it follows the leaps of the world, and runs in real time between them. */
  readonly now: () => number;
  /**
   * Lets the world go on until a moment of its clock, and waits until the bot has read and
   * delivered all news up to then.
   */
  readonly pass: (until: string | number, and?: 'read the schedule') => Promise<void>;
  /** Runs the bot's tasks of every minute. */
  readonly runMinuteTasks: () => Promise<void>;
  /** Resolves when the bot has read everything and no delivery is due. */
  readonly settled: () => Promise<void>;
  /** Restarts the bot, which then reads the schedule. */
  readonly restart: () => Promise<void>;
  readonly store: Store;
}

/** The fields of a match in the service's response that are compared here. */
interface MatchFacts {
  readonly status: string;
  readonly court: string | null;
  readonly schedule_label: string | null;
}

export interface AlertStageOptions {
  /** The matches whose news the stage waits for. */
  readonly watched: readonly number[];
  readonly alter?: Alter;
  readonly log?: Logger;
  readonly profile?: Profile;
}

/** Work due within this time counts as pending: it waits for a retry or its turn, milliseconds. */
const PENDING_WITHIN_MS = 1_500;

/** How long Discord's limit of messages and edits in a channel lasts, milliseconds. */
const RATE_LIMIT_MS = 5_500;

/** How long the bot may take to read and deliver what was played. */
const WAIT_OPTIONS = { timeout: 40_000, interval: 100 };

const UNCHANGED: Alter = (body) => body;

const instantOf = (moment: string | number): number =>
  typeof moment === 'number' ? moment : Date.parse(moment);

export const openAlertStage = async (options: AlertStageOptions): Promise<AlertStage> => {
  const { watched, alter = UNCHANGED, log = createLog('silent'), profile } = options;
  const stage = await openStage(log, profile);
  const { padel, config } = stage.demo;
  const proxy = await startPadelProxy(padel.url, alter);
  const store = await openStore(config.databaseUrl, createLog('silent'));
  let ahead = -Infinity;
  const now = (): number => Date.now() + ahead;
  const leapTo = (moment: number): void => {
    ahead = Math.max(ahead, moment - Date.now());
  };
  leapTo(Date.parse(padel.getWorld().now));
  let app: App | undefined;
  const minuteTasks = new Set<() => Promise<void>>();

  const startBot = async (): Promise<App> => {
    app = await startApp({
      config: { ...config, padel: { ...config.padel, apiUrl: proxy.apiUrl } },
      ...UNLIMITED,
      now,
      // The test runs the minute tasks itself: none must run between a leap and the read after it.
      everyMinute: (task) => {
        minuteTasks.add(task);
        return {
          stop: () => {
            minuteTasks.delete(task);
            return Promise.resolve();
          },
        };
      },
      log,
    });
    await padel.inject({
      method: 'PATCH',
      url: '/api/webhooks/1',
      headers: { authorization: 'Bearer sandbox-pro' },
      payload: { url: app.webhookUrl },
    });
    return app;
  };

  /** Whether the bot has read everything that the service has about a match. */
  const isUpToDate = async (id: number): Promise<boolean> => {
    const held = await findMatch(store.db, id);
    if (held === undefined) return false;
    const facts = await stage.ask<MatchFacts>(`/matches/${id}`);
    const { status } = facts;
    if (phaseOf(status) === 'upcoming') {
      const { court, scheduleLabel } = held.match;
      // The service works its estimates out anew each hour: nobody waits for one.
      const isSame =
        readLabel(facts.schedule_label).kind === 'estimated' ||
        (facts.schedule_label ?? '') === (scheduleLabel ?? '');
      return (facts.court ?? '') === (court ?? '') && isSame;
    }
    if (phaseOf(status) === 'over') {
      return (
        phaseOf(held.state.status) === 'over' && (held.state.confirmed || status === 'walkover')
      );
    }
    const points = parseLive(await stage.ask(`/matches/${id}/live`));
    return points === null || isDeepStrictEqual(withPoints(held.state, points, null), held.state);
  };

  /** The number of undelivered posts in channels that Discord lets the bot post in. */
  const rateLimited = async (): Promise<number> => {
    const working = await store.db
      .selectFrom('channels')
      .select('id')
      .where('brokenAt', 'is', null)
      .where('leftAt', 'is', null)
      .execute();
    let posts = 0;
    for (const { id } of working) posts += await undeliveredPostCount(store.db, now(), id);
    return posts;
  };

  const isSettled = async (): Promise<void> => {
    const soon = now() + PENDING_WITHIN_MS;
    const { events } = await openEvents(store.db, 1);
    const pending = {
      events,
      deliveries: await dueDeliveries(store.db, soon, 1),
      rateLimited: await rateLimited(),
      posts: await stalePosts(store.db, soon, 1),
      cards: (await staleCards(store.db, now() + RATE_LIMIT_MS, 1)).map(cardKey),
    };
    if (
      Object.values(pending).some((what) => (typeof what === 'number' ? what : what.length) > 0)
    ) {
      throw new Error(`something is still pending: ${JSON.stringify(pending)}`);
    }
  };

  const areUpToDate = async (): Promise<void> => {
    for (const id of watched) {
      if (!(await isUpToDate(id))) throw new Error(`match ${id} is not up to date`);
    }
  };

  const settled = async (): Promise<void> => {
    await vi.waitFor(async () => {
      await areUpToDate();
      await isSettled();
    }, WAIT_OPTIONS);
  };

  const runMinuteTasks = async (): Promise<void> => {
    for (const task of minuteTasks) await task();
  };

  const restart = async (): Promise<void> => {
    await app?.stop();
    const before = now();
    // The clock has leapt: a schedule that was read just before counts as new, and is out of date.
    await setCheckpoint(store.db, 'schedule-read', 0);
    // A bot that starts would wait for an unplugged feed.
    const { feed } = padel.getWorld();
    await padel.steer({ feed: 'connected' });
    await startBot();
    await padel.steer({ feed });
    await vi.waitFor(
      async () => {
        const readAt = await checkpointAt(store.db, 'schedule-read');
        if ((readAt ?? 0) < before) throw new Error('the schedule is not read yet');
      },
      { timeout: 40_000, interval: 50 },
    );
    await settled();
  };

  return {
    ...stage,
    store,
    now,
    startBot,
    settled,
    runMinuteTasks,
    pass: async (until, and) => {
      const passing = letPass(stage, instantOf(until));
      // The clocks of the world and of the bot leap together: no response comes in between.
      leapTo(instantOf(until));
      await passing;
      await padel.webhooksIdle();
      if (and === 'read the schedule') await restart();
      await vi.waitFor(areUpToDate, WAIT_OPTIONS);
      // The bot's timers do not notice a leap: the minute tasks start what has become due.
      await runMinuteTasks();
      await settled();
      await runMinuteTasks();
      await settled();
    },
    restart,
    stop: async () => {
      await app?.stop();
      await proxy.stop();
      await store.close();
      await stage.stop();
    },
  };
};
