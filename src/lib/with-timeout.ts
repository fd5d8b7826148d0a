/** Work has not ended in time. It continues, but its result is ignored. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
  readonly code = 'ETIMEDOUT';

  constructor(timeoutMs: number) {
    super(`not done within ${timeoutMs} ms`);
  }
}

/** A signal that aborts after a timeout, or with one of the given signals. */
export const createDeadline = (
  timeoutMs: number,
  signals: readonly (AbortSignal | undefined)[] = [],
) => {
  const timeout = new AbortController();
  const timer = setTimeout(() => {
    timeout.abort(new TimeoutError(timeoutMs));
  }, timeoutMs);
  const given = signals.filter((signal) => signal !== undefined);
  return {
    signal: AbortSignal.any([timeout.signal, ...given]),
    /** Stops the timer: the work is done. */
    clear: (): void => {
      clearTimeout(timer);
    },
  };
};

/** @throws TimeoutError when the work takes longer; the reason of `given` when that aborts first */
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
