import { UserError } from '../../src/errors.ts';

/** How long an answer waits for optional data. */
const TIMEOUT_MS = 2_000;

/** Optional data; null when it can't be read, or not in time. */
export const readInTime = async <T>(
  read: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> => {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await read(signal);
  } catch (error) {
    if (error instanceof UserError || signal.aborted) return null;
    throw error;
  }
};
