import { Stopped } from '../lib/stopped.ts';

/** Backoff between tries, milliseconds: a minute in all. */
const RESTS = [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const;

/** Kysely's message for a closed database; it has no error class for that. */
const CLOSED = 'driver has already been destroyed';

const isOfClosed = (error: unknown): boolean => error instanceof Error && error.message === CLOSED;

const rest = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/**
 * Retries a write that must not be lost, since what it records has happened: with backoff while it
 * fails (a locked database, a full disk).
 * @throws the last error after a minute; Stopped at once when the database was closed
 */
export const persistently = async <T>(act: () => Promise<T>): Promise<T> => {
  for (const milliseconds of RESTS) {
    try {
      return await act();
    } catch (error) {
      if (isOfClosed(error)) throw new Stopped('the database was closed', { cause: error });
      await rest(milliseconds);
    }
  }
  return await act();
};
