import cron from 'node-cron';
import { isDeepStrictEqual } from 'node:util';
import { vi } from 'vitest';
import { startApp, type App } from '#src/app.ts';
import { phaseOf } from '#src/domain/match/match.ts';
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
import { startPadelProxy, type Alter } from './padel-proxy.ts';
import { letPass } from './programme.ts';
import { openStage, type Stage } from './stage.ts';
import { UNLIMITED } from './unlimited.ts';
import { dueDeliveries, staleCards, stalePosts } from '../store/due.ts';

/** A stage on which the bot lives by the clock of the world. */
export interface AlertStage extends Stage {
  /** The bot's clock: the world's, and between two leaps as fast as the real one. */
  readonly now: () => number;
  /**
   * Lets the world go on until a moment of its clock, and waits until the bot has seen and told what
   * came of it.
   */
  readonly pass: (until: string | number, and?: 'read the schedule') => Promise<void>;
  /** Does what the bot does every minute. */
  readonly ring: () => Promise<void>;
  /** Resolves when nothing is left to be told at this moment. */
  readonly settled: () => Promise<void>;
  /** Starts the bot anew: it reads what there is. */
  readonly restart: () => Promise<void>;
  readonly store: Store;
}

/** Of a match, as the service tells it. */
interface MatchFacts {
  readonly status: string;
  readonly court: string | null;
  readonly schedule_label: string | null;
}

export interface AlertStageOptions {
  /** The matches whose news is waited for. */
  readonly watched: readonly number[];
  readonly alter?: Alter;
  readonly log?: Logger;
}

/** What is due within this time is on its way: a rest between two tries, a place in an order. */
const ON_ITS_WAY = 1_500;

/** Discord's limit of messages and edits in a channel lasts so long. */
const LIMITED = 5_500;

/** How long the bot may take to see and tell what was played. */
const CAUGHT_UP = { timeout: 40_000, interval: 100 };

const AS_IT_IS: Alter = (body) => body;

const instantOf = (moment: string | number): number =>
  typeof moment === 'number' ? moment : Date.parse(moment);

export const openAlertStage = async (options: AlertStageOptions): Promise<AlertStage> => {
  const { watched, alter = AS_IT_IS, log = createLog('silent') } = options;
  const stage = await openStage(log);
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

  const startBot = async (): Promise<App> => {
    app = await startApp({
      config: { ...config, padel: { ...config.padel, apiUrl: proxy.apiUrl } },
      ...UNLIMITED,
      now,
      log,
    });
    // A minute is over when the test says so, not in between a leap and what is read after it.
    for (const task of cron.getTasks().values()) await task.stop();
    await padel.inject({
      method: 'PATCH',
      url: '/api/webhooks/1',
      headers: { authorization: 'Bearer sandbox-pro' },
      payload: { url: app.webhookUrl },
    });
    return app;
  };

  /** Whether the bot has seen of a match all that the service tells of it. */
  const hasSeen = async (id: number): Promise<boolean> => {
    const held = await findMatch(store.db, id);
    if (held === undefined) return false;
    const told = await stage.ask<MatchFacts>(`/matches/${id}`);
    const { status } = told;
    if (phaseOf(status) === 'upcoming') {
      const { court, scheduleLabel } = held.match;
      return (told.court ?? '') === (court ?? '') && told.schedule_label === (scheduleLabel ?? '');
    }
    if (phaseOf(status) === 'over') {
      return (
        phaseOf(held.state.status) === 'over' && (held.state.confirmed || status === 'walkover')
      );
    }
    const points = parseLive(await stage.ask(`/matches/${id}/live`));
    return points === null || isDeepStrictEqual(withPoints(held.state, points, null), held.state);
  };

  /** Posts that Discord takes later, where it takes any. */
  const limited = async (): Promise<number> => {
    const working = await store.db
      .selectFrom('channels')
      .select('id')
      .where('broken_at', 'is', null)
      .where('left_at', 'is', null)
      .execute();
    let posts = 0;
    for (const { id } of working) posts += await undeliveredPostCount(store.db, now(), id);
    return posts;
  };

  const isSettled = async (): Promise<void> => {
    const soon = now() + ON_ITS_WAY;
    const { events } = await openEvents(store.db, 1);
    const waiting = {
      events,
      deliveries: await dueDeliveries(store.db, soon, 1),
      limited: await limited(),
      posts: await stalePosts(store.db, soon, 1),
      cards: (await staleCards(store.db, now() + LIMITED, 1)).map(cardKey),
    };
    if (
      Object.values(waiting).some((what) => (typeof what === 'number' ? what : what.length) > 0)
    ) {
      throw new Error(`something is still on its way: ${JSON.stringify(waiting)}`);
    }
  };

  const areSeen = async (): Promise<void> => {
    for (const id of watched) {
      if (!(await hasSeen(id))) throw new Error(`match ${id} is not seen as it stands`);
    }
  };

  const settled = async (): Promise<void> => {
    await vi.waitFor(async () => {
      await areSeen();
      await isSettled();
    }, CAUGHT_UP);
  };

  const ring = async (): Promise<void> => {
    for (const task of cron.getTasks().values()) await (task.execute() as Promise<unknown>);
  };

  const restart = async (): Promise<void> => {
    await app?.stop();
    const before = now();
    // The clock has leapt: the bot may just have read the schedule as it was, and take that for fresh.
    await setCheckpoint(store.db, 'schedule-read', 0);
    // A bot that starts waits for a feed that is unplugged.
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
    ring,
    pass: async (until, and) => {
      const passing = letPass(stage, instantOf(until));
      // The world leaps before anything else is done: no answer comes in between.
      leapTo(instantOf(until));
      await passing;
      await padel.webhooksIdle();
      if (and === 'read the schedule') await restart();
      await vi.waitFor(areSeen, CAUGHT_UP);
      // The timers of the bot know nothing of a leap: the next minute wakes what is due since.
      await ring();
      await settled();
      await ring();
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
