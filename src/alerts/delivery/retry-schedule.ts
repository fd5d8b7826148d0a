import { delayOf } from '../../domain/alerts/verdict.ts';
import type { Instant } from '../../domain/terms.ts';
import { MINUTE } from '../../lib/time.ts';
import type { DeliveryOf } from './delivery.ts';

/*
 * A failed post is retried after 1, 2, 5, 15 and 30 seconds and then each minute, or when Discord says,
 * until its event is stale; in a broken channel every ten minutes, and once that is repaired.
 */

const RETRY_DELAYS_MS = [1_000, 2_000, 5_000, 15_000, 30_000, 60_000] as const;

/** When to retry after the `attempts`-th failure: after what Discord asked for, at least a growing delay. */
export const retryAt = (now: Instant, attempts: number, retryAfterMs = 0): Instant =>
  now +
  Math.max(
    retryAfterMs,
    RETRY_DELAYS_MS[Math.min(Math.max(attempts, 1), RETRY_DELAYS_MS.length) - 1] ?? 0,
  );

/** How often a delivery to a broken channel is retried, besides the events that repair the channel. */
export const BROKEN_RETRY_MS = 10 * MINUTE;

/** Whether an event is stale in a channel, by the kind of news: with a spoiler delay it expires that much later. */
export const isStale = ({ outbox, audience }: DeliveryOf, now: Instant): boolean =>
  now > outbox.expiresAt + delayOf(audience.channel.settings);
