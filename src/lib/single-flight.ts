/** Callers who ask for the same at the same time share one call. */
export interface SingleFlight<Key, T, Priority> {
  /**
   * Joins the call that is running for the key, or starts one.
   * @param work `isCurrent` tells whether the call was neither replaced nor forgotten meanwhile
   */
  readonly run: (
    key: Key,
    priority: Priority,
    work: (isCurrent: () => boolean) => Promise<T>,
  ) => Promise<T>;
  /** Nobody joins the running call any more. */
  readonly forget: (key: Key) => void;
}

/** @param mayJoin whether a caller may wait for a call of another priority, or starts one of their own */
export const createSingleFlight = <Key, T, Priority>(
  mayJoin: (running: Priority, asked: Priority) => boolean,
): SingleFlight<Key, T, Priority> => {
  interface Flight {
    readonly priority: Priority;
    readonly value: Promise<T>;
  }
  const flights = new Map<Key, Flight>();
  return {
    run: (key, priority, work) => {
      const running = flights.get(key);
      if (running !== undefined && mayJoin(running.priority, priority)) return running.value;
      let own: Flight | undefined;
      const isCurrent = (): boolean => own !== undefined && flights.get(key) === own;
      own = { priority, value: work(isCurrent) };
      flights.set(key, own);
      const land = (): void => {
        if (isCurrent()) flights.delete(key);
      };
      own.value.then(land, land);
      return own.value;
    },
    forget: (key) => {
      flights.delete(key);
    },
  };
};
