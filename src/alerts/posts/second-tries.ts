import type { Instant } from '../../domain/terms.ts';
import { createLimiters, nextRunInMs } from '../../lib/limiter.ts';
import { startLoop, type Loop } from '../../lib/loop.ts';
import {
  dueDeliveries,
  isParked,
  nextDeliveryDue,
  postponePost,
  recordDelivery,
  type PendingDelivery,
} from '../../store/deliveries.ts';
import { pingedUpTo, unfinishedPings, type UnfinishedPings } from '../../store/pings.ts';
import { stalePosts } from '../../store/revisions.ts';
import { correctPost } from './correct-post.ts';
import type { DeliveryOptions } from '../delivery.ts';
import { laneOf } from '../news.ts';
import { pingOthers } from './ping-others.ts';
import { postponeOnFailure } from '../rested.ts';
import { restore } from './restore-delivery.ts';
import type { PostSender } from './send-post.ts';
import { LANES, type Lane } from '../sender.ts';

/** Retries and corrections on their way at once, in each lane. */
const IN_FLIGHT = 64;

export interface SecondTries extends Loop {
  /** Something was parked until an instant. */
  readonly expect: (dueAt: Instant) => void;
}

/**
 * What was sent, or tried, and has to be taken up again: deliveries parked until their time, posts
 * whose news was corrected, and those that ping more members than fit into one message.
 */
export const startSecondTries = (
  options: DeliveryOptions,
  posts: PostSender,
  onError: (error: unknown) => void,
): SecondTries => {
  const { db, sender, now, log } = options;
  const limiterOf = createLimiters({
    capacity: IN_FLIGHT,
    wake: () => {
      loop.wake();
    },
    onError: (error, name) => {
      log.error({ err: error, delivery: name }, 'a second try went wrong');
    },
  });

  const retry = async (pending: PendingDelivery): Promise<void> => {
    const restored = await restore(options, pending);
    if (restored === undefined) {
      await recordDelivery(db, pending, { outcome: 'failed', reason: 'removed' }, now());
      return;
    }
    // Whoever stopped following while it waited is not told any more.
    if (restored.isStillWanted) {
      await posts.send(restored.delivery, () => isParked(db, pending));
    } else {
      await recordDelivery(db, pending, { outcome: 'suppressed', reason: 'unfollowed' }, now());
    }
  };

  const correct = (pending: PendingDelivery): Promise<void> => correctPost(options, pending);

  const ping = async (unfinished: UnfinishedPings): Promise<void> => {
    const restored = await restore(options, unfinished);
    if (restored?.isStillWanted !== true) {
      await pingedUpTo(db, unfinished, null);
      return;
    }
    const { delivery } = restored;
    const { outbox, audience } = delivery;
    await sender.inTurn(audience.channel.discordId, laneOf(outbox.lane), (writer) =>
      pingOthers(options, delivery, unfinished, writer),
    );
  };

  const postponed =
    (pending: PendingDelivery) =>
    (dueAt: Instant, attempts: number): Promise<void> =>
      postponePost(db, pending, dueAt, attempts);

  /** @returns false when there was no room for one of them */
  const launch = <Pending extends PendingDelivery>(
    lane: Lane,
    all: readonly Pending[],
    act: (each: Pending) => Promise<void>,
    signal: AbortSignal,
  ): boolean => {
    const limiter = limiterOf(lane);
    for (const pending of all) {
      if (signal.aborted) break;
      if (limiter.available() === 0) return false;
      const { eventId, channelKey, attempts } = pending;
      limiter.launch(`${eventId} ${channelKey}`, () =>
        postponeOnFailure({ now, attempts, postpone: postponed(pending) }, () => act(pending)),
      );
    }
    return true;
  };

  /** When this looks again by itself. */
  let nextAt: Instant = Infinity;

  const loop = startLoop({
    onError,
    run: async (signal) => {
      nextAt = Infinity;
      // One moment for all looks: what fell due between two would be waited for by nobody.
      const at = now();
      const fitting: boolean[] = [];
      for (const lane of Object.values(LANES)) {
        const parked = await dueDeliveries(db, at, 2 * IN_FLIGHT, lane);
        fitting.push(launch(lane, parked, retry, signal));
      }
      const stale = await stalePosts(db, at, IN_FLIGHT);
      fitting.push(launch(LANES.other, stale, correct, signal));
      const pinging = await unfinishedPings(db, at, IN_FLIGHT);
      fitting.push(launch(LANES.other, pinging, ping, signal));
      const due = await nextDeliveryDue(db, at);
      nextAt = Math.min(nextAt, due ?? Infinity);
      return nextRunInMs(due === null ? null : due - now(), fitting.includes(false));
    },
  });

  return {
    ...loop,
    expect: (dueAt) => {
      if (dueAt >= nextAt) return;
      nextAt = dueAt;
      loop.wake();
    },
  };
};
