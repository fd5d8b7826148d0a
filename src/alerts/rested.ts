import type { Instant } from '../domain/terms.ts';
import { ShutdownError } from '../lib/shutdown.ts';
import { writeWithRetry } from '../store/persistently.ts';
import { retryAt } from './delivery.ts';

export interface BackoffOptions {
  readonly now: () => Instant;
  /** Failed attempts before this one. */
  readonly attempts: number;
  /** Schedules the next attempt. */
  readonly postpone: (dueAt: Instant, attempts: number) => Promise<void>;
}

/**
 * Runs an attempt. When it throws, the next one is scheduled with backoff; a shutdown is no failed
 * attempt.
 * @throws the error, once the next attempt is scheduled
 */
export const withBackoff = async (
  { now, attempts, postpone }: BackoffOptions,
  work: () => Promise<void>,
): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (error instanceof ShutdownError) throw error;
    const tried = attempts + 1;
    await writeWithRetry(() => postpone(retryAt(now(), tried), tried));
    throw error;
  }
};
