import { Stopped } from '../lib/stopped.ts';

/** Backoff between tries, milliseconds: a minute in all. */
const RETRY_DELAYS_MS = [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const;

/** Kysely's message for a closed database; it has no error class for that. */
const CLOSED_MESSAGE = 'driver has already been destroyed';

const isDatabaseClosed = (error: unknown): boolean =>
  error instanceof Error && error.message === CLOSED_MESSAGE;

const delay = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/**
 * Retries a write that must not be lost, since what it records has happened: with backoff while it
 * fails (a locked database, a full disk).
 * @throws the last error after a minute; Stopped at once when the database was closed
 */
export const persistently = async <T>(act: () => Promise<T>): Promise<T> => {
  for (const milliseconds of RETRY_DELAYS_MS) {
    try {
      return await act();
    } catch (error) {
      if (isDatabaseClosed(error)) throw new Stopped('the database was closed', { cause: error });
      await delay(milliseconds);
    }
  }
  return await act();
};
