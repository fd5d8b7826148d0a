import { syncBuiltinESMExports } from 'node:module';
import { onTestFinished, vi } from 'vitest';

/** Before any test replaces them. */
const { setInterval, clearInterval } = globalThis;

const TIMERS = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const;

interface FastClockOptions {
  /** How much time passes each millisecond. */
  readonly speed?: number;
  /** What tells the time passes as fast as the timers do. */
  readonly clocks?: readonly ('Date' | 'performance')[];
}

/**
 * Lets the time of a test pass faster, from now until it ends, for libraries, too. It stands while this process
 * is busy: what is quick stays so on a slow machine.
 */
export const aFastClock = ({ speed = 10, clocks = [] }: FastClockOptions = {}): void => {
  vi.useFakeTimers({ toFake: [...TIMERS, ...clocks] });
  // For those who import their timers by name.
  syncBuiltinESMExports();
  const passing = setInterval(() => {
    vi.advanceTimersByTime(speed);
  }, 1);
  onTestFinished(() => {
    clearInterval(passing);
    vi.useRealTimers();
    syncBuiltinESMExports();
  });
};
