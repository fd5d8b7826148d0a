import type { Clocks } from './clocks.ts';

interface SlidingWindowOptions extends Pick<Clocks, 'monotonic'> {
  readonly windowMs: number;
  /** Events of one step are counted together, and expire together. */
  readonly stepMs: number;
}

/** Counts events within a sliding window, in steps. */
export const createSlidingWindowCounter = (options: SlidingWindowOptions) => {
  const { windowMs, stepMs, monotonic } = options;
  /** Counts by step, the oldest first. */
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
    add: (): void => {
      count();
      const step = Math.floor(monotonic() / stepMs);
      steps.set(step, (steps.get(step) ?? 0) + 1);
    },
    count,
    /** Milliseconds until the count is below a limit, if nothing is added; 0 when it is. */
    untilBelowMs: (limit: number): number => {
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
