import { setTimeout as pause } from 'node:timers/promises';

/** Work has not ended in time. It may still end: nobody waits for it. */
export class Late extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(milliseconds: number) {
    super(`not done within ${milliseconds} ms`);
  }
}

/** @throws Late when the work takes longer than so many milliseconds */
export const inTime = async <T>(work: Promise<T>, milliseconds: number): Promise<T> => {
  const done = new AbortController();
  const late = pause(milliseconds, undefined, { signal: done.signal }).then(() => {
    throw new Late(milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
  }
};
