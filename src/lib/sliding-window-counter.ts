import type { Clocks } from './clocks.ts';

/** Counts events within a sliding window, in steps. */
interface SlidingWindowCounter {
  readonly add: () => void;
  readonly count: () => number;
  /** Milliseconds until the count is below a limit, if nothing is added; 0 when it is. */
  readonly untilBelowMs: (limit: number) => number;
}

interface SlidingWindowOptions extends Pick<Clocks, 'monotonic'> {
  readonly windowMs: number;
  /** Events of one step are counted together, and expire together. */
  readonly stepMs: number;
}

export const createSlidingWindowCounter = (options: SlidingWindowOptions): SlidingWindowCounter => {
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
