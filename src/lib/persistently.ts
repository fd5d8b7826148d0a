/** Rests between tries, milliseconds: a minute in all. */
const RESTS = [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const;

const rest = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/**
 * Does what must not be left undone, since what it notes has happened: again after growing rests while
 * it fails (a locked database, a full disk).
 * @throws what it failed with last, after a minute
 */
export const persistently = async <T>(act: () => Promise<T>): Promise<T> => {
  for (const milliseconds of RESTS) {
    try {
      return await act();
    } catch {
      await rest(milliseconds);
    }
  }
  return await act();
};
