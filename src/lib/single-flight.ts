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
    readonly id: symbol;
    readonly priority: Priority;
    readonly value: Promise<T>;
  }
  const flights = new Map<Key, Flight>();
  return {
    run: (key, priority, work) => {
      const running = flights.get(key);
      if (running !== undefined && mayJoin(running.priority, priority)) return running.value;
      const id = Symbol();
      const isCurrent = (): boolean => flights.get(key)?.id === id;
      const value = work(isCurrent);
      flights.set(key, { id, priority, value });
      const land = (): void => {
        if (isCurrent()) flights.delete(key);
      };
      value.then(land, land);
      return value;
    },
    forget: (key) => {
      flights.delete(key);
    },
  };
};
