import { randomBytes } from 'node:crypto';
import type { Instant } from '../../../src/domain/terms.ts';
import type { WorldClock } from '../clock.ts';
import { followClock, type Follower } from '../follow-clock.ts';
import { newsBetween, type News } from '../news/news.ts';
import type { Timers } from '../timers.ts';
import type { ProfiledWorld } from '../world/profiled-world.ts';
import { createDeliveries, POLICY_TODAY, SPECIFIED_POLICY, type Deliveries } from './deliveries.ts';
import { eventOf, type EventName } from './event-names.ts';
import { payloadOf } from './payload.ts';
import { postSigned } from './post.ts';
import { isNowhere } from './receiver-url.ts';
import {
  createSubscriptions,
  SUBSCRIPTION_ID,
  type Subscription,
  type Subscriptions,
} from './subscription.ts';

/** A subscription and its deliveries. */
export interface Webhook {
  readonly id: number;
  readonly subscriptions: Subscriptions;
  readonly deliveries: Deliveries;
}

/** Delivers the news of the world to its subscribers. */
export interface Webhooks {
  /** The first webhook, which exists from the start. */
  readonly subscriptions: Subscriptions;
  readonly deliveries: Deliveries;
  /** All webhooks, removed ones included. */
  readonly all: () => readonly Webhook[];
  /** Adds a subscription with its own secret; it lives as long as the process. */
  readonly create: (
    wanted: { readonly url: string; readonly events: readonly EventName[] },
    now: Instant,
  ) => Webhook;
  /** Resolves when nothing waits and nothing is in flight. */
  readonly idle: () => Promise<void>;
  readonly follower: Follower;
  readonly stop: () => Promise<void>;
}

/** One in this many deliveries of today comes twice: delivery is at least once. */
const TWICE = 20;

const isTwice = ({ id, at }: News): boolean => (id + Math.floor(at / 1000)) % TWICE === 0;

/**
 * Delivers the news of the world to the subscriptions, from the clock's present on.
 * @param options.keep receives every change of the first subscription before it takes effect
 */
export const createWebhooks = (options: {
  readonly world: ProfiledWorld;
  readonly clock: WorldClock;
  readonly timers: Timers;
  /** Null when it was removed. */
  readonly subscription: Subscription | null;
  readonly keep: (subscription: Subscription | null) => void;
  /** Receives errors while news are made. */
  readonly onError: (error: unknown) => void;
}): Webhooks => {
  const { world, clock, timers, keep, onError } = options;
  const isToday = (): boolean => world.profile === 'today';

  const open = (
    id: number,
    initial: Subscription | null,
    kept: (subscription: Subscription | null) => void,
  ): Webhook => {
    const subscriptions = createSubscriptions(initial, kept, () => {
      deliveries.withdraw((news) => isWanted(subscriptions, news));
    });
    const deliveries = createDeliveries({
      receiver: subscriptions.current,
      bodyOf: (news) => payloadOf(news, world),
      policy: () => (isToday() ? POLICY_TODAY : SPECIFIED_POLICY),
      timers,
      post: postSigned,
    });
    return { id, subscriptions, deliveries };
  };

  const isWanted = (subscriptions: Subscriptions, news: News): boolean =>
    subscriptions.current()?.events.includes(eventOf(news)) ?? false;

  const first = open(SUBSCRIPTION_ID, options.subscription, keep);
  const webhooks = [first];

  const deliver = ({ subscriptions, deliveries }: Webhook, news: readonly News[]): void => {
    const subscription = subscriptions.current();
    if (subscription === null) return;
    const wanted = news.filter((each) => isWanted(subscriptions, each));
    if (isNowhere(subscription.url)) deliveries.note(wanted);
    else deliveries.add(wanted);
  };
  const publish = (news: readonly News[]): void => {
    const copies = isToday()
      ? news.flatMap((each) => (isTwice(each) ? [each, each] : [each]))
      : news;
    for (const webhook of webhooks) deliver(webhook, copies);
  };
  const follower = followClock({
    clock,
    timers,
    between: (after, until) => newsBetween(world, after, until),
    publish,
    onError,
  });

  return {
    subscriptions: first.subscriptions,
    deliveries: first.deliveries,
    all: () => webhooks,
    create({ url, events }, now) {
      const secret = randomBytes(24).toString('base64url');
      const times = { createdAt: now, updatedAt: now };
      const id = SUBSCRIPTION_ID + webhooks.length;
      const webhook = open(id, { url, events: [...events], secret, ...times }, () => undefined);
      webhooks.push(webhook);
      return webhook;
    },
    async idle() {
      await Promise.all(webhooks.map(({ deliveries }) => deliveries.idle()));
    },
    follower,
    async stop() {
      await follower.stop();
      await Promise.all(webhooks.map(({ deliveries }) => deliveries.stop()));
    },
  };
};
