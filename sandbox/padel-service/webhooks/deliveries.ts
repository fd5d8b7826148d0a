import { SECOND } from '../../../src/lib/time.ts';
import type { News } from '../news/news.ts';
import type { Timers } from '../timers.ts';
import { newDelivery, type Delivery } from './delivery.ts';
import { createKeyedQueues } from './lines.ts';
import type { Post } from './post.ts';

/** The timeout of a try and the delays between retries, in real milliseconds. */
export interface DeliveryPolicy {
  readonly timeoutMs: number;
  /** Delays before the second try and the further ones. */
  readonly retryDelaysMs: readonly number[];
}

/** Up to three retries (padel-facts). */
export const SPECIFIED_POLICY: DeliveryPolicy = {
  timeoutMs: 10 * SECOND,
  retryDelaysMs: [1 * SECOND, 10 * SECOND, 100 * SECOND],
};

/** Three tries of three seconds (service-today, "Webhooks"). */
export const POLICY_TODAY: DeliveryPolicy = {
  timeoutMs: 3 * SECOND,
  retryDelaysMs: [1 * SECOND, 10 * SECOND],
};

/** Concurrent tries; more would hide a slow receiver. */
const AT_ONCE = 4;

/** Deliveries that may wait; beyond that the oldest that was not tried yet is dropped. */
export const CAPACITY = 10_000;

/** How many recent deliveries are kept. */
const REMEMBERED = 100;

/** Sends news to a receiver, with retries. */
export interface Deliveries {
  /** Enqueues news; each is delivered separately, in order per resource. */
  readonly add: (news: readonly News[]) => void;
  /** Records news for which no receiver exists. */
  readonly note: (news: readonly News[]) => void;
  /** Withdraws unwanted deliveries at once and aborts their tries in flight. */
  readonly withdraw: (isWanted: (news: News) => boolean) => void;
  /** Recent deliveries, the latest first. */
  readonly recent: () => readonly Readonly<Delivery>[];
  readonly waiting: () => number;
  /** Resolves when nothing waits and nothing is in flight. */
  readonly idle: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

interface DeliveriesOptions {
  /** Where the next try goes; null without a receiver. */
  readonly receiver: () => { readonly url: string; readonly secret: string } | null;
  readonly bodyOf: (news: News) => string;
  readonly timers: Timers;
  /** The current policy; the specification's by default. */
  readonly policy?: () => DeliveryPolicy;
  /** @returns the status of the answer */
  readonly post: (post: Post) => Promise<number>;
}

const keyOf = ({ news }: Delivery): string => `${news.subject}/${news.id}`;

/** The reason for a missing answer: a network error has its code in the cause. */
const reasonOf = (error: unknown): string => {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  return cause instanceof Error && 'code' in cause ? String(cause.code) : message;
};

/** Creates a queue of deliveries with nothing in it. */
export const createDeliveries = (options: DeliveriesOptions): Deliveries => {
  const { receiver, bodyOf, timers, post, policy = () => SPECIFIED_POLICY } = options;
  const lines = createKeyedQueues<Delivery>();
  const underWay = new Set<Promise<void>>();
  let recent: readonly Delivery[] = [];
  let count = 0;
  let onIdle: (() => void)[] = [];

  const enter = (news: News): Delivery => {
    count += 1;
    const delivery = newDelivery(count, news);
    recent = [delivery, ...recent].slice(0, REMEMBERED);
    return delivery;
  };

  const close = (delivery: Delivery, state: Delivery['state']): void => {
    delivery.state = state;
    delivery.body = null;
    lines.remove(keyOf(delivery), delivery);
    if (lines.size() > 0) return;
    for (const resolve of onIdle) resolve();
    onIdle = [];
  };

  const tryOnce = async (delivery: Delivery): Promise<{ isOver: boolean; answer: string }> => {
    const to = receiver();
    if (to === null) return { isOver: false, answer: 'no receiver' };
    const trying = new AbortController();
    delivery.abort = () => {
      trying.abort();
    };
    const { timeoutMs } = policy();
    const cancel = timers.after(timeoutMs, () => {
      trying.abort(new Error(`no answer within ${timeoutMs / SECOND} s`));
    });
    try {
      delivery.body ??= bodyOf(delivery.news);
      const status = await post({ ...to, body: delivery.body, signal: trying.signal });
      return { isOver: status >= 200 && status < 300, answer: String(status) };
    } catch (error) {
      return { isOver: false, answer: reasonOf(error) };
    } finally {
      cancel();
    }
  };

  const attempt = async (delivery: Delivery): Promise<void> => {
    delivery.state = 'sending';
    delivery.tries += 1;
    const { isOver, answer } = await tryOnce(delivery);
    delivery.answer = answer;
    if (!lines.has(keyOf(delivery), delivery)) return;
    if (isOver) {
      close(delivery, 'delivered');
      return;
    }
    const wait = policy().retryDelaysMs[delivery.tries - 1];
    if (wait === undefined) {
      close(delivery, 'failed');
      return;
    }
    delivery.state = 'waiting';
    delivery.abort = timers.after(wait, () => {
      lines.free(keyOf(delivery));
      pump();
    });
  };

  const pump = (): void => {
    while (underWay.size < AT_ONCE) {
      const delivery = lines.take();
      if (delivery === null) return;
      const trying = attempt(delivery).finally(() => {
        underWay.delete(trying);
        pump();
      });
      underWay.add(trying);
    }
  };

  const dropOldest = (): void => {
    for (const [delivery] of lines.entries()) {
      if (delivery.tries > 0) continue;
      close(delivery, 'dropped');
      return;
    }
  };

  const withdraw: Deliveries['withdraw'] = (isWanted) => {
    for (const [delivery] of lines.entries()) {
      if (isWanted(delivery.news)) continue;
      delivery.abort();
      close(delivery, 'withdrawn');
    }
    pump();
  };

  return {
    add(news) {
      for (const each of news) {
        if (lines.size() >= CAPACITY) dropOldest();
        const delivery = enter(each);
        lines.add(keyOf(delivery), delivery);
      }
      pump();
    },
    note(news) {
      for (const each of news) enter(each).state = 'nowhere';
    },
    withdraw,
    recent: () => recent,
    waiting: lines.size,
    idle: () =>
      lines.size() === 0 ? Promise.resolve() : new Promise((resolve) => onIdle.push(resolve)),
    async stop() {
      withdraw(() => false);
      await Promise.all(underWay);
    },
  };
};
