import { concerns, targetsOf, type FollowTarget } from '../domain/follows.ts';
import type { Observer } from '../domain/observer.ts';
import { startLoop } from '../lib/loop.ts';
import { openCard, openCards } from '../store/cards.ts';
import { releaseParked, startsTold } from '../store/deliveries.ts';
import { matchesInPlay } from '../store/matches.ts';
import { forgetBefore } from '../store/retention.ts';
import { createCardDelivery } from './deliver-cards.ts';
import type { DeliveryOptions } from './delivery.ts';
import { createFanOut } from './fan-out.ts';
import { createIngest } from './ingest.ts';
import { createSecondTries } from './second-tries.ts';
import { createPostSender } from './send-post.ts';

export interface Alerts {
  /** Where the sources tell what they see. */
  readonly observer: Observer;
  /** A channel follows something new: matches in play get a card there, quietly. */
  readonly followed: (target: FollowTarget, channelKey: number) => Promise<void>;
  /** A channel can be written to, for the first time or again: what waited for it may go. */
  readonly channelReady: (channelKey: number) => Promise<void>;
  /** Nothing new is begun; what is on its way ends by itself, or with the sender. */
  readonly stop: () => Promise<void>;
}

const DAY = 24 * 60 * 60_000;
const KEPT_FOR = 30 * DAY;

/** Starts ingest and the delivery loops. What was in flight when the process died goes on. */
export const startAlerts = (options: DeliveryOptions): Alerts => {
  const { db, now, log } = options;
  const onError = (error: unknown): void => {
    log.error({ err: error }, 'delivery failed and goes on');
  };
  const posts = createPostSender(options);
  const wakeAll = (): void => {
    for (const loop of loops) loop.wake();
  };
  const loops = [
    startLoop({ run: createFanOut(options, posts, wakeAll), onError }),
    startLoop({ run: createSecondTries(options, posts, wakeAll), onError }),
    startLoop({ run: createCardDelivery(options, wakeAll), onError }),
  ];
  const housekeeping = startLoop({
    onError,
    run: async () => {
      await forgetBefore(db, now() - KEPT_FOR);
      return DAY;
    },
  });

  return {
    observer: createIngest({ db, now, log, wake: wakeAll }),
    followed: async (target, channelKey) => {
      for (const held of await matchesInPlay(db)) {
        if (concerns(target, held)) await openCard(db, held.match.id, channelKey);
      }
      wakeAll();
    },
    channelReady: async (channelKey) => {
      await releaseParked(db, channelKey, now());
      // A match that started too long ago for its start to be news still gets its card; where the
      // start was told, it is the card, and whoever deleted that does not want it back.
      const told = await startsTold(db, channelKey, now());
      for (const held of await matchesInPlay(db)) {
        const { id } = held.match;
        if (!told.has(id)) await openCards(db, id, targetsOf(held), channelKey);
      }
      wakeAll();
    },
    stop: async () => {
      await Promise.all([...loops, housekeeping].map((loop) => loop.stop()));
    },
  };
};
