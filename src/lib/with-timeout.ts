/** Work has not ended in time. It goes on, but nobody waits for it. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
  readonly code = 'ETIMEDOUT';

  constructor(timeoutMs: number) {
    super(`not done within ${timeoutMs} ms`);
  }
}

/** A signal that aborts when time is up, or when one of the given signals does. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Stops the timer: the work is done. */
  readonly clear: () => void;
}

export const createDeadline = (
  timeoutMs: number,
  signals: readonly (AbortSignal | undefined)[] = [],
): Deadline => {
  const late = new AbortController();
  const timer = setTimeout(() => {
    late.abort(new TimeoutError(timeoutMs));
  }, timeoutMs);
  const given = signals.filter((signal) => signal !== undefined);
  return {
    signal: AbortSignal.any([late.signal, ...given]),
    clear: () => {
      clearTimeout(timer);
    },
  };
};

/** @throws TimeoutError when the work takes longer; the reason of `given` as soon as that aborts */
export const withTimeout = async <T>(
  work: Promise<T>,
  timeoutMs: number,
  given?: AbortSignal,
): Promise<T> => {
  const { signal, clear } = createDeadline(timeoutMs, [given]);
  const ended = Promise.withResolvers<never>();
  const giveUp = (): void => {
    ended.reject(signal.reason);
  };
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    if (signal.aborted) giveUp();
    return await Promise.race([work, ended.promise]);
  } finally {
    signal.removeEventListener('abort', giveUp);
    clear();
  }
};
