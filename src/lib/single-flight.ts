/** Concurrent callers with the same key share one call. */
interface SingleFlight<Key, T, Priority> {
  /**
   * Joins the running call of the key, or starts one.
   * @param work `isCurrent` returns whether the call was neither replaced nor forgotten meanwhile
   */
  readonly run: (
    key: Key,
    priority: Priority,
    work: (isCurrent: () => boolean) => Promise<T>,
  ) => Promise<T>;
  /** Lets no more callers join the running call. */
  readonly forget: (key: Key) => void;
}

/** @param mayJoin whether a caller may join a call of another priority, instead of starting one */
export const createSingleFlight = <Key, T, Priority>(
  mayJoin: (running: Priority, requested: Priority) => boolean,
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
