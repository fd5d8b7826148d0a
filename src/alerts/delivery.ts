import type { Instant } from '../domain/terms.ts';
import type { Logger } from '../lib/logger.ts';
import type { Db } from '../store/database.ts';
import type { Sender } from './sender.ts';

/** What every part of the delivery works with. */
export interface DeliveryOptions {
  readonly db: Db;
  readonly sender: Sender;
  readonly now: () => Instant;
  readonly log: Logger;
}

const BACKOFF = [1_000, 2_000, 5_000, 15_000, 30_000, 60_000] as const;

/** When to try again after the `attempts`-th failure: what Discord asked for, at least a growing rest. */
export const retryAt = (now: Instant, attempts: number, retryAfter = 0): Instant =>
  now + Math.max(retryAfter, BACKOFF[Math.min(Math.max(attempts, 1), BACKOFF.length) - 1] ?? 0);
