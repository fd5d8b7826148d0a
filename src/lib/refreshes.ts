/** A request to read a record again. */
interface Refresh extends PromiseWithResolvers<void> {
  /** When it was requested, on the monotonic clock. */
  readonly since: number;
}

/** Records that may have changed, by their ids, until they are read again. */
export const createRefreshes = (monotonic: () => number) => {
  const pending = new Map<number, Refresh>();
  return {
    pending,
    /** Resolves when a read that starts from now on has ended; rejects when the record is not read. */
    add: (id: number, since: number = monotonic()): Promise<void> => {
      const { promise, resolve, reject }: PromiseWithResolvers<void> =
        pending.get(id) ?? Promise.withResolvers();
      // Not every caller awaits the read.
      promise.catch(() => undefined);
      pending.set(id, { promise, resolve, reject, since });
      return promise;
    },
    take: (id: number): Refresh | undefined => {
      const refresh = pending.get(id);
      pending.delete(id);
      return refresh;
    },
    stop: (): void => {
      for (const { reject } of pending.values()) reject(new Error('reader stopped'));
      pending.clear();
    },
  };
};
