import type { Instant } from '../domain/terms.ts';
import { ShutdownError } from '../lib/shutdown.ts';
import { writeWithRetry } from '../store/persistently.ts';
import { retryAt } from './delivery.ts';

export interface RestedOptions {
  readonly now: () => Instant;
  /** Failed tries before this one. */
  readonly attempts: number;
  /** Notes that it is not to be tried before `dueAt` again. */
  readonly postpone: (dueAt: Instant, attempts: number) => Promise<void>;
}

/**
 * Runs a try. Whatever of ours goes wrong with it, it is not taken up again without a growing rest;
 * what was stopped was no try.
 * @throws what went wrong, when that is noted
 */
export const postponeOnFailure = async (
  { now, attempts, postpone }: RestedOptions,
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
