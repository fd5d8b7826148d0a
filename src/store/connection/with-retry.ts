import { withRetry } from '../../lib/backoff.ts';
import { ShutdownError } from '../../lib/shutdown.ts';

/** A minute in all. */
const RETRY_DELAYS_MS = [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const;

/** The message of Kysely's error for a closed database; it has no class of its own. */
const CLOSED_MESSAGE = 'driver has already been destroyed';

/**
 * Retries a write that must not be lost, because it records what has already happened (a post was sent),
 * while the database is locked or its disk is full.
 * @throws the last error after a minute; ShutdownError at once where the database was closed
 */
export const writeWithRetry = <T>(write: () => Promise<T>): Promise<T> =>
  withRetry(write, {
    delayMs: (error, failures) => {
      if (error instanceof Error && error.message === CLOSED_MESSAGE) {
        throw new ShutdownError('the database was closed', { cause: error });
      }
      return RETRY_DELAYS_MS[failures - 1] ?? null;
    },
  });
