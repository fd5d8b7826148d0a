import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Instant } from '../../../src/domain/terms.ts';
import { EVENT_NAMES, EVENT_NAMES_TODAY } from './event-names.ts';

/** The receiver of events and its choice of them, as the state file keeps it. */
export const subscriptionSchema = z.object({
  url: z.url(),
  /** None: paused. */
  events: z.array(z.enum(EVENT_NAMES_TODAY)),
  secret: z.string().min(1),
  /** World time. */
  createdAt: z.int(),
  updatedAt: z.int(),
});

export type Subscription = Readonly<z.infer<typeof subscriptionSchema>>;

/** The id of the first subscription: the specification has no request that makes another one. */
export const SUBSCRIPTION_ID = 1;

/** The address until one is given: a reserved name (RFC 2606). */
const NOWHERE = 'https://receiver.example/webhook';

/** Options of the subscription at the start of the service. */
export interface SubscriptionOptions {
  readonly url?: string;
  readonly secret?: string;
}

const secretOf = (seed: number, anchor: string): string =>
  createHmac('sha256', 'padel-service').update(`webhook/${seed}/${anchor}`).digest('hex');

/** The subscription of a new world, to all events. Its secret follows from the world. */
export const newSubscription = (
  { url = NOWHERE, secret }: SubscriptionOptions,
  world: { readonly seed: number; readonly anchor: string; readonly now: Instant },
): Subscription => ({
  url,
  events: [...EVENT_NAMES],
  secret: secret ?? secretOf(world.seed, world.anchor),
  createdAt: world.now,
  updatedAt: world.now,
});

/** The subscription of the account: shown, changed, removed. */
export interface Subscriptions {
  /** Null after it was removed. */
  readonly current: () => Subscription | null;
  /** Changes what is given and nothing else; null when it was removed. */
  readonly update: (
    change: {
      readonly url?: string | undefined;
      readonly events?: Subscription['events'] | undefined;
    },
    now: Instant,
  ) => Subscription | null;
  /** Removes it for good; false when there was none. */
  readonly remove: () => boolean;
}

/**
 * Holds the subscription.
 * @param keep receives every change before it takes effect
 * @param onChange is called after a change took effect
 */
export const createSubscriptions = (
  initial: Subscription | null,
  keep: (subscription: Subscription | null) => void,
  onChange: () => void,
): Subscriptions => {
  let current = initial;
  const set = (next: Subscription | null): void => {
    keep(next);
    current = next;
    onChange();
  };

  return {
    current: () => current,
    update({ url, events }, now) {
      if (current === null || (url === undefined && events === undefined)) return current;
      const next = { ...current, url: url ?? current.url, events: events ?? current.events };
      set({ ...next, updatedAt: now });
      return current;
    },
    remove() {
      if (current === null) return false;
      set(null);
      return true;
    },
  };
};
