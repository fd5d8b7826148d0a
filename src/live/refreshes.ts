/** A request to read a match again. */
interface Refresh extends PromiseWithResolvers<void> {
  /** When it was requested, on the monotonic clock. */
  readonly since: number;
}

/** Matches that may have changed, until they are read again. */
export const createRefreshes = (monotonic: () => number) => {
  const pending = new Map<number, Refresh>();
  return {
    pending,
    /** Resolves when a read that starts from now on has ended; rejects when the match is not read. */
    add: (matchId: number, since: number = monotonic()): Promise<void> => {
      const { promise, resolve, reject }: PromiseWithResolvers<void> =
        pending.get(matchId) ?? Promise.withResolvers();
      // Not every caller awaits the read.
      promise.catch(() => undefined);
      pending.set(matchId, { promise, resolve, reject, since });
      return promise;
    },
    take: (matchId: number): Refresh | undefined => {
      const refresh = pending.get(matchId);
      pending.delete(matchId);
      return refresh;
    },
    stop: (): void => {
      for (const { reject } of pending.values()) reject(new Error('match reader stopped'));
      pending.clear();
    },
  };
};
