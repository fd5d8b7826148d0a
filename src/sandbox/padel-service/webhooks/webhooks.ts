import type { WorldClock } from '../clock.ts';
import { followClock, type Follower } from '../follow-clock.ts';
import { newsBetween, type News } from '../news/news.ts';
import type { Timers } from '../timers.ts';
import type { PadelWorld } from '../world/world.ts';
import { createDeliveries, type Deliveries } from './deliveries.ts';
import { eventOf } from './event-names.ts';
import { payloadOf } from './payload.ts';
import { postSigned } from './post.ts';
import { isNowhere } from './receiver-url.ts';
import { createSubscriptions, type Subscription, type Subscriptions } from './subscription.ts';

/** The news of the world on its way to whoever subscribed to it. */
export interface Webhooks {
  readonly subscriptions: Subscriptions;
  readonly deliveries: Deliveries;
  readonly follower: Follower;
  readonly stop: () => Promise<void>;
}

/**
 * Tells a subscription the news of the world from the clock's present on.
 * @param options.keep is told every change of the subscription before it takes effect
 */
export const createWebhooks = (options: {
  readonly world: PadelWorld;
  readonly clock: WorldClock;
  readonly timers: Timers;
  /** Null when it was removed. */
  readonly subscription: Subscription | null;
  readonly keep: (subscription: Subscription | null) => void;
  /** Is told of news that cannot be made. */
  readonly onError: (error: unknown) => void;
}): Webhooks => {
  const { world, clock, timers, keep, onError } = options;

  const isWanted = (news: News): boolean =>
    subscriptions.current()?.events.includes(eventOf(news)) ?? false;
  const subscriptions = createSubscriptions(options.subscription, keep, () => {
    deliveries.withdraw(isWanted);
  });
  const deliveries = createDeliveries({
    receiver: subscriptions.current,
    bodyOf: (news) => payloadOf(news, world),
    timers,
    post: postSigned,
  });

  const tell = (news: readonly News[]): void => {
    const subscription = subscriptions.current();
    if (subscription === null) return;
    const wanted = news.filter(isWanted);
    if (isNowhere(subscription.url)) deliveries.note(wanted);
    else deliveries.add(wanted);
  };
  const follower = followClock({
    clock,
    timers,
    between: (after, until) => newsBetween(world, after, until),
    tell,
    onError,
  });

  return {
    subscriptions,
    deliveries,
    follower,
    async stop() {
      await follower.stop();
      await deliveries.stop();
    },
  };
};
