/** Timeouts. A parameter, so that tests need not wait. */
export interface Timers {
  /** Calls `act` after this many real milliseconds; the returned function cancels it. */
  after: (milliseconds: number, act: () => void) => () => void;
}

/** The timers of the runtime. */
export const realTimers: Timers = {
  after(milliseconds, act) {
    const timer = setTimeout(act, milliseconds);
    return () => {
      clearTimeout(timer);
    };
  },
};
