import { Stopped } from '../lib/stopped.ts';

/** Rests between tries, milliseconds: a minute in all. */
const RESTS = [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const;

/** What Kysely says of a database that was closed; it has no class for it. */
const CLOSED = 'driver has already been destroyed';

const isOfClosed = (error: unknown): boolean => error instanceof Error && error.message === CLOSED;

const rest = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/**
 * Writes what must not be left unwritten, since what it notes has happened: again after growing rests
 * while it fails (a locked database, a full disk).
 * @throws what it failed with last, after a minute; at once Stopped where the database was closed
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
