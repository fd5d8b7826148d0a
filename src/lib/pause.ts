/**
 * Waits. By the global timer, which a test can replace: those of `node:timers/promises` stay real.
 * @throws the reason of the signal
 */
export const pause = async (delayMs: number, signal?: AbortSignal): Promise<void> => {
  signal?.throwIfAborted();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const end = (): void => {
    resolve(undefined);
  };
  const timer = setTimeout(end, delayMs);
  signal?.addEventListener('abort', end);
  await promise;
  clearTimeout(timer);
  signal?.removeEventListener('abort', end);
  signal?.throwIfAborted();
};
