/** How often something happened in the last while, counted in steps of that window. */
export interface SlidingWindowCounter {
  readonly add: () => void;
  readonly count: () => number;
  /** Milliseconds until the count is below a number, if nothing is added; 0 when it is. */
  readonly untilBelowMs: (limit: number) => number;
}

export interface SlidingWindowOptions {
  readonly windowMs: number;
  /** What happens within a step is counted together, and as long as its last moment counts. */
  readonly stepMs: number;
  /** A clock that never goes back, milliseconds. */
  readonly monotonic: () => number;
}

export const createSlidingWindowCounter = (options: SlidingWindowOptions): SlidingWindowCounter => {
  const { windowMs, stepMs, monotonic } = options;
  /** By the step in which it happened, the oldest first. */
  const steps = new Map<number, number>();
  const expiresAt = (step: number): number => (step + 1) * stepMs + windowMs;

  const count = (): number => {
    let sum = 0;
    for (const [step, times] of steps) {
      if (expiresAt(step) <= monotonic()) steps.delete(step);
      else sum += times;
    }
    return sum;
  };

  return {
    add: () => {
      count();
      const step = Math.floor(monotonic() / stepMs);
      steps.set(step, (steps.get(step) ?? 0) + 1);
    },
    count,
    untilBelowMs: (limit) => {
      let above = count() - limit + 1;
      for (const [step, times] of steps) {
        if (above <= 0) break;
        above -= times;
        if (above <= 0) return Math.max(1, expiresAt(step) - monotonic());
      }
      return 0;
    },
  };
};
