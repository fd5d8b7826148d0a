/** Concurrent callers with the same key share one call. */
interface SingleFlight<Key, T, Priority> {
  /**
   * Joins the running call of the key, or starts one.
   * @param work `isCurrent` returns whether nothing is newer: the call was not forgotten meanwhile, and none
   * that was started later has succeeded
   */
  readonly run: (
    key: Key,
    priority: Priority,
    work: (isCurrent: () => boolean) => Promise<T>,
  ) => Promise<T>;
  /** Lets no more callers join the running calls. */
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
  /** The running calls of each key, the latest first: one that may not join others overtakes them. */
  const flights = new Map<Key, readonly Flight[]>();
  return {
    run: (key, priority, work) => {
      const running = flights.get(key) ?? [];
      const [latest] = running;
      if (latest !== undefined && mayJoin(latest.priority, priority)) return latest.value;
      const id = Symbol();
      const isCurrent = (): boolean => flights.get(key)?.some((each) => each.id === id) === true;
      const value = work(isCurrent);
      const flight = { id, priority, value };
      flights.set(key, [flight, ...running]);
      const drop = (ended: readonly Flight[]): void => {
        const others = (flights.get(key) ?? []).filter((each) => !ended.includes(each));
        if (others.length > 0) flights.set(key, others);
        else flights.delete(key);
      };
      value.then(
        () => {
          drop([flight, ...running]);
        },
        () => {
          drop([flight]);
        },
      );
      return value;
    },
    forget: (key) => {
      flights.delete(key);
    },
  };
};
