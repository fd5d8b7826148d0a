import { LONGEST_DELAY } from '../domain/alert-settings.ts';
import { startLoop } from '../lib/loop.ts';
import { MINUTE, DAY } from '../lib/time.ts';
import { forgetLeft, forgetLost } from '../store/guild-channels.ts';
import { forgetStates } from '../store/match-states.ts';
import { forgetRequestDays } from '../store/request-days.ts';
import { forgetBefore } from '../store/retention.ts';
import { forgetSpent } from '../store/spent-requests.ts';
import { emptyLog } from '../store/sqlite-file/erasure.ts';
import { createCardDelivery } from './cards/deliver-cards.ts';
import { startDeletions } from './cards/delete-unwanted.ts';
import type { DeliveryOptions } from './delivery.ts';
import { createFanOut } from './posts/fan-out.ts';
import type { FreshNews } from './posts/fresh-news.ts';
import { startSecondTries } from './posts/second-tries.ts';
import { postDirectly, type DirectPost } from './channels/post-directly.ts';
import { createPostSender } from './posts/send-post.ts';
import type { SendOutcome } from './sender.ts';

export interface Deliverer {
  /** Takes news that were written a moment ago; wake it then. */
  readonly handOver: (news: FreshNews) => void;
  /** Posts something in an alert channel at once, in its turn. */
  readonly postDirectly: (post: DirectPost) => Promise<SendOutcome>;
  /** Something may be there to deliver. */
  readonly wake: () => void;
  /** Nothing new is begun; what is on its way ends by itself, or with the sender. */
  readonly stop: () => Promise<void>;
}

const KEPT_FOR = 30 * DAY;

/** The quota of a month needs that month; the one before is for people to look at. */
const REQUEST_DAYS_KEPT_FOR = 62 * DAY;

/** What was seen is kept for the longest spoiler delay, and as long again for a busy moment. */
const SEEN_FOR = 2 * LONGEST_DELAY * 1_000;
const FORGET_SEEN_EVERY = 10 * MINUTE;

/** Starts the delivery loops. What was in flight when a process died goes on. */
export const startDelivery = (options: DeliveryOptions): Deliverer => {
  const { db, sender, now, log } = options;
  const onError = (error: unknown): void => {
    log.error({ err: error }, 'delivery failed and goes on');
  };
  const deletions = startDeletions(options, onError);
  const { deleteUnwanted } = deletions;
  const posts = createPostSender(options, deleteUnwanted, {
    parked: (dueAt) => {
      secondTries.expect(dueAt);
    },
    overtaken: () => {
      cards.wake();
    },
  });
  const cards = startLoop({
    run: createCardDelivery(options, deleteUnwanted, () => {
      cards.wake();
    }),
    onError,
  });
  const secondTries = startSecondTries(options, posts, onError);
  const handedOver: FreshNews[] = [];
  const fanOut = startLoop({
    run: createFanOut(options, posts, {
      fresh: () => handedOver.splice(0),
      wake: () => {
        fanOut.wake();
      },
      // A live card may have waited for its start, and what was sent may have been corrected on its way.
      finished: () => {
        cards.wake();
        secondTries.wake();
      },
    }),
    onError,
  });
  const loops = [fanOut, secondTries, cards, deletions];
  /**
   * News first: the other loops begin with what takes a moment, and find nothing most times. By the
   * second turn the first request has left.
   */
  const wakeAll = (): void => {
    fanOut.wake();
    setImmediate(() => {
      setImmediate(() => {
        secondTries.wake();
        cards.wake();
        deletions.wake();
      });
    });
  };
  const housekeeping = startLoop({
    onError,
    run: async (signal) => {
      await forgetBefore(db, now() - KEPT_FOR, signal);
      await forgetLeft(db, now() - KEPT_FOR);
      await forgetSpent(db, now() - DAY);
      await forgetRequestDays(db, now() - REQUEST_DAYS_KEPT_FOR);
      await forgetLost(db, now() - KEPT_FOR);
      await emptyLog(db);
      return DAY;
    },
  });

  const forgetting = startLoop({
    onError,
    run: async () => {
      await forgetStates(db, now() - SEEN_FOR);
      return FORGET_SEEN_EVERY;
    },
  });

  return {
    handOver: (news) => {
      handedOver.push(news);
    },
    postDirectly: (post) => postDirectly({ sender, now }, post),
    wake: wakeAll,
    stop: async () => {
      await Promise.all([...loops, housekeeping, forgetting].map((loop) => loop.stop()));
    },
  };
};
