import { EventEmitter } from 'node:events';
import { MAX_DELAY_SECONDS } from '../domain/alerts/settings.ts';
import { startLoop, type Loop, type LoopOptions } from '../lib/loop.ts';
import { MINUTE, DAY } from '../lib/time.ts';
import { deleteLostDeletions } from '../store/cards/deletions.ts';
import { deleteLeftGuilds, deleteLostChannels } from '../store/channels/guild-channels.ts';
import { deleteMatchStates } from '../store/matches/match-states.ts';
import { deleteSettingChanges } from '../store/channels/setting-changes.ts';
import { deletePredictions } from '../store/matches/predictions.ts';
import { deleteRequestDays } from '../store/processes/request-days.ts';
import { deleteBefore } from '../store/outbox/retention.ts';
import { deleteSpentRequests } from '../store/processes/spent-requests.ts';
import { truncateWal } from '../store/sqlite-file/erasure.ts';
import { createBoardDelivery } from './kept/boards.ts';
import { createCardDelivery } from './kept/cards.ts';
import { createDeletions } from './kept/deletions.ts';
import {
  requestsLeave,
  WAKE_CAUSES,
  type DeliveryOptions,
  type DeliverySignals,
  type Wake,
  type WakeCause,
} from './delivery/delivery.ts';
import { createFanOut } from './posts/fan-out.ts';
import { startRetries } from './posts/retries.ts';
import { postDirectly, type DirectPost } from './channels/post-directly.ts';
import { createPostRecorder } from './posts/record.ts';
import { createPostSender } from './posts/send.ts';
import type { SendOutcome } from './delivery/sender.ts';

export interface Deliverer {
  /** Posts in an alert channel at once, in the channel's turn. */
  readonly postDirectly: (post: DirectPost) => Promise<SendOutcome>;
  readonly wake: Wake;
  /** Starts nothing new; requests in flight end by themselves, or with the sender. */
  readonly stop: () => Promise<void>;
}

const RETENTION_MS = 30 * DAY;

/** The monthly quota needs the current month; the previous one is kept for people to read. */
const REQUEST_DAYS_RETENTION_MS = 62 * DAY;

const CHANGES_RETENTION_MS = 90 * DAY;

const PREDICTIONS_RETENTION_MS = 366 * DAY;

/** Past match states are kept for the longest spoiler delay, twice to be safe under load. */
const STATES_RETENTION_MS = 2 * MAX_DELAY_SECONDS * 1_000;
const STATES_CLEANUP_INTERVAL_MS = 10 * MINUTE;

/** Starts the delivery loops. Deliveries that were in flight when a process died are resumed. */
export const startDelivery = (options: DeliveryOptions): Deliverer => {
  const { db, sender, now, log } = options;
  const onError = (error: unknown): void => {
    log.error({ err: error }, 'delivery loop failed, retrying');
  };
  const signals: DeliverySignals = new EventEmitter();

  const wokenBy = (cause: WakeCause, run: LoopOptions['run']): Loop => {
    const loop = startLoop({ run, onError });
    signals.on(cause, loop.wake);
    return loop;
  };
  const record = createPostRecorder(options, signals);
  const send = createPostSender(options, record, signals);
  const loops = [
    wokenBy('deletions', createDeletions(options, signals)),
    wokenBy('cards', createCardDelivery(options, signals)),
    wokenBy('boards', createBoardDelivery(options, signals)),
    startRetries(options, send, signals, onError),
    wokenBy('news', createFanOut(options, send, record, signals)),
    startLoop({
      onError,
      run: async () => {
        await deleteMatchStates(db, now() - STATES_RETENTION_MS);
        return STATES_CLEANUP_INTERVAL_MS;
      },
    }),
    startLoop({
      onError,
      run: async (signal) => {
        await deleteBefore(db, now() - RETENTION_MS, signal);
        await deleteLeftGuilds(db, now() - RETENTION_MS);
        await deleteSpentRequests(db, now() - DAY);
        await deleteRequestDays(db, now() - REQUEST_DAYS_RETENTION_MS);
        await deletePredictions(db, now() - PREDICTIONS_RETENTION_MS);
        await deleteSettingChanges(db, now() - CHANGES_RETENTION_MS);
        await deleteLostDeletions(db, now() - RETENTION_MS);
        await deleteLostChannels(db, now() - RETENTION_MS);
        await truncateWal(db);
        return DAY;
      },
    }),
  ];

  return {
    postDirectly: (post) => postDirectly({ sender, now }, post),
    wake: (...causes) => {
      const woken = causes.length === 0 ? WAKE_CAUSES : causes;
      if (woken.includes('news')) signals.emit('news');
      // News first: the other loops start with queries, which would delay its first request.
      void requestsLeave().then(() => {
        for (const cause of woken) if (cause !== 'news') signals.emit(cause);
      });
    },
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
};
