import type { Instant } from '../domain/terms.ts';
import { Stopped } from '../lib/stopped.ts';
import { persistently } from '../store/persistently.ts';
import { retryAt } from './delivery.ts';

export interface BackoffOptions {
  readonly now: () => Instant;
  /** Failed attempts before this one. */
  readonly attempts: number;
  /** Schedules the next attempt. */
  readonly postpone: (dueAt: Instant, attempts: number) => Promise<void>;
}

/**
 * Runs an attempt. When it fails for a reason of ours, the next one is scheduled with backoff; a shutdown
 * is no failed attempt.
 * @throws the error, once the next attempt is scheduled
 */
export const withBackoff = async (
  { now, attempts, postpone }: BackoffOptions,
  work: () => Promise<void>,
): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (error instanceof Stopped) throw error;
    const tried = attempts + 1;
    await persistently(() => postpone(retryAt(now(), tried), tried));
    throw error;
  }
};
